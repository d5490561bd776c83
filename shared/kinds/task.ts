/** A task: what is done to the vehicle. A kit keeps the task's name, so a task is never missed. */
import type { KindRule } from './define.ts'

import { text } from './define.ts'
import { MAX_TASK } from './kit.ts'

export const taskRule: KindRule = {
  inKit: false,
  insertOnce: true,
  writers: 'owner',
  required: ['name'],
  cells: { name: text(MAX_TASK, { min: 1 }) },
}

/** What makes two task names the same: trimmed, inner space collapsed, case ignored. */
export function taskKey(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}
