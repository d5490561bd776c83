/** A comment on a kit: any account may write one. Its text is immutable. */
import type { Cells } from '../cells/cells.ts'

import { type KindRule, flag, serverWritten, text } from '../define.ts'
import { msOf } from '../cells/stamp.ts'

export const MAX_COMMENT = 5_000

export const commentRule: KindRule = {
  inKit: true,
  isOpen: true,
  collected: 'deleted',
  insertOnce: false,
  immutable: ['text'],
  writers: 'account',
  required: ['text'],
  cells: {
    text: text(MAX_COMMENT, { min: 1 }),
    /** By its author; for an administrator's deletion, by the server. */
    del: flag,
    /** By an administrator, with `del`: its author cannot restore it. */
    removed: serverWritten,
    /** `{id, name}`, null without the account. Its first stamp is the server's time of receipt. */
    author: serverWritten,
    /** By the kit's owner. */
    hidden: serverWritten,
  },
}

/** Author's name; "deleted user" for a deleted account, '' before the server has it. */
export function authorName(cells: Cells): string {
  const author = cells['author']
  if (!author) return ''
  const value = author[0]
  const name =
    value && typeof value === 'object' && !Array.isArray(value) ? value['name'] : undefined
  return typeof name === 'string' ? name : 'deleted user'
}

/** When a comment was written, milliseconds: from its stamp, which the server bounds. */
export function commentedAt(cells: Cells): number {
  const stamp = cells['text']?.[1]
  return stamp ? msOf(stamp) : 0
}
