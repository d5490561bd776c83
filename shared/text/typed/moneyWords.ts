/**
 * What people write beside an amount to say its currency: one list for typed lines, carts and tables.
 * Pieces of patterns that ignore case. Which currency it is, `parseMoney` says, or asks.
 */

/** Codes that are no words of a part's name. */
const CODES =
  'eur|gbp|chf|cad|aud|nzd|jpy|cny|inr|sek|nok|dkk|isk|pln|czk|huf|ron|bgn|rsd|try|rub|uah|brl|mxn|ars|clp|zar|krw|thb|sgd|hkd|twd|idr|myr|php|vnd|ils|aed|sar|egp|pkr'
/** "C$", "A$" and others: a dollar of its own. */
const OTHER_DOLLARS = '(?:ca|c|au|a|nz|hk|sg|s|nt|mx|r)\\$'
/** "Fr" and "Rs" without a point are front right and a model. */
const WORDS =
  'euros?|pounds?|sfr\\.?|fr\\.|franken|kr\\.?|kronor|kroner|zł|zl|kč|rs\\.|rupees?|yen|円|元|лв|руб|грн'

/** Of any currency but dollars. */
export const FOREIGN = `(?:${OTHER_DOLLARS}|(?!\\$)\\p{Sc}|(?<!\\p{L})(?:${CODES}|${WORDS})(?!\\p{L}))`
/** Before an amount; a code stands apart, or before cents: CAD4500 is a part number. */
export const MONEY_BEFORE = `(?:${OTHER_DOLLARS}|us ?\\$|\\p{Sc}|(?:usd|${CODES})(?: |(?=\\d{1,7}(?:[.,'’ ]\\d{3}){0,2}[.,]\\d{2}(?!\\d)))|(?:${WORDS}) ?)`
/** Behind one. */
export const MONEY_BEHIND = `(?:${OTHER_DOLLARS}|us ?\\$|\\p{Sc}|(?:usd|dollars?|${CODES}|${WORDS})(?![\\p{L}\\d]))`
