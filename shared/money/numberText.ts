/** Cuts a number out of the words around it: "1,234.50", "1.234,50 €", "CHF 1'200", "12.–". */

export type DecimalMark = '.' | ','

export interface NumberText {
  /** As written, from its first to its last character. */
  amount: string
  /** Words before it, without a minus, and behind it; and both, with the sign of `ROUND`. */
  before: string
  behind: string
  words: string
  isNegative: boolean
  /** Decimal mark; '' where none is written or known. */
  mark: DecimalMark | ''
  /** Digits, without thousands' marks; `whole` is '' in ".5". */
  whole: string
  decimals: string
  value: number
  isGrouped: boolean
  /** "1.234", read as decimals, may be thousands. */
  isOpen: boolean
}

/** From first to last digit; ".5" and "$ .5" have a point before it, "Rs.5" has none. */
const NUMBER = /(?:(?<![^\s$€£¥₹])[.,])?\d(?:[\d.,\s'’`´]*\d)?/
/** India groups by two above the first thousand: "12,34,567". */
const GROUPED = /^[1-9]\d{0,2}(?:([.,'’`´ ])\d{3})(?:\1\d{3})*$|^[1-9]\d?(?:,\d\d)+,\d{3}$/
const SIGN = /[-−–]/
/** "12.–", "12,--", "449:-" in Sweden and "1250/-" in India: no decimals, and a sign there. */
const ROUND = /^[.,]\s?[-–—]{1,2}(?!\d)|^\s?([/:])[-–=](?=\s|$)|^[.,](?=\s|$)/

/**
 * @param known decimal mark: a number written otherwise is none
 * @returns null for no number, or for several
 */
export function readNumber(text: string, known?: DecimalMark): NumberText | null {
  const { 0: found = '', index = 0 } = NUMBER.exec(text) ?? {}
  const amount = found.replaceAll(/\s/g, ' ')
  const ahead = text.slice(0, index)
  const before = ahead.replace(SIGN, '')
  const tail = text.slice(index + amount.length)
  const [round = '', local] = ROUND.exec(tail) ?? []
  const behind = tail.slice(round.length)
  const mark = known ?? markOf(amount)
  const [written = '', decimals = '', ...more] = mark === '' ? [amount] : amount.split(mark)
  const isGrouped = GROUPED.test(written)
  const isNumber = /^\d*$/.test(decimals) && (isGrouped || /^\d*$/.test(written))
  if (amount === '' || !isNumber || more.length > 0 || /[\d−–-]/.test(behind)) return null
  const whole = written.replaceAll(/\D/g, '')
  const isOpen = !known && decimals.length === 3 && /^[1-9]\d{0,2}$/.test(written)
  const value = Number(`0${whole}.${decimals}0`)
  const said = local ? `${local}- ${behind}` : behind
  const around = { before, behind, words: `${before} ${said}`.trim() }
  const isNegative = SIGN.test(ahead)
  return { amount, ...around, isNegative, mark, whole, decimals, value, isGrouped, isOpen }
}

/** The last mark, unless it stands twice: it groups thousands then. */
function markOf(amount: string): DecimalMark | '' {
  const mark = amount.lastIndexOf('.') > amount.lastIndexOf(',') ? '.' : ','
  const times = amount.split(mark).length - 1
  return times === 0 ? '' : times === 1 ? mark : otherMark(mark)
}

export const otherMark = (mark: DecimalMark): DecimalMark => (mark === '.' ? ',' : '.')
