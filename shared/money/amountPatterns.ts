/**
 * How amounts are found inside of a text; `readNumber` reads them, and `parseMoney` decides which
 * currency a sign is, or asks. Every repetition is bounded: a long line takes linear time.
 */

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
const SIGN_BEFORE = `(?:${OTHER_DOLLARS}|us ?\\$|\\p{Sc}|(?:usd|${CODES})(?: |(?=\\d{1,7}(?:[.,'’ ]\\d{3}){0,2}[.,]\\d{2}(?!\\d)))|(?:${WORDS}) ?)`
const SIGN_BEHIND = `(?:${OTHER_DOLLARS}|us ?\\$|\\p{Sc}|(?:usd|dollars?|${CODES}|${WORDS})(?![\\p{L}\\d]))`
/** "price:", "@": before an amount, and no currency. */
const LABEL = '(?:@|à |(?:price|cost)(?: each)?:?)'
export const PRICE_LABEL = new RegExp(`^${LABEL} ?`, 'iu')
const BEFORE = `(?:(?:${LABEL} ?)?${SIGN_BEFORE}|${LABEL})`

/** A number behind it is a quantity, whatever currency follows. */
const COUNTED = '(?:qty|quantity|menge|anzahl|quantit[ée]|qt[ée]|cantidad)\\.? ?[:=#]? ?'
export const COUNT_LABEL = new RegExp(`(?<!\\w)${COUNTED}$`, 'iu')

/** No number begins inside of another one or a word, but for the "x" of "8x12.98". */
const ALONE = "(?<![\\w.,'’/°Ø-]|\\p{Sc})"
const START = `(?:${ALONE}|(?<=(?<!\\p{L})[x×]))`
const NUMBER = "\\d{1,7}(?:[.,'’]\\d{1,4}){0,3}"
/** "1 299,50"; "4 164.50" without a sign may be two numbers, and "x2 100,00" is. */
const SPACED = '\\d{1,3}(?: \\d{3}){1,2}'
/** Letters that may follow without a blank: "12.98x2", "2pcs". */
const BEHIND = '[x×](?!\\p{L})|(?:pcs?|pieces?|stk|stück|pi[eè]ces?|uds?|units?|each|ea)(?!\\p{L})'

/** A number with what makes it money: "$12.98", "12.98 USD", "price 9", "12,- €"; or a bare one. */
export const AMOUNT = new RegExp(
  `(?:(?<!(?![x×])[\\w.,/-])(?<before>${BEFORE} ?)(?<said>${SPACED}[.,]\\d{2}|[.,]?${NUMBER})|${START}(?<bare>${ALONE}(?<!${COUNTED})${SPACED}(?:,\\d{2}|\\.\\d{2}(?= ?${SIGN_BEHIND}))|${NUMBER}))(?<round>[.,][-–—]{1,2}|[:/][-–=](?=\\s|$))?(?<sign>(?<!${COUNTED}\\d{1,6}) ?${SIGN_BEHIND})?(?![\\d'’]|[.,]\\d|(?!${BEHIND})\\p{L})`,
  'giu',
)

/** Numbers that may be a price or a quantity without a word that says so, and "-$5". */
export const LEFT_OVER = new RegExp(
  `[-–]?${BEFORE} ?\\d(?:[\\d.,]{0,12}\\d)?|(?<!\\S)[-–]\\d{1,7}(?:[.,]\\d{1,2})?(?! ?[°%]|\\S)|(?<bare>(?:(?<![\\w.,'’/°Ø-]|\\p{Sc})(?:\\d{1,4}|\\d{2,7}[.,]\\d|\\d{1,3}[.,]\\d{3})(?!/|-\\w)|(?<![\\w.,'’])\\d{1,7}[.,]\\d{2})(?![\\w%°"”″′'’]|[.,]\\d))`,
  'giu',
)
