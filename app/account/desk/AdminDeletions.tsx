import type { DeletionRequest, DeletionsPage } from './adminData.ts'

import { useState } from 'react'

import { callApi } from '../../api/api.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { dayAndTime } from '../../ui/time.ts'
import { toast } from '../../ui/toast.ts'
import { useNow } from '../../ui/useNow.ts'
import styles from '../account.module.css'
import { AdminConfirm } from './AdminConfirm.tsx'
import { fileOf, readDeletions } from './adminData.ts'
import { AdminSection } from './AdminSection.tsx'
import { FormResult } from '../FormParts.tsx'
import { useAction } from '../useAction.ts'
import { MoreAndFile } from './MoreAndFile.tsx'
import { usePages } from './usePages.ts'

const FAILED = 'The request could not be decided. Please try again.'

const itemsOf = ({ requests }: DeletionsPage) => requests

/** Who asked for the deletion of an account. */
export function AdminDeletions({ adminId, onDecided }: { adminId: string; onDecided: () => void }) {
  const { list: requests, ...more } = usePages(`deletions:${adminId}`, readDeletions, itemsOf)
  const [asked, setAsked] = useState<DeletionRequest | null>(null)
  const { run, isBusy, failure } = useAction(FAILED)
  const now = useNow()

  async function decide(request: DeletionRequest, action: 'process' | 'decline', reason = '') {
    const path = `/api/admin/deletion-requests/${encodeURIComponent(request.id)}`
    const isDone = await run(() => callApi('POST', path, { action, ...(reason && { reason }) }))
    if (!isDone) return
    setAsked(null)
    toast({
      title: action === 'process' ? 'Account deleted' : 'Request declined',
      text: request.username,
    })
    requests.reload()
    onDecided()
  }

  return (
    <AdminSection
      title="Deletion requests"
      from={requests}
      loading="Loading requests..."
      count={requests.data?.filter(isOpen).length}
      empty={{ title: 'No requests', text: 'Nobody asked for the deletion of an account.' }}
      after={
        <>
          <MoreAndFile
            what="requests"
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
                {!isOpen(request) && <Badge>{request.status}</Badge>}
              </div>
              <div className="muted small">
                {request.email ? `${request.email}. ` : ''}Asked{' '}
                {dayAndTime(Date.parse(request.requestedAt), now)}
                {request.decidedAt && `, decided ${dayAndTime(Date.parse(request.decidedAt), now)}`}
              </div>
              {isOpen(request) && (
                <div className={styles.itemActions}>
                  <Button
                    variant="danger"
                    aria-label={`Process the request of ${request.username}`}
                    onClick={() => setAsked(request)}
                  >
                    Process
                  </Button>
                  <Button
                    aria-disabled={isBusy}
                    aria-label={`Decline the request of ${request.username}`}
                    onClick={() => void decide(request, 'decline')}
                  >
                    Decline
                  </Button>
                </div>
              )}
            </li>
          ))}
          <AdminConfirm
            isOpen={asked !== null}
            title={`Delete the account of ${asked?.username ?? ''}?`}
            failure={failure}
            isBusy={isBusy}
            words={{ idle: 'Delete the account', busy: 'Deleting...' }}
            needsReason
            onConfirm={(reason) => asked && void decide(asked, 'process', reason)}
            onCancel={() => setAsked(null)}
          >
            <p>
              It is signed out everywhere at once. Comments and public kits stay, by “deleted user”.
              This cannot be undone.
            </p>
          </AdminConfirm>
        </>
      )}
    </AdminSection>
  )
}

const isOpen = ({ status }: DeletionRequest) => status === 'open'
