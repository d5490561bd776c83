/** Decisions besides reports: deletions, hidden kits, tasks. */
import { deletionsPage, hiddenKitsPage, type ListedDeletion } from '#shared/admin/people.ts'
import { type Later, later, many, t, worded } from '#shared/words/words.ts'
import { useServerData } from '../../forms/useServerData.ts'
import { T } from '../../ui/words/T.tsx'
import type { Act } from './acts.tsx'
import { decideOn, kitName, readTasks, showKit } from './adminData.ts'
import { AdminList } from './AdminList.tsx'
import { usePages } from './usePages.ts'

interface Decided {
  onDecided: () => void
}

const STATUS: Record<string, Later> = {
  processed: later('processed'),
  declined: later('declined'),
}

const isOpen = ({ status }: ListedDeletion) => status === 'open'

/** Who asked for the deletion of an account. */
export function AdminDeletions({ onDecided }: Decided) {
  const from = usePages('/api/admin/deletion-requests', deletionsPage, ({ requests }) => requests)

  function actsOn({ id, username }: ListedDeletion): Act[] {
    const text = username
    return [
      {
        name: t('Process'),
        label: t('Process the request of {username}', { username }),
        variant: 'danger',
        question: {
          title: t('Delete the account of {username}?', { username }),
          words: [t('Delete the account'), t('Deleting...')],
          needsReason: true,
          text: t(
            'It is signed out everywhere at once. Comments and public kits stay, by “deleted user”. This cannot be undone.',
          ),
        },
        call: (reason) => decideOn('deletion-requests', id, 'process', reason),
        said: { title: t('Account deleted'), text },
      },
      {
        name: t('Decline'),
        label: t('Decline the request of {username}', { username }),
        call: () => decideOn('deletion-requests', id, 'decline'),
        said: { title: t('Request declined'), text },
      },
    ]
  }

  return (
    <AdminList
      title={t('Deletion requests')}
      from={from}
      loading={t('Loading requests...')}
      count={from.data?.filter(isOpen).length}
      empty={[t('No requests'), t('Nobody asked for the deletion of an account.')]}
      more="requests"
      file="deletions"
      failed={t('The request could not be decided. Please try again.')}
      onDone={onDecided}
      row={(request, when) => {
        const { id, username, email, status, requestedAt, decidedAt } = request
        const asked = when(requestedAt)
        const words = decidedAt
          ? t('Asked {asked}, decided {decided}', { asked, decided: when(decidedAt) })
          : t('Asked {asked}', { asked })
        return {
          key: id,
          title: username,
          badges: [!isOpen(request) && [worded(STATUS[status] ?? status)]],
          text: email ? `${email}. ${words}` : words,
          acts: isOpen(request) ? actsOn(request) : [],
        }
      }}
    />
  )
}

/** Hidden kits, to be shown again. */
export function AdminHiddenKits({ onDecided }: Decided) {
  const from = usePages('/api/admin/hidden-kits', hiddenKitsPage, ({ kits }) => kits)
  return (
    <AdminList
      title={t('Hidden kits')}
      from={from}
      loading={t('Loading hidden kits...')}
      count={from.data?.length}
      empty={[t('No hidden kits'), t('A kit that is hidden can be shown again here.')]}
      more="hiddenKits"
      file="hidden-kits"
      failed={t('The kit could not be shown. Please try again.')}
      onDone={onDecided}
      row={(kit, when) => ({
        key: kit.kitId,
        title: kitName(kit),
        text: (
          <T
            text="{buildId}, hidden {time}"
            buildId={<span className="mono">{kit.buildId}</span>}
            time={when(kit.hiddenAt)}
          />
        ),
        acts: [
          {
            name: t('Show again'),
            label: t('Show again {name}', { name: kitName(kit) }),
            call: () => showKit(kit.kitId),
            said: { title: t('Kit shown again'), text: kitName(kit) },
          },
        ],
      })}
    />
  )
}

/** Tasks that people added: whether everybody is offered them. */
export function AdminTasks({ onDecided }: Decided) {
  const from = useServerData('tasks', readTasks)

  return (
    <AdminList
      title={t('Tasks people added')}
      from={from}
      loading={t('Loading tasks...')}
      empty={[t('No tasks'), t('Nobody added a task that waits for a decision.')]}
      count={from.data?.filter(({ approvedAt }) => approvedAt === null).length}
      failed={t('The task could not be decided. Please try again.')}
      onDone={onDecided}
      row={(task, when) => {
        const { id, name, owners, approvedAt } = task
        const who = task.author === '' ? t('somebody without an account') : task.author
        const time = when(task.addedAt)
        const call = (action: string) => () => decideOn('tasks', id, action)
        return {
          key: id,
          title: name,
          badges: [
            approvedAt === null
              ? [t('Waits for a decision'), 'wait']
              : [t('Offered to everybody'), 'ok'],
          ],
          text:
            owners === 1
              ? t('Added by {who}, first {time}', { who, time })
              : many(
                  owners - 1,
                  'Added by {who} and {count} more, first {time}',
                  'Added by {who} and {count} more, first {time}',
                  { who, time },
                ),
          acts:
            approvedAt === null
              ? [
                  {
                    name: t('Approve'),
                    label: t('Approve {name}', { name }),
                    call: call('approve'),
                    said: { title: t('Task approved') },
                  },
                  {
                    name: t('Decline'),
                    label: t('Decline {name}', { name }),
                    call: call('decline'),
                    said: { title: t('Task declined') },
                  },
                ]
              : [
                  {
                    name: t('Withdraw'),
                    label: t('Withdraw {name}', { name }),
                    variant: 'danger',
                    question: {
                      title: t('Withdraw this task?'),
                      words: [t('Withdraw the task'), t('Withdrawing...')],
                      quote: name,
                      text: t(
                        'Only those who added it are offered it from then on. Kits that have it keep it.',
                      ),
                    },
                    call: call('withdraw'),
                    said: { title: t('Task withdrawn') },
                  },
                ],
        }
      }}
    />
  )
}
