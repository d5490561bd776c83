/** A comment on a kit: by any account, in anybody's kit. Its text never changes. */
import type { Cells } from '../sync/cells.ts'
import type { KindRule } from './define.ts'

import { flag, serverWritten, text } from './define.ts'
import { msOf } from '../sync/stamp.ts'

export const MAX_COMMENT = 5_000

export const commentRule: KindRule = {
  inKit: true,
  isOpen: true,
  insertOnce: false,
  immutable: ['text'],
  writers: 'account',
  required: ['text'],
  cells: {
    text: text(MAX_COMMENT, { min: 1 }),
    /** By its author; an administrator's deletion is written by the server. */
    del: flag,
    /** By an administrator, with `del`: its author does not bring it back. */
    removed: serverWritten,
    /** `{id, name}`, null once the account is gone. Its first stamp is when the server got it. */
    author: serverWritten,
    /** By the owner of the kit. */
    hidden: serverWritten,
  },
}

/** The author's name; "deleted user" for an account that is gone, '' before the server has it. */
export function authorName(cells: Cells): string {
  const author = cells['author']
  if (!author) return ''
  const value = author[0]
  const name =
    value && typeof value === 'object' && !Array.isArray(value) ? value['name'] : undefined
  return typeof name === 'string' ? name : 'deleted user'
}

/** When a comment was written, milliseconds: by its stamp, which the server has bounded. */
export function commentedAt(cells: Cells): number {
  const stamp = cells['text']?.[1]
  return stamp ? msOf(stamp) : 0
}
