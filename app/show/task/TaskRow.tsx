import { useId, useState } from 'react'

import type { Task } from './useTasks.ts'

import { quoted } from '#shared/text/quoted.ts'
import { inContext, t, worded } from '#shared/words/words.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { CheckIcon } from '../../ui/blocks/icons.tsx'
import { Input } from '../../ui/controls/Input.tsx'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import { WitnessMark } from '../../ui/blocks/WitnessMark.tsx'
import styles from '../vehicle/pickers.module.css'

export function TaskRow(props: { task: Task; isChosen: boolean; onUse: (name: string) => void }) {
  const { task, isChosen, onUse } = props
  return (
    <tr className={isChosen ? styles.chosenTask : undefined} aria-current={isChosen || undefined}>
      <td>
        {isChosen ? (
          <span className={styles.check}>
            <CheckIcon />
            <VisuallyHidden>{t('Selected')}</VisuallyHidden>
          </span>
        ) : (
          <Button
            size="s"
            className={styles.use}
            aria-label={t('Use {name}', { name: worded(task.name) })}
            onClick={() => onUse(task.name)}
          >
            {t('Use')}
          </Button>
        )}
      </td>
      <td>
        <span className={`row breaks ${styles.taskName}`}>
          <span className="grow">{worded(task.name)}</span>
          {task.isWaiting && (
            <Badge tone="wait">
              <WitnessMark state="waiting" />
              {t('New')}
              <VisuallyHidden>{`, ${t('waits to be sent')}`}</VisuallyHidden>
            </Badge>
          )}
        </span>
      </td>
    </tr>
  )
}

/** Offers the searched text as a new task. */
export function AddFoundRow(props: { name: string; problem: string; onAdd: () => void }) {
  const { name, problem, onAdd } = props
  return (
    <tr className={styles.addTask}>
      <td>
        <Button
          variant="soft"
          size="s"
          className={styles.use}
          aria-label={t('Add {name}', { name: quoted(name) })}
          onClick={onAdd}
        >
          {t('Add')}
        </Button>
      </td>
      <td>
        <span className={`row breaks ${styles.taskName}`}>{quoted(name)}</span>
        {problem !== '' && (
          <p className={`small ${styles.problem}`} role="alert">
            {problem}
          </p>
        )}
      </td>
    </tr>
  )
}

/** Last row. Blur adds the task; Enter and Add also close the dialog. */
export function AddTaskRow(props: {
  /** While another new task was typed already. */
  isHidden: boolean
  /** Adds a name. @returns a problem, '' for an empty name; null if done */
  onAdd: (name: string) => string | null
  onDone: () => void
}) {
  const { isHidden, onAdd, onDone } = props
  const id = useId()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')

  function handleAdd(isDone: boolean) {
    const answer = onAdd(text)
    setProblem(answer ?? '')
    if (answer !== null) return
    setText('')
    if (isDone) onDone()
  }

  return (
    <tr className={styles.addTask} hidden={isHidden}>
      <td>
        <Button
          variant="soft"
          size="s"
          className={styles.use}
          // Keeps the focus in the field: blur would add the task before the press does.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => handleAdd(true)}
        >
          {t('Add')}
        </Button>
      </td>
      <td>
        <Input
          aria-label={inContext('field', 'New task')}
          placeholder={t('Type a new task')}
          autoComplete="off"
          enterKeyHint="done"
          // Above the limit: too long a text gets a message instead of a cut.
          maxLength={400}
          value={text}
          {...(problem !== '' && { 'aria-invalid': true, 'aria-describedby': id })}
          onChange={(event) => {
            setText(event.target.value)
            setProblem('')
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) handleAdd(true)
          }}
          onBlur={() => handleAdd(false)}
        />
        {problem !== '' && (
          <p className={`small ${styles.problem}`} id={id} role="alert">
            {problem}
          </p>
        )}
      </td>
    </tr>
  )
}
