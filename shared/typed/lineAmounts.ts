/** Numbers of a typed line, with what stands around them. */
import { AMOUNT, PRICE_LABEL } from '../money/amountPatterns.ts'
import { readNumber } from '../money/numberText.ts'
import { spanOf, type Span, type TypedText } from './typedText.ts'

/** A number of a line; its span has its currency. */
export interface Amount extends Span {
  digits: Span
  value: number
  isCount: boolean
  hasCents: boolean
  isMoney: boolean
  isEach: boolean
  /** With its label, and "each". */
  whole: Span
  /** Open text before and after the whole. */
  before: string
  after: string
}

const EACH =
  /^ ?(?:\/ ?|per |a )?(?:each|ea\.?|apiece|pcs?\.?|piece|unit|stk\.?|stück)(?![\p{L}\d])/iu

/** Numbers of a line that are not settled yet. */
export function amountsOf(text: TypedText): Amount[] {
  return Array.from(text.open.matchAll(AMOUNT), (match) => {
    const {
      before = '',
      said = '',
      bare: number = said,
      round = '',
      sign = '',
    } = match.groups ?? {}
    const { from, to } = spanOf(match)
    const digits = { from: from + before.length, to: from + before.length + number.length }
    const read = readNumber(number)
    const hasCents = read?.decimals.length === 2
    const isMoney = before + round + sign !== ''
    const [each = ''] = (isMoney || hasCents ? EACH.exec(text.after(to)) : null) ?? []
    return {
      from: digits.from - before.replace(PRICE_LABEL, '').length,
      to: sign === '' && /^[.,]|^$/.test(round) ? digits.to : to,
      digits,
      value: read?.value ?? NaN,
      isCount: !isMoney && /^\d{1,6}$/.test(number) && !/^[/%°"”″′'’-]/.test(text.after(to)),
      hasCents,
      isMoney,
      isEach: each !== '' || /^[@à]|each/i.test(before),
      whole: { from, to: to + each.length },
      before: text.before(from),
      after: text.after(to + each.length),
    }
  })
}
