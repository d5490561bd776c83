/** A task: the job done to the vehicle. Kits store its name, so a deleted task leaves no gap. */

import { type KindRule, text } from '../define.ts'
import { MAX_TASK } from './kit.ts'

/** Comparison key of a task name: trimmed, inner space collapsed, case ignored. */
export function taskKey(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

export const taskRule: KindRule = {
  inKit: false,
  sameBy: { cell: 'name', keyOf: taskKey },
  insertOnce: true,
  writers: 'owner',
  required: ['name'],
  cells: { name: text(MAX_TASK, { min: 1 }) },
}
