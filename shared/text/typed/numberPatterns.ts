/** What the patterns for amounts are made of. Flags: `dgiu`, so that groups have a place. */

/** "12.98", "1,299.00", "1.299,50", "1 299,50", ".5", "12" */
export const NUMBER = String.raw`(?:\d{1,3}(?:[.,'’]\d{3})+(?:[.,]\d{1,2})?|\d{1,3}(?: \d{3})+[.,]\d{2}|\d{1,9}(?:[.,]\d{1,2})?|[.,]\d{1,2})`
/** No number begins or ends inside of another, or of a word. */
export const START = String.raw`(?<![\w.,'’/°Ø$€£-])`
export const END = String.raw`(?![\d'’]|[.,]\d|\p{L})`
export const COUNT_END = String.raw`(?![\w/%°"”″′'’-]|[.,]\d)`
export const BEFORE_MONEY = String.raw`us ?\$|[$€£¥₹]|(?:usd|eur|gbp|cad|aud|chf) |@ ?\$?|à |(?:price|cost)(?: each)?:? ?\$?`
export const BEHIND_MONEY = String.raw`[$€£¥₹]|(?:usd|dollars?|eur(?:os?)?|gbp|cad|aud|chf)(?!\w)`
export const OF_EACH =
  /^ ?(?:\/ ?|per |a )?(?:each|ea\.?|apiece|pcs?\.?|piece|unit|stk\.?|stück)(?![\p{L}\d])/iu

/** With the flag for places, see `spanOf`. */
export const pattern = (source: string) => new RegExp(source, 'dgiu')
