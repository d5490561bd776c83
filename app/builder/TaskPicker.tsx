import { useId, useState } from 'react'

import { cleanText } from '#shared/define.ts'
import { newId } from '#shared/ids.ts'
import { MAX_TASK } from '#shared/kit.ts'
import { taskKey } from '#shared/task.ts'
import { setCells } from '../store/pump.ts'
import { useSync } from '../store/syncState.ts'
import { classes } from '../ui/classes.ts'
import { SearchIcon } from '../ui/icons.tsx'
import { Input } from '../ui/Input.tsx'
import { LazyModal } from '../ui/LazyModal.tsx'
import { toast } from '../ui/toast.ts'
import { AddTaskRow, TaskRow } from './TaskRow.tsx'
import styles from './pickers.module.css'
import { useTasks } from './useTasks.ts'

/** More than anybody reads through; the search finds the others. */
const MOST_SHOWN = 200
const SAVED = 'New task has been added and is now available for future kit builds'

interface TaskPickerProps {
  isOpen: boolean
  task: string
  onChoose: (task: string) => void
  onClose: () => void
}

export function TaskPicker(props: TaskPickerProps) {
  return (
    <LazyModal isOpen={props.isOpen} onClose={props.onClose} title="Select a Task">
      <TaskList {...props} />
    </LazyModal>
  )
}

function TaskList({ task: chosen, onChoose, onClose }: TaskPickerProps) {
  const searchId = useId()
  const [query, setQuery] = useState('')
  const known = useTasks()
  // A copied kit may carry a task that nobody here has heard of.
  const isKnown = known.some(({ name }) => taskKey(name) === taskKey(chosen))
  const tasks = chosen && !isKnown ? [{ name: chosen, isWaiting: false }, ...known] : known
  const found = tasks.filter(({ name }) => name.toLowerCase().includes(query.trim().toLowerCase()))

  function handleUse(name: string) {
    onChoose(name)
    onClose()
  }

  /** Creates the task unless it exists, and selects it. Answers whether there was a name. */
  function handleAdd(text: string): boolean {
    const name = cleanText(text).trim().slice(0, MAX_TASK)
    if (name === '') return false
    const existing = tasks.find((task) => taskKey(task.name) === taskKey(name))
    onChoose(existing?.name ?? name)
    if (existing) return true
    setCells('task', newId(), '', { name })
    const { isOnline, isFailing } = useSync.getState()
    const isAway = !isOnline || isFailing
    toast({ title: 'Task saved', text: isAway ? `${SAVED}. It is on this device so far.` : SAVED })
    return true
  }

  return (
    <>
      <div className={styles.search}>
        <SearchIcon />
        <label className={styles.hiddenLabel} htmlFor={searchId}>
          Search tasks
        </label>
        <Input
          id={searchId}
          type="search"
          placeholder="Search tasks..."
          autoComplete="off"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      <table className={styles.tasks}>
        <thead>
          <tr>
            <th scope="col">Action</th>
            <th scope="col">Tasks</th>
          </tr>
        </thead>
        <tbody>
          {found.slice(0, MOST_SHOWN).map((task) => (
            <TaskRow
              key={task.name}
              task={task}
              isChosen={taskKey(task.name) === taskKey(chosen)}
              onUse={handleUse}
            />
          ))}
          <AddTaskRow onAdd={handleAdd} onDone={onClose} />
        </tbody>
      </table>
      <p className={classes(styles.found, 'muted', 'small')} role="status">
        {query !== '' && describeFound(found.length)}
      </p>
    </>
  )
}

function describeFound(count: number): string {
  if (count === 0) return 'No task found. Type it in the last row to add it.'
  if (count > MOST_SHOWN) return `${count} tasks found, the first ${MOST_SHOWN} are shown`
  return count === 1 ? '1 task found' : `${count} tasks found`
}
