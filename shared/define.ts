/**
 * Grammar of the register in schema.ts: row kinds and their cell rules. Plain functions instead of
 * a schema library: every edit on the phone runs them, and the first load should not pay for a
 * parser.
 */

/** Who may receive a cell: everybody with the link, or only the owner's devices. */
export type Audience = 'link' | 'owner'

export interface CellRule {
  /** Machine code of the problem (its sentence is in problem.ts), or null. */
  problem: (value: unknown) => string | null
  audience: Audience
}

export interface KindRule {
  cells: Record<string, CellRule>
  /** Cells without which a new row is not inserted. */
  required: readonly string[]
  /** Whether the row belongs to a kit or stands alone. */
  inKit: boolean
  /** Whether a row counts toward its kit's size and latest change. */
  isContent?: true
  /** Most alive rows in a kit. */
  most?: number
  /** Bytes a row adds to its kit besides its cells. */
  bytes?: number
  /** Whether accounts may add rows to somebody else's kit; the server writes who did. */
  isOpen?: true
  /** A cell, and the key of its text: an owner's rows with the same key are one row. */
  sameBy?: { cell: string; keyOf: (text: string) => string }
  /** Whether the row is immutable once stored. */
  insertOnce: boolean
  /** Cells that are immutable once stored, in a row that is not. */
  immutable?: readonly string[]
  /** Who may add rows: the owner, only an owner with an account, or the server alone. */
  writers: 'owner' | 'account' | 'server'
  /** Event long after which a row is collected: its deletion or writing. Else with its kit. */
  collected?: 'deleted' | 'written'
}

// PostgreSQL text refuses U+0000, jsonb lone surrogates: either would poison a batch forever.
const UNSTORABLE = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** Whether text can be stored everywhere. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text)
}

/** Text without unstorable characters; everything typed goes through this. */
export function cleanText(text: string): string {
  return text.replaceAll(new RegExp(UNSTORABLE, 'g'), '')
}

/** Text of at most `max` UTF-16 units; with `min`, at least that many after trimming. */
export function text(max: number, { min = 0 } = {}, audience: Audience = 'link'): CellRule {
  return {
    audience,
    problem: (value) => {
      if (typeof value !== 'string') return 'not_text'
      if (value.length > max) return 'too_long'
      if (!isStorable(value)) return 'bad_characters'
      return value.trim().length < min ? 'empty' : null
    },
  }
}

/** An integer in a range; `null` for unknown, if allowed. */
export function integer(
  min: number,
  max: number,
  code: string,
  { nullable = false } = {},
): CellRule {
  return {
    audience: 'link',
    problem: (value) => {
      if (value === null && nullable) return null
      const isFine =
        typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
      return isFine ? null : code
    },
  }
}

export function choice(words: readonly string[], audience: Audience = 'link'): CellRule {
  return {
    audience,
    problem: (value) =>
      typeof value === 'string' && words.includes(value) ? null : 'not_a_choice',
  }
}

export const flag: CellRule = {
  audience: 'link',
  problem: (value) => (typeof value === 'boolean' ? null : 'not_a_flag'),
}

/** Written by the server alone: refused from anybody else. */
export const serverWritten: CellRule = { audience: 'link', problem: () => 'forbidden' }

/** Judged by a function of the kind's own file. */
export function judged(
  problem: (value: unknown) => string | null,
  audience: Audience = 'link',
): CellRule {
  return { audience, problem }
}

/** Fractional index: sorts the rows of a kit, with room between any two. */
export const orderKey: CellRule = judged((value) =>
  typeof value === 'string' && /^[A-Za-z0-9]{1,100}$/.test(value) ? null : 'invalid_order',
)

/** Sorts rows by order key, then id, so every device shows the same order. */
export function byOrder(a: { ord: string; id: string }, b: { ord: string; id: string }): number {
  return compare(a.ord, b.ord) || compare(a.id, b.id)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
