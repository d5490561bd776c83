/**
 * Patterns for amounts in a typed line, together because they share pieces. Every repetition is
 * bounded: a long line takes linear time.
 */

// Currency marks beside an amount, shared by typed lines, carts and tables. `parseMoney` decides
// which currency it is, or asks.

/** Codes that do not occur in part names. */
const CODES =
  'eur|gbp|chf|cad|aud|nzd|jpy|cny|inr|sek|nok|dkk|isk|pln|czk|huf|ron|bgn|rsd|try|rub|uah|brl|mxn|ars|clp|zar|krw|thb|sgd|hkd|twd|idr|myr|php|vnd|ils|aed|sar|egp|pkr'
/** Prefixed dollars: "C$", "A$" and others. */
const OTHER_DOLLARS = '(?:ca|c|au|a|nz|hk|sg|s|nt|mx|r)\\$'
/** "Fr" and "Rs" without a point are front right and a model. */
const WORDS =
  'euros?|pounds?|sfr\\.?|fr\\.|franken|kr\\.?|kronor|kroner|zł|zl|kč|rs\\.|rupees?|yen|円|元|лв|руб|грн'

/** Any currency but dollars. */
export const FOREIGN = new RegExp(
  `(?:${OTHER_DOLLARS}|(?!\\$)\\p{Sc}|(?<!\\p{L})(?:${CODES}|${WORDS})(?!\\p{L}))`,
  'iu',
)
/** Before an amount; a code needs a space, or cents after it: CAD4500 is a part number. */
const MONEY_BEFORE = `(?:${OTHER_DOLLARS}|us ?\\$|\\p{Sc}|(?:usd|${CODES})(?: |(?=\\d{1,7}(?:[.,'’ ]\\d{3}){0,2}[.,]\\d{2}(?!\\d)))|(?:${WORDS}) ?)`
/** After an amount. */
const MONEY_BEHIND = `(?:${OTHER_DOLLARS}|us ?\\$|\\p{Sc}|(?:usd|dollars?|${CODES}|${WORDS})(?![\\p{L}\\d]))`

const COUNT_LABEL = '(?:qty|quantity|menge|anzahl|quantit[ée]|qt[ée]|cantidad)\\.? ?[:=#]? ?'
/** "12.98", "1,299.00", "1.299,50", "1 299,50", ".5", "12" */
const NUMBER = `(?:\\d{1,3}(?:[.,'’]\\d{3}){1,2}(?:[.,]\\d{1,2})?|\\d{1,3}(?: \\d{3}){1,2}[.,]\\d{2}|\\d{1,7}(?:[.,]\\d{1,2})?|[.,]\\d{1,2})`
/** "12,-", "12.–": in place of cents. */
const ROUND = '[.,][-–—]{1,2}'
/** No number starts or ends inside another number or word; "qty 2" is a quantity, not an amount. */
const START = `(?<![\\w.,'’/°Ø-]|\\p{Sc}|${COUNT_LABEL})`
const END = "(?![\\d'’]|[.,]\\d|\\p{L})"
const COUNT_END = '(?![\\w/%°"”″′\'’-]|[.,]\\d)'
/** "price:", "@": labels before an amount that name no currency. */
const LABEL = '(?:@|à |(?:price|cost)(?: each)?:?)'
export const PRICE_LABEL = new RegExp(`^${LABEL} ?`, 'iu')
const BEFORE = `(?:(?:${LABEL} ?)?${MONEY_BEFORE}|${LABEL})`
const SIDE = '\\d{1,5}(?:[.,]\\d{1,3})?'

export const OF_EACH =
  /^ ?(?:\/ ?|per |a )?(?:each|ea\.?|apiece|pcs?\.?|piece|unit|stk\.?|stück)(?![\p{L}\d])/iu

/** "$12", "-$5" */
export const MONEY = new RegExp(`[-–]?(?:${BEFORE}) ?\\d(?:[\\d.,]{0,12}\\d)?`, 'giu')

/** "12", "2.5", "12.98": possible amounts without any label. */
export const ANY_NUMBER = new RegExp(
  `(?:${START}(?:\\d{1,4}|\\d{2,7}[.,]\\d|\\d{1,3}[.,]\\d{3})(?![/]|-\\w)|(?<![\\w.,'’])\\d{1,7}[.,]\\d{2})(?![\\w%°"”″′'’]|[.,]\\d)`,
  'giu',
)

/** "-5": a discount, or a price after a dash. */
export const NEGATIVE = /(?<!\S)[-–]\d{1,7}(?:[.,]\d{1,2})?(?! ?[°%]|\S)/gu

/** "M14 x 1.5" */
export const METRIC = new RegExp(
  `${START}[mø]${SIDE}(?:(?:[x×]${SIDE}){1,3}| ?[x×] ?${SIDE})`,
  'giu',
)

/** "14 x 20 mm" */
export const MEASURED = new RegExp(
  `${START}${SIDE}(?: ?[x×] ?${SIDE}){1,2} ?(?:mm|cm|inch|in(?! stock)|ft|["”″])(?!\\w)`,
  'giu',
)

/** "2 x 12.98", "2 @ 9" */
export const TIMES_PRICE = new RegExp(
  `${START}(?<count>\\d{1,4}) ?(?<times>[x×*@]) ?(?<before>${MONEY_BEFORE})? ?(?<price>${NUMBER})(?<behind> ?(?:${MONEY_BEHIND}))?${END}`,
  'giu',
)

/** "$12.98 x2", "12.98 each x 2" */
export const PRICE_TIMES = new RegExp(
  `(?:(?<![\\w.,/-])(?<before>${BEFORE}) ?|${START})(?<price>${NUMBER})(?<behind> ?(?:${MONEY_BEHIND}))?(?<each> ?\\/? ?(?:each|ea\\.?|pc))? ?(?<times>[x×*]) ?(?<count>\\d{1,6})${COUNT_END}`,
  'giu',
)

/** "$12.98", "12.98 USD", "price 9", "2 for $20", "12,- €" */
export const SAID_PRICE = new RegExp(
  `(?:(?<for>${START}\\d{1,3}) ?(?:for|\\/) ?(?=${MONEY_BEFORE}))?(?:(?<![\\w.,/-])(?<before>${BEFORE}) ?(?<amount>${NUMBER})(?:${ROUND})?(?: ?(?:${MONEY_BEHIND}))?|${START}(?<bare>${NUMBER})(?:(?:${ROUND})? ?(?:${MONEY_BEHIND})|${ROUND}(?!\\w)))${END}`,
  'giu',
)

/** "12.98", "1,299.00": a number with cents. */
export const BARE_PRICE = new RegExp(
  `${START}(?:\\d{1,3}(?:[.,'’]\\d{3}){1,3}[.,]\\d{2}|\\d{1,3}(?: \\d{3}){1,3},\\d{2}|\\d{1,7}[.,]\\d{2})(?![\\d'’%°"”″]|\\/(?! ?(?:each|ea|pcs?|piece|unit))|[.,]\\d|-\\w|[x×]\\d)`,
  'giu',
)

/** "qty 2", "Menge: 2" */
export const LABELLED_COUNT = new RegExp(
  `(?<!\\w)${COUNT_LABEL}(?<count>\\d{1,6})${COUNT_END}`,
  'giu',
)

/** "x2", "x 2" */
export const X_COUNT = new RegExp(
  `(?<![\\w.,/°"-])\\(?[x×](?<blank> ?)(?<count>\\d{1,6})${COUNT_END}\\)?`,
  'giu',
)

/** "2x", "2 x" */
export const COUNT_X = new RegExp(`${START}\\(?(?<count>\\d{1,6}) ?[x×](?!\\w)\\)?`, 'giu')

/** "2 pcs" */
export const COUNT_OF_PIECES = new RegExp(
  `${START}\\(?(?<count>\\d{1,6})(?<dash> ?-)? ?(?<word>pcs?\\.?|pieces?|stk\\.?|stück|pi[eè]ces?|uds?\\.?|units?)(?![\\p{L}\\d])\\)?`,
  'giu',
)

/** "2 each" */
export const COUNT_EACH = new RegExp(
  `${START}(?<count>\\d{1,4}) ?(?:each|ea\\.?)(?![\\p{L}\\d])`,
  'giu',
)
