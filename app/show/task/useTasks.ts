import type { Cells } from '#shared/cells/cells.ts'

import { BUILT_IN_TASKS } from '#shared/kinds/builtInTasks.ts'
import { byLanguage } from '#shared/words/words.ts'
import { taskKey } from '#shared/kinds/task.ts'
import { useLiveQuery } from '../../data/device/useLiveQuery.ts'
import { shownPrincipal } from '../../data/device/device.ts'
import { ofKind } from '../../data/device/ranges.ts'

export interface Task {
  name: string
  /** Not synced yet. */
  isWaiting: boolean
}

/** Known tasks: built-in ones, then everybody's by name. */
export function useTasks(): Task[] {
  return useLiveQuery(readTasks) ?? listTasks([], [])
}

async function readTasks(): Promise<Task[]> {
  const [rows, pending] = await ofKind(shownPrincipal(), 'task')
  return listTasks(rows.map(nameOf), pending.map(nameOf))
}

function nameOf({ cells }: { cells: Cells }): string {
  const name = cells['name']?.[0]
  return typeof name === 'string' ? name.trim() : ''
}

const orders = byLanguage((tag) => new Intl.Collator(tag, { numeric: true, sensitivity: 'base' }))

/** One task per name, in any case. */
export function listTasks(confirmed: readonly string[], waiting: readonly string[]): Task[] {
  const order = orders()
  const own = [
    ...confirmed.map((name) => ({ name, isWaiting: false })),
    ...waiting.map((name) => ({ name, isWaiting: true })),
  ].sort((a, b) => order.compare(a.name, b.name))
  const all = [...BUILT_IN_TASKS.map((name) => ({ name, isWaiting: false })), ...own]
  const byKey = new Map<string, Task>()
  for (const task of all) {
    const key = taskKey(task.name)
    if (key !== '' && !byKey.has(key)) byKey.set(key, task)
  }
  return [...byKey.values()]
}
