/**
 * The grammar of the register in schema.ts: what a kind of row is and what a cell may hold.
 * Plain functions instead of a schema library, because every edit on the phone runs them and the
 * first load should not pay for a parser.
 */

/** Who may ever receive a cell: everybody with the link, or only the owner's own devices. */
export type Audience = 'link' | 'owner'

export interface CellRule {
  /** A machine code for what is wrong with a value (its sentence is in problem.ts), or null. */
  problem: (value: unknown) => string | null
  audience: Audience
}

export interface KindRule {
  cells: Record<string, CellRule>
  /** The cells without which a new row is not inserted. */
  required: readonly string[]
  /** Whether the row belongs to a kit (true) or stands alone. */
  inKit: boolean
  /** Whether accounts may add rows to a kit that is not theirs. */
  isOpen?: boolean
  /** Whether the row never changes once it is stored. */
  insertOnce: boolean
  /** Cells that never change once they are stored, where the row may. */
  immutable?: readonly string[]
  /** Who may add rows: the owner, only an owner with an account, or the server alone. */
  writers: 'owner' | 'account' | 'server'
}

// PostgreSQL text cannot hold U+0000 and jsonb no lone surrogates: one of them would poison a
// whole batch for ever.
const UNSTORABLE = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** Whether text can be stored everywhere. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text)
}

/** Text without the characters that cannot be stored; what a person types goes through this. */
export function cleanText(text: string): string {
  return text.replaceAll(new RegExp(UNSTORABLE, 'g'), '')
}

/** Text of at most `max` UTF-16 units; with `min`, at least so many after trimming. */
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

/** A whole number in a range; `null` when it is not known, if allowed. */
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

/** One of a few words. */
export function choice(words: readonly string[], audience: Audience = 'link'): CellRule {
  return {
    audience,
    problem: (value) =>
      typeof value === 'string' && words.includes(value) ? null : 'not_a_choice',
  }
}

/** True or false. */
export const flag: CellRule = {
  audience: 'link',
  problem: (value) => (typeof value === 'boolean' ? null : 'not_a_flag'),
}

/** Written by the server alone: whoever else sends one is refused. */
export const serverWritten: CellRule = { audience: 'link', problem: () => 'forbidden' }

/** Anything a function of the noun's own file judges. */
export function judged(
  problem: (value: unknown) => string | null,
  audience: Audience = 'link',
): CellRule {
  return { audience, problem }
}

/** A fractional key: rows of a kit sort by it, and a new one always fits between two. */
export const orderKey: CellRule = judged((value) =>
  typeof value === 'string' && /^[A-Za-z0-9]{1,100}$/.test(value) ? null : 'invalid_order',
)

/** Sorts rows by their order key; ties go by id, so that every device shows the same order. */
export function byOrder(a: { ord: string; id: string }, b: { ord: string; id: string }): number {
  return compare(a.ord, b.ord) || compare(a.id, b.id)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
