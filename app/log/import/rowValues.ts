/** Values of a row by role, and messages about refused ones. */
import type { NumberText } from '#shared/money/numberText.ts'
import type { LogColumns, Role } from './columns.ts'

import { cleanText } from '#shared/define.ts'
import { t } from '#shared/words/words.ts'

/** Values of a row by role. */
export const allOf =
  (columns: LogColumns, heads: readonly string[], cells: readonly string[]): All =>
  (role) =>
    columns.flatMap((each, at) => {
      const value = each === role ? cleanText(cells[at] ?? '').trim() : ''
      return !NOTHING.test(value) ? [{ head: heads[at] ?? '', value }] : []
    })

/** Spellings of an empty value. */
const NOTHING = /^(?:|[-–—]+|n\/?a|null|none|\?+)$/i

export type One = (role: Role) => string
export type All = (role: Role) => { head: string; value: string }[]
/** Message about an invalid text. */
export type Words = (values: { text: string }) => string
/** Refuses a value, and keeps its text in the notes. */
export type Refuse = (role: Role, sentence: Words) => null
/** Null for an absent or refused value; an ambiguous one is refused. */
export type Amount = (
  role: Role,
  most: number,
  isNone: Words,
  isOpen: (read: NumberText) => boolean,
) => NumberText | null

export const isTwo: Words = (values) => t('{text} can be read in two ways', values)
export const hasThreeDecimals = ({ decimals }: NumberText) => decimals.length === 3

/** In the languages that the apps are translated to. */
export const isYes = (text: string) =>
  /^(1|x|true|yes|ja|s[íi]|sim|oui|tak|да|voll.*|full.*)\b/i.test(text) || text === 'да'
