import { deletionsPage, type ListedDeletion } from '#shared/admin/people.ts'

import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../../forms/forms.module.css'
import { AdminConfirm } from '../../forms/AdminConfirm.tsx'
import { AdminSection } from './AdminSection.tsx'
import { decideOn } from './adminData.ts'
import { useDecision } from '../../forms/useDecision.ts'
import { usePages } from './usePages.ts'
import { type Later, later, t, worded } from '#shared/words/words.ts'

const STATUS: Record<string, Later> = {
  processed: later('processed'),
  declined: later('declined'),
}

/** Who asked for the deletion of an account. */
export function AdminDeletions({ onDecided }: { onDecided: () => void }) {
  const pages = usePages('/api/admin/deletion-requests', deletionsPage, ({ requests }) => requests)
  const { asked, ask, decide, isBusy, failure, question } = useDecision<ListedDeletion>(() => {
    pages.list.reload()
    onDecided()
  }, t('The request could not be decided. Please try again.'))
  const now = useNow()

  async function handle(request: ListedDeletion, action: 'process' | 'decline', reason = '') {
    const title = action === 'process' ? t('Account deleted') : t('Request declined')
    const said = { title, text: request.username }
    await decide(() => decideOn('deletion-requests', request.id, action, reason), said)
  }

  return (
    <AdminSection
      title={t('Deletion requests')}
      from={pages.list}
      loading={t('Loading requests...')}
      count={pages.list.data?.filter(isOpen).length}
      empty={{ title: t('No requests'), text: t('Nobody asked for the deletion of an account.') }}
      more={{ of: 'requests', pages, file: 'deletions' }}
      failure={failure}
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
                    onClick={() => ask(request)}
                  >
                    {t('Process')}
                  </Button>
                  <Button
                    aria-disabled={isBusy}
                    aria-label={t('Decline the request of {username}', {
                      username: request.username,
                    })}
                    onClick={() => void handle(request, 'decline')}
                  >
                    {t('Decline')}
                  </Button>
                </div>
              )}
            </li>
          ))}
          <AdminConfirm
            {...question}
            title={t('Delete the account of {username}?', { username: asked?.username ?? '' })}
            words={{ idle: t('Delete the account'), busy: t('Deleting...') }}
            needsReason
            onConfirm={(reason) => asked && void handle(asked, 'process', reason)}
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
