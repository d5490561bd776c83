/** A row on its way into an entry: values by role, and what was refused of them. */
import { cleanText } from '#shared/define.ts'
import {
  otherMark,
  readNumber,
  type DecimalMark,
  type NumberText,
} from '#shared/money/numberText.ts'
import { quoted } from '#shared/text/quoted.ts'
import { t } from '#shared/words/words.ts'
import type { LogColumns, Role } from './columns.ts'

/** Sentence about an invalid text. */
export type Words = (values: { text: string }) => string
interface Value {
  head: string
  value: string
}

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

export class Row {
  /** Texts of refused values, with their heads: they are kept in the notes. */
  readonly refused: string[] = []
  readonly #values: (Value & { role: Role | null })[]
  readonly #mark: DecimalMark | null

  /** @param say takes a sentence about a value that cannot be stored */
  constructor(
    { heads, columns }: { heads: readonly string[]; columns: LogColumns },
    cells: readonly string[],
    mark: DecimalMark | null = null,
    readonly say: (text: string) => void = () => undefined,
  ) {
    this.#mark = mark
    this.#values = columns.map((role, at) => {
      const value = cleanText(cells[at] ?? '').trim()
      return { role, head: heads[at] ?? '', value: NOTHING.test(value) ? '' : value }
    })
  }

  all = (role: Role): Value[] => this.#values.filter((one) => one.role === role && one.value !== '')

  one = (role: Role): string => this.all(role)[0]?.value ?? ''

  refuse(role: Role, sentence: Words, said: Value | undefined = this.all(role)[0]): null {
    const { head, value } = said ?? { head: '', value: '' }
    const beside = BESIDE[role]
    const text = beside && this.one(beside) !== '' ? `${value} ${this.one(beside)}` : value
    this.say(sentence({ text: quoted(text) }))
    this.refused.push(head === '' ? text : `${head}: ${text}`)
    return null
  }

  /** A number up to `most`; null for an absent or refused one. */
  number(
    role: Role,
    isNone: Words,
    { most = Infinity, isOpen }: { most?: number; isOpen?: (read: NumberText) => boolean } = {},
  ): NumberText | null {
    const text = this.one(role)
    if (text === '' || this.#mark === null) return null
    const read = numberIn(text, this.#mark)
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

export const hasThreeDecimals = ({ decimals }: NumberText) => decimals.length === 3

/** In the languages that the apps are translated to. */
export const isYes = (text: string) =>
  /^(?:(?:1|x|true|yes|ja|s[íi]|sim|oui|tak|да)(?![\p{L}\d])|voll|full)/iu.test(text)
export const isNo = (text: string) => /^(|0|false|no|nein|não|non|nie|нет)$/i.test(text)

/** Number cells of a file, by role. */
export interface NumberCells {
  /** Odometers have no three decimals: "123.456" groups thousands. */
  mileage: readonly string[]
  /** Nobody fills up a thousand liters: "39.752" has decimals. */
  fuel: readonly string[]
  others: readonly string[]
}

/**
 * Decimal mark of a file: by a number that reads only one way, else by those that only one reading
 * makes sense of. Null where both are possible.
 */
export function decimalMarkIn({ mileage, fuel, others }: NumberCells): DecimalMark | null {
  const marksOf = (texts: readonly string[], isOpen: boolean) =>
    texts.flatMap((text) => {
      const read = readNumber(text)
      return read?.mark && read.isOpen === isOpen ? [read.mark] : []
    })
  const sure = marksOf([...mileage, ...fuel, ...others], false)
  const likely = [...marksOf(mileage, true).map(otherMark), ...marksOf(fuel, true)]
  for (const votes of [sure, likely]) {
    const more = votes.filter((mark) => mark === ',').length - votes.length / 2
    if (more !== 0) return more > 0 ? ',' : '.'
  }
  return sure.length + likely.length + marksOf(others, true).length > 0 ? null : '.'
}
