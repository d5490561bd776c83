import type { DeletionsPage, ListedDeletion } from '#shared/desk/people.ts'

import { useState } from 'react'

import { callApi } from '../../api/api.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import { toast } from '../../ui/layers/toast.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../account.module.css'
import { AdminConfirm } from './AdminConfirm.tsx'
import { fileOf, readDeletions } from './adminData.ts'
import { AdminSection } from './AdminSection.tsx'
import { FormResult } from '../FormParts.tsx'
import { useAction } from '../useAction.ts'
import { MoreAndFile } from './MoreAndFile.tsx'
import { usePages } from './usePages.ts'
import { type Later, later, say, t, worded } from '#shared/words/words.ts'

const FAILED = later('The request could not be decided. Please try again.')

const itemsOf = ({ requests }: DeletionsPage) => requests

const STATUS: Record<string, Later> = {
  processed: later('processed'),
  declined: later('declined'),
}

/** Who asked for the deletion of an account. */
export function AdminDeletions({ adminId, onDecided }: { adminId: string; onDecided: () => void }) {
  const { list: requests, ...more } = usePages(`deletions:${adminId}`, readDeletions, itemsOf)
  const [asked, setAsked] = useState<ListedDeletion | null>(null)
  const { run, isBusy, failure } = useAction(say(FAILED))
  const now = useNow()

  async function decide(request: ListedDeletion, action: 'process' | 'decline', reason = '') {
    const path = `/api/admin/deletion-requests/${encodeURIComponent(request.id)}`
    const isDone = await run(() => callApi('POST', path, { action, ...(reason && { reason }) }))
    if (!isDone) return
    setAsked(null)
    toast({
      title: action === 'process' ? t('Account deleted') : t('Request declined'),
      text: request.username,
    })
    requests.reload()
    onDecided()
  }

  return (
    <AdminSection
      title={t('Deletion requests')}
      from={requests}
      loading={t('Loading requests...')}
      count={requests.data?.filter(isOpen).length}
      empty={{ title: t('No requests'), text: t('Nobody asked for the deletion of an account.') }}
      after={
        <>
          <MoreAndFile
            of="requests"
            {...more}
            file={requests.data?.length ? fileOf('deletion-requests', 'deletions') : null}
          />
          {!asked && <FormResult text={failure} />}
        </>
      }
    >
      {(items) => (
        <>
          {items.map((request) => (
            <li className={styles.item} key={request.id}>
              <div className={styles.rowTitle}>
                {request.username}
                {!isOpen(request) && (
                  <Badge>{worded(STATUS[request.status] ?? request.status)}</Badge>
                )}
              </div>
              <div className="muted small">
                {request.email ? `${request.email}. ` : ''}
                {whenAsked(request, now)}
              </div>
              {isOpen(request) && (
                <div className={styles.itemActions}>
                  <Button
                    variant="danger"
                    aria-label={t('Process the request of {username}', {
                      username: request.username,
                    })}
                    onClick={() => setAsked(request)}
                  >
                    {t('Process')}
                  </Button>
                  <Button
                    aria-disabled={isBusy}
                    aria-label={t('Decline the request of {username}', {
                      username: request.username,
                    })}
                    onClick={() => void decide(request, 'decline')}
                  >
                    {t('Decline')}
                  </Button>
                </div>
              )}
            </li>
          ))}
          <AdminConfirm
            isOpen={asked !== null}
            title={t('Delete the account of {username}?', { username: asked?.username ?? '' })}
            failure={failure}
            isBusy={isBusy}
            words={{ idle: t('Delete the account'), busy: t('Deleting...') }}
            needsReason
            onConfirm={(reason) => asked && void decide(asked, 'process', reason)}
            onCancel={() => setAsked(null)}
          >
            <p>
              {t(
                'It is signed out everywhere at once. Comments and public kits stay, by “deleted user”. This cannot be undone.',
              )}
            </p>
          </AdminConfirm>
        </>
      )}
    </AdminSection>
  )
}

const isOpen = ({ status }: ListedDeletion) => status === 'open'

function whenAsked({ requestedAt, decidedAt }: ListedDeletion, now: number): string {
  const asked = dayAndTime(Date.parse(requestedAt), now)
  return decidedAt
    ? t('Asked {asked}, decided {decided}', {
        asked,
        decided: dayAndTime(Date.parse(decidedAt), now),
      })
    : t('Asked {asked}', { asked })
}
