import { type RefObject, useEffect, useRef, useState } from 'react'

import { cleanText } from '#shared/define.ts'
import { newId } from '#shared/ids.ts'
import { MAX_TASK } from '#shared/kinds/kit.ts'
import { taskKey } from '#shared/kinds/task.ts'
import { many, t, worded } from '#shared/words/words.ts'
import { setCells, settled } from '../../data/sync/write/writeQueue.ts'
import { useSync } from '../../data/device/syncState.ts'
import { SearchIcon } from '../../ui/blocks/icons.tsx'
import { Input } from '../../ui/controls/Input.tsx'
import { LazyModal } from '../../ui/layers/LazyModal.tsx'
import { toast } from '../../ui/browser/toast.ts'
import { takeTyped } from '../../ui/browser/lastPressed.ts'
import { useIsDesk } from '../../ui/look/useIsDesk.ts'
import { AddFoundRow, AddTaskRow, TaskRow } from './TaskRow.tsx'
import styles from '../vehicle/pickers.module.css'
import { useTasks } from './useTasks.ts'

/** More than anybody scrolls through; the search finds the others. */
const MOST_SHOWN = 200

interface TaskPickerProps {
  isOpen: boolean
  task: string
  onChoose: (task: string) => void
  onClose: () => void
}

export function TaskPicker(props: TaskPickerProps) {
  const search = useRef<HTMLInputElement>(null)
  return (
    <LazyModal
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t('Select a Task')}
      size="tall"
      typesInto={search}
    >
      <TaskList {...props} search={search} />
    </LazyModal>
  )
}

function TaskList({
  task: chosen,
  search,
  onChoose,
  onClose,
}: TaskPickerProps & { search: RefObject<HTMLInputElement | null> }) {
  const [query, setQuery] = useState(takeTyped)
  const known = useTasks()
  // A copied kit may have a task that is unknown here.
  const isKnown = known.some(({ name }) => taskKey(name) === taskKey(chosen))
  const tasks = chosen && !isKnown ? [{ name: chosen, isWaiting: false }, ...known] : known
  const table = useRef<HTMLTableElement>(null)
  const isDesk = useIsDesk()

  useEffect(() => {
    if (!isDesk) return
    // After the dialog's own focus. Not on the phone: its keyboard would cover the list.
    const timer = setTimeout(() => search.current?.focus())
    return () => clearTimeout(timer)
  }, [isDesk, search])

  useEffect(() => {
    table.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [isKnown])

  const asked = cleanText(query).trim()
  const found = tasks.filter(({ name }) =>
    `${name}\n${worded(name)}`.toLowerCase().includes(asked.toLowerCase()),
  )
  const isCalled = (name: string, text: string) =>
    [name, worded(name)].some((one) => taskKey(one) === taskKey(text))
  const same = tasks.find((task) => isCalled(task.name, asked))
  const isNew = asked !== '' && !same
  const [problem, setProblem] = useState('')

  function handleUse(name: string) {
    onChoose(name)
    onClose()
  }

  /** Selects or creates the task. @returns a problem, '' for an empty name; null if done */
  function handleAdd(text: string): string | null {
    const name = cleanText(text).trim()
    if (name === '') return ''
    if (name.length > MAX_TASK) {
      return t('A task can have {max} characters, this has {length}.', {
        max: MAX_TASK,
        length: String(name.length),
      })
    }
    const existing = tasks.find((task) => isCalled(task.name, name))
    onChoose(existing?.name ?? name)
    if (!existing) addTask(name)
    return null
  }

  /** Adds the searched text as a task. */
  function handleAddAsked() {
    const answer = handleAdd(asked)
    setProblem(answer ?? '')
    if (answer === null) onClose()
  }

  function handleEnter() {
    const only = found.length === 1 ? found[0] : undefined
    const meant = same ?? only
    if (meant) handleUse(meant.name)
    else if (isNew && found.length === 0) handleAddAsked()
  }

  return (
    <>
      <div className={styles.search}>
        <SearchIcon />
        <Input
          ref={search}
          aria-label={t('Search tasks')}
          type="search"
          placeholder={t('Search tasks...')}
          autoComplete="off"
          enterKeyHint="done"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setProblem('')
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) handleEnter()
          }}
        />
      </div>
      <table className={styles.tasks} ref={table}>
        <thead>
          <tr>
            <th scope="col">{t('Action')}</th>
            <th scope="col">{t('Tasks')}</th>
          </tr>
        </thead>
        <tbody>
          {isNew && <AddFoundRow name={asked} problem={problem} onAdd={handleAddAsked} />}
          {found.slice(0, MOST_SHOWN).map((task) => (
            <TaskRow
              key={task.name}
              task={task}
              isChosen={taskKey(task.name) === taskKey(chosen)}
              onUse={handleUse}
            />
          ))}
          <AddTaskRow isHidden={isNew} onAdd={handleAdd} onDone={onClose} />
        </tbody>
      </table>
      <p className="muted small after" role="status">
        {query !== '' && describeFound(found.length)}
      </p>
    </>
  )
}

/** Stores a new task, with a toast once it is stored. */
function addTask(name: string): void {
  setCells('task', newId(), '', { name })
  const stop = useSync.subscribe(({ isStorageFailing }) => {
    if (!isStorageFailing) return
    stop()
    toast({ title: t('Error'), text: t('Failed to save task to database'), tone: 'error' })
  })
  void settled().then(() => {
    stop()
    const { isOnline, isFailing } = useSync.getState()
    const isAway = !isOnline || isFailing
    toast({
      title: t('Task saved'),
      text: isAway
        ? t(
            'New task has been added and is now available for future kit builds. It is on this device so far.',
          )
        : t('New task has been added and is now available for future kit builds'),
    })
  })
}

function describeFound(count: number): string {
  if (count === 0) return t('No task found. Add makes it one.')
  if (count > MOST_SHOWN)
    return many(
      count,
      '{count} task found, the first {shown} are shown',
      '{count} tasks found, the first {shown} are shown',
      { shown: MOST_SHOWN },
    )
  return many(count, '{count} task found', '{count} tasks found')
}
