/** The values of a row of a file by what they are, and what is said of one that is not taken. */
import type { ReadNumber } from './amounts.ts'
import type { LogColumns, Role } from './columns.ts'

import { cleanText } from '#shared/kinds/define.ts'
import { t } from '#shared/words/words.ts'

/** The values of a row by what they are. */
export const allOf =
  (columns: LogColumns, heads: readonly string[], cells: readonly string[]): All =>
  (role) =>
    columns.flatMap((each, at) => {
      const value = each === role ? cleanText(cells[at] ?? '').trim() : ''
      return !NOTHING.test(value) ? [{ head: heads[at] ?? '', value }] : []
    })

/** As people and programs write that there is none. */
const NOTHING = /^(?:|[-–—]+|n\/?a|null|none|\?+)$/i

export type One = (role: Role) => string
export type All = (role: Role) => { head: string; value: string }[]
/** Says of a text that it is no such value. */
export type Words = (values: { text: string }) => string
/** Says so of the value of a row, and keeps its text in the notes. */
export type Refuse = (role: Role, sentence: Words) => null
/** Null for none, and for one that was refused: also where two readings of it are likely. */
export type Amount = (
  role: Role,
  most: number,
  isNone: Words,
  isOpen: (read: ReadNumber) => boolean,
) => ReadNumber | null

export const isTwo: Words = (values) => t('{text} can be read in two ways', values)
export const hasThreeDecimals = ({ decimals }: ReadNumber) => decimals === 3

/** In the languages of the apps that translate it. */
export const isYes = (text: string) =>
  /^(1|x|true|yes|ja|s[íi]|sim|oui|tak|да|voll.*|full.*)\b/i.test(text) || text === 'да'
