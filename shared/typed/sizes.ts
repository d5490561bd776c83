/** Measures, threads, years and grades in a typed line: neither prices nor quantities. */

/** Units after a number, with or without a space. "in stock" is no measure. */
const UNIT_BEHIND =
  /^ ?-?(?:mm|cm|km|in(?! stock)|inch(?:es)?|ft|feet|foot|yd|yards?|["”″'′’°%]|ltrs?|lit(?:er|re)s?|ml|qts?|quarts?|gal(?:lon)?s?|pints?|fl\.? ?oz|oz|ounces?|grams?|kg|lbs?|pounds?|tons?|psi|bar|kpa|volts?|watts?|amps?|ah|mah|hp|kw|cc|cid|nm|ft-?lbs?|in-?lbs?|deg(?:rees?)?|grit|rpm|ohms?|gauge|awg|micron|miles?|months?|years?|hours?)(?![\p{L}\d])/iu
/** A single letter is a unit only in its usual case: "5 L", "12 V". */
const LETTER_BEHIND = /^ ?[lLmVWAg](?![\p{L}\d])/u
/** Words that make a number a property rather than a quantity. */
const KIND_BEHIND =
  /^ ?-?(?:speed|spd|way|point|pin|cyl(?:inders?)?|doors?|stroke|stage|series|row|rib|pole|prong|ply|lug|hole|teeth|tooth|pack|pk|count|ct|wheel|pot|piston|link|core|layer|pair|pr)(?![\p{L}\d])/iu

export const isOfUnit = (behind: string): boolean =>
  UNIT_BEHIND.test(behind) || LETTER_BEHIND.test(behind)

/** Whether the text after a number rules it out as an amount: "5 L", "4 wheel". */
export const isMeasuredBy = (behind: string): boolean =>
  isOfUnit(behind) || KIND_BEHIND.test(behind)

/** Norms and grades before a number. */
const NORM = 'dot|sae|api|iso|din|jaso|acea|gl|atf|dexron|norm|spec|ll|vw|mb'
const NORMED = new RegExp(`(?<![\\p{L}\\d])(?:${NORM})\\.? ?$`, 'iu')
const NAMED = new RegExp(
  `(?<![\\p{L}\\d])(?:${NORM}|no|nr|num|number|size|type|stage|gen|class|grade|mk|mark|series|model|level|group|bank|cyl|cylinder|step|rev|pos|of|set|for)\\.? ?$|# ?$`,
  'iu',
)

/** Whether the text before a number makes it a norm: VW 504.00 is no price. */
export const isNormedBy = (before: string): boolean => NORMED.test(before)

/** Whether the text before a number makes it a name: "size 12", "set of 4". */
export const isNamedBy = (before: string): boolean => NAMED.test(before)

export const isYear = (text: string) => /^(?:19[5-9]|20[0-3])\d$/.test(text)

/** Pitches of metric threads, and their screws: 14x1.50 is no price. */
const PITCHES = new Set([0.5, 0.7, 0.75, 0.8, 1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4])
const SCREWS = new Set([4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 22, 24, 26, 27, 28, 30])
export const isPitch = (value: number) => PITCHES.has(value)
export const isThread = (screw: number, pitch: number) => SCREWS.has(screw) && isPitch(pitch)

const SIDE = '\\d{1,5}(?:[.,]\\d{1,3})?'
/** "M14 x 1.5"; "14 x 20 mm", but at the start of a line the first number may be a quantity. */
export const SIZES = new RegExp(
  `(?<![\\w.,'’/°Ø-]|\\p{Sc})(?:[mø]${SIDE}(?:(?:[x×]${SIDE}){1,3}| ?[x×] ?${SIDE})|(?<!^ {0,3})${SIDE}(?: ?[x×] ?${SIDE}){1,2} ?(?:mm|cm|inch|in(?! stock)|ft|["”″])(?!\\w))`,
  'giu',
)

const MEASURES: readonly RegExp[] = [
  // 312mm, 12V, 4.2L, 500ml, 87C
  /^\d+(?:[.,]\d+)?(?:mm|cm|m|km|in|ft|l|ml|qt|gal|oz|g|kg|lbs?|psi|bar|v|w|a|ah|mah|hp|kw|cc|ci|cid|nm|k|c|f|pt|pc|pcs|x|deg|grit|rpm|ohm|st|nd|rd|th|wd|dr|spd|cyl|pk|ct)$/i,
  // 2.0T, 1.9TDI, 5.3
  /^\d[.,]\d(?:t|d|i|l|tdi|tfsi|fsi|tsi|hdi|cdi)?$/i,
  // 5W-40, 75W90
  /^\d{1,2}w-?\d{2}$/i,
  // M14x1.5, 14x20, 20x1,5mm, 4x4
  /^(?:[mø]\d+|\d+(?:[.,]\d+)?(?=[x×]))(?:[.,]\d+)?(?:[x×]\d+(?:[.,]\d+)?)*(?:mm|cm|in|")?$/i,
  // 1/2, 235/40, 235/40R18, 1/4-20, 1-1/4
  /^(?:p|lt)?\d{3}\/\d{2}(?:z?r\d{2})?$/i,
  /^\d{1,2}(?:-\d)?\/\d{1,2}(?:-\d{1,2})?$/,
  // 05-09, 10-32, 2005-2009, 05/2008
  /^\d{1,2}-\d{2}$/,
  /^(?:19|20)\d\d[-/–](?:\d\d|(?:19|20)\d\d)$/,
  /^\d{1,2}\/(?:\d{1,2}\/)?(?:19|20)\d\d$/,
  // B7, H11, R18, T30, ZR18, D2S, W5W, P21W, HB4
  /^z?[a-z]\d{1,2}[a-z]?$/i,
  /^(?:hb\d|wy?\d+w|p\d+w)$/i,
  // DOT4, R134a, R1234yf, ATF+4, 4WD
  /^(?:dot|gl|ll|sae|iso|api|sn|atf)-?\d+\+?$/i,
  /^r-?(?:12|134|1234)[a-z]*$/i,
]

/** Whether a word is a measure, thread, grade, year or tire, whatever digits it has. */
export function isMeasure(word: string): boolean {
  if (isYear(word)) return true
  const parts = word.split('/')
  const isPair = parts.length > 1 && parts.every((part) => part !== '' && /\d[vwa]$/i.test(part))
  return isPair || MEASURES.some((measure) => measure.test(word))
}
