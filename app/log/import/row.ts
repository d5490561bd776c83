/** A row on its way into an entry: values by role, and what was refused of them. */
import { cleanText } from '#shared/define.ts'
import { otherMark, readNumber } from '#shared/money/numberText.ts'
import type { DecimalMark, NumberText } from '#shared/money/numberText.ts'
import { quoted } from '#shared/text/quoted.ts'
import { t } from '#shared/words/words.ts'
import type { LogColumns, Role } from './columns.ts'
import type { FileRow } from './fileTables.ts'

/** Sentence about an invalid text. */
export type Words = (values: { text: string }) => string

/** Spellings of an empty value. */
const NOTHING = /^(?:|[-–—]+|n\/?a|null|none|\?+)$/i
/** Role that holds the unit of a value. */
const BESIDE: Partial<Record<Role, Role>> = {
  mileage: 'distanceUnit',
  every: 'everyUnit',
  fuel: 'fuelUnit',
  cost: 'currency',
  unitPrice: 'currency',
}

/** Meaning of the amounts of a file; null while ambiguous. */
export interface Settled {
  mark: DecimalMark | null
  /** A price beside fuel may be of all of it, or of one unit. */
  price: 'cost' | 'unitPrice' | null
}

export class Row {
  /** Values that cannot be stored, and that the row is no entry, in sentences. */
  readonly problems: { row: number; text: string }[] = []
  /** Texts of refused values, with their heads: they are kept in the notes. */
  readonly refused: string[] = []
  readonly #values: { role: Role | null; head: string; value: string }[]

  constructor(
    heads: readonly string[],
    columns: LogColumns,
    readonly file: FileRow,
    readonly settled: Settled = { mark: null, price: null },
  ) {
    this.#values = columns.flatMap((role, at) => {
      const value = cleanText(file.cells[at] ?? '').trim()
      const meant = role === 'price' ? settled.price : role
      return NOTHING.test(value) ? [] : [{ role: meant, head: heads[at] ?? '', value }]
    })
  }

  all = (...roles: Role[]) => this.#values.filter(({ role }) => role && roles.includes(role))
  one = (role: Role): string => this.all(role)[0]?.value ?? ''

  say(text: string): null {
    this.problems.push({ row: this.file.number, text })
    return null
  }

  refuse(role: Role, sentence: Words, [said] = this.all(role)): null {
    const { head = '', value = '' } = said ?? {}
    const unit = this.one(BESIDE[role] ?? role)
    const text = BESIDE[role] && unit ? `${value} ${unit}` : value
    this.refused.push(head === '' ? text : `${head}: ${text}`)
    return this.say(sentence({ text: quoted(text) }))
  }

  /** A number up to `most`; null for an absent one, and for one that is refused, as if open. */
  number(role: Role, isNone: Words, most: number, isOpen?: (read: NumberText) => boolean) {
    const text = this.one(role)
    const { mark } = this.settled
    if (text === '' || mark === null) return null
    const read = numberIn(text, mark)
    if (read && isOpen?.(read))
      return this.refuse(role, (values) => t('{text} can be read in two ways', values))
    return read && read.value <= most ? read : this.refuse(role, isNone)
  }
}

/** One number, also "120k" and "~ 142,000"; null for none, several, or a negative one. */
function numberIn(text: string, mark: DecimalMark): NumberText | null {
  const read = readNumber(text, mark)
  // ".5" must not become 5.
  if (!read || read.isNegative || read.whole === '') return null
  const [, isThousands, unit = ''] = /^(k(?![\p{L}\d]))?(.*)$/isu.exec(read.behind) ?? []
  const words = `${read.before.replace(/^\s*(?:[~≈]|ca?\.|about\b)/i, '')} ${unit}`.trim()
  return { ...read, words, ...(isThousands && { value: read.value * 1_000, decimals: '' }) }
}

/** In the languages that the apps are translated to. */
export const isYes = (text: string) =>
  /^(?:(?:1|x|true|yes|ja|s[íi]|sim|oui|tak|да)(?![\p{L}\d])|voll|full)/iu.test(text)
export const isNo = (text: string) => /^(|0|false|no|nein|não|non|nie|нет)$/i.test(text)

/**
 * Decimal mark of a file: by a number that reads only one way, else by those that only one reading
 * makes sense of. Null where both are possible.
 * @param mileage has no three decimals: "123.456" groups thousands
 * @param fuel is no thousand liters: "39.752" has decimals
 */
export function decimalMarkIn(
  mileage: readonly string[],
  fuel: readonly string[],
  others: readonly string[],
): DecimalMark | null {
  const marksOf = (texts: readonly string[], wanted: boolean) =>
    texts.flatMap((text) => {
      const { mark = '', isOpen } = readNumber(text) ?? {}
      return mark && isOpen === wanted ? [mark] : []
    })
  const sure = marksOf([...mileage, ...fuel, ...others], false)
  const likely = [...marksOf(mileage, true).map(otherMark), ...marksOf(fuel, true)]
  for (const votes of [sure, likely]) {
    const more = votes.filter((mark) => mark === ',').length - votes.length / 2
    if (more !== 0) return more > 0 ? ',' : '.'
  }
  return [...sure, ...likely, ...marksOf(others, true)].length > 0 ? null : '.'
}
