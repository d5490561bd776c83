import type { ModeratedTask } from './adminData.ts'

import { useState } from 'react'

import { callApi } from '../../api/api.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { dayAndTime } from '../../ui/time.ts'
import { toast } from '../../ui/toast.ts'
import { useNow } from '../../ui/useNow.ts'
import styles from '../account.module.css'
import { AdminConfirm } from './AdminConfirm.tsx'
import { readTasks } from './adminData.ts'
import { AdminSection } from './AdminSection.tsx'
import { FormResult } from '../FormParts.tsx'
import { useAction } from '../useAction.ts'
import { useServerData } from '../useServerData.ts'

const FAILED = 'The task could not be decided. Please try again.'
const DONE = { approve: 'Task approved', decline: 'Task declined', withdraw: 'Task withdrawn' }
type TaskAction = keyof typeof DONE

/** Tasks that people added: whether everybody is offered them. */
export function AdminTasks({ adminId, onDecided }: { adminId: string; onDecided: () => void }) {
  const tasks = useServerData(`tasks:${adminId}`, readTasks)
  const [asked, setAsked] = useState<ModeratedTask | null>(null)
  const { run, isBusy, failure } = useAction(FAILED)

  async function decide({ id }: ModeratedTask, action: TaskAction) {
    const isDone = await run(() => callApi('POST', `/api/admin/tasks/${id}`, { action }))
    if (!isDone) return
    setAsked(null)
    toast({ title: DONE[action] })
    tasks.reload()
    onDecided()
  }

  return (
    <AdminSection
      title="Tasks people added"
      from={tasks}
      loading="Loading tasks..."
      empty={{ title: 'No tasks', text: 'Nobody added a task that waits for a decision.' }}
      count={tasks.data?.filter(({ approvedAt }) => approvedAt === null).length}
      after={!asked && <FormResult text={failure} />}
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
                      aria-label={`Approve ${task.name}`}
                      onClick={() => void decide(task, 'approve')}
                    >
                      Approve
                    </Button>
                    <Button
                      aria-disabled={isBusy}
                      aria-label={`Decline ${task.name}`}
                      onClick={() => void decide(task, 'decline')}
                    >
                      Decline
                    </Button>
                  </>
                ) : (
                  <Button
                    variant="danger"
                    aria-label={`Withdraw ${task.name}`}
                    onClick={() => setAsked(task)}
                  >
                    Withdraw
                  </Button>
                )}
              </div>
            </li>
          ))}
          <AdminConfirm
            isOpen={asked !== null}
            title="Withdraw this task?"
            failure={failure}
            isBusy={isBusy}
            words={{ idle: 'Withdraw the task', busy: 'Withdrawing...' }}
            onConfirm={() => asked && void decide(asked, 'withdraw')}
            onCancel={() => setAsked(null)}
          >
            <p className={styles.quote}>{asked?.name}</p>
            <p>Only those who added it are offered it from then on. Kits that have it keep it.</p>
          </AdminConfirm>
        </>
      )}
    </AdminSection>
  )
}

function Task({ task }: { task: ModeratedTask }) {
  const now = useNow()
  const { name, author, addedAt, owners, approvedAt } = task
  const who = author === '' ? 'somebody without an account' : author
  const others = owners === 1 ? '' : ` and ${owners - 1} more`
  return (
    <>
      <div className={styles.rowTitle}>
        {name}
        {approvedAt === null ? (
          <Badge tone="wait">Waits for a decision</Badge>
        ) : (
          <Badge tone="ok">Offered to everybody</Badge>
        )}
      </div>
      <div className="muted small">
        Added by {who}
        {others}, first {dayAndTime(Date.parse(addedAt), now)}
      </div>
    </>
  )
}
