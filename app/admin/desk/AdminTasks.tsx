import type { ModeratedTask } from '#shared/admin/people.ts'

import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../../forms/forms.module.css'
import { AdminConfirm } from '../../forms/AdminConfirm.tsx'
import { decideOn, readTasks } from './adminData.ts'
import { AdminSection } from './AdminSection.tsx'
import { useDecision } from '../../forms/useDecision.ts'
import { useServerData } from '../../forms/useServerData.ts'
import { later, many, say, t } from '#shared/words/words.ts'

const DONE = {
  approve: later('Task approved'),
  decline: later('Task declined'),
  withdraw: later('Task withdrawn'),
}
type TaskAction = keyof typeof DONE

/** Tasks that people added: whether everybody is offered them. */
export function AdminTasks({ onDecided }: { onDecided: () => void }) {
  const tasks = useServerData('tasks', readTasks)
  const { asked, ask, decide, isBusy, failure, question } = useDecision<ModeratedTask>(() => {
    tasks.reload()
    onDecided()
  }, t('The task could not be decided. Please try again.'))

  const handle = ({ id }: ModeratedTask, action: TaskAction) =>
    decide(() => decideOn('tasks', id, action), { title: say(DONE[action]) })

  return (
    <AdminSection
      title={t('Tasks people added')}
      from={tasks}
      loading={t('Loading tasks...')}
      empty={{ title: t('No tasks'), text: t('Nobody added a task that waits for a decision.') }}
      count={tasks.data?.filter(({ approvedAt }) => approvedAt === null).length}
      failure={failure}
    >
      {(items) => (
        <>
          {items.map((task) => (
            <li className={styles.item} key={task.id}>
              <Task task={task} />
              <div className={styles.itemActions}>
                {task.approvedAt === null ? (
                  <>
                    <Button
                      aria-disabled={isBusy}
                      aria-label={t('Approve {name}', { name: task.name })}
                      onClick={() => void handle(task, 'approve')}
                    >
                      {t('Approve')}
                    </Button>
                    <Button
                      aria-disabled={isBusy}
                      aria-label={t('Decline {name}', { name: task.name })}
                      onClick={() => void handle(task, 'decline')}
                    >
                      {t('Decline')}
                    </Button>
                  </>
                ) : (
                  <Button
                    variant="danger"
                    aria-label={t('Withdraw {name}', { name: task.name })}
                    onClick={() => ask(task)}
                  >
                    {t('Withdraw')}
                  </Button>
                )}
              </div>
            </li>
          ))}
          <AdminConfirm
            {...question}
            title={t('Withdraw this task?')}
            words={{ idle: t('Withdraw the task'), busy: t('Withdrawing...') }}
            onConfirm={() => asked && void handle(asked, 'withdraw')}
          >
            <p className={styles.quote}>{asked?.name}</p>
            <p>
              {t('Only those who added it are offered it from then on. Kits that have it keep it.')}
            </p>
          </AdminConfirm>
        </>
      )}
    </AdminSection>
  )
}

function Task({ task }: { task: ModeratedTask }) {
  const now = useNow()
  const { name, author, addedAt, owners, approvedAt } = task
  const who = author === '' ? t('somebody without an account') : author
  const time = dayAndTime(Date.parse(addedAt), now)
  return (
    <>
      <div className={styles.rowTitle}>
        {name}
        {approvedAt === null ? (
          <Badge tone="wait">{t('Waits for a decision')}</Badge>
        ) : (
          <Badge tone="ok">{t('Offered to everybody')}</Badge>
        )}
      </div>
      <div className="muted small">
        {owners === 1
          ? t('Added by {who}, first {time}', { who, time })
          : many(
              owners - 1,
              'Added by {who} and {count} more, first {time}',
              'Added by {who} and {count} more, first {time}',
              { who, time },
            )}
      </div>
    </>
  )
}
