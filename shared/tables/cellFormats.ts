/** Number formats of spreadsheets: they make a number a day, or an amount with its unit. */

/** Formats that files do not spell out: decimals and percents; days; others are plain. */
const KNOWN: Readonly<Record<string, string>> = { 2: '0.00', 4: '0.00', 9: '0%', 10: '0.00%' }
const KNOWN_DAY = /^(1[4-9]|2[0-27-9]|3[0-6]|4[5-7]|5[0-8])$/

/** Code of a built-in format. */
export const knownFormat = (id: string): string => KNOWN[id] ?? (KNOWN_DAY.test(id) ? 'y' : '')

/** Words of a code: quoted, escaped, currencies; widths and conditions, which have none. */
const WORDS =
  /"([^"]*)"|\\(.)|[_*].|\[\$([^\][-]*)(?:-[^\][]*)?\]|\[(?![hms]+\])[^\][]*\]|([\p{Sc}%])/giu

/** Serial number of 1970-01-01, by the first year that days are counted from. */
export const SINCE_1900 = 25_569
export const SINCE_1904 = 24_107
/** Serial number after 1900-02-29, a day that spreadsheets count and that was none. */
export const MARCH_1900 = 61
const LAST_DAY = 2_958_466

/** A number to be read without doubt: an ISO day, a time, or an amount with a decimal point. */
export function formatted(value: number, code: string, epoch = SINCE_1900): string {
  const [section = ''] = code.split(';')
  const format = section.replaceAll(WORDS, '')
  const words = Array.from(section.matchAll(WORDS), ([, ...found]) => found.join('')).join('')
  if (/[ymdhs]/i.test(format) && value >= 0 && value < LAST_DAY) {
    const days = value + (epoch === SINCE_1900 && value < MARCH_1900 ? 1 : 0) - epoch
    const at = new Date(Math.round(days * 86_400) * 1_000).toISOString().slice(0, 19)
    return value < 1 ? at.slice(11) : at.replace('T00:00:00', '').replace('T', ' ')
  }
  // Marks alone are no unit, and an amount shown in thousands has another one.
  const isUnit = /[\p{L}\p{Sc}%]/u.test(words) && !/,(?![0#?])/.test(format)
  const amount = amountText(words === '%' ? value * 100 : value, format)
  return isUnit ? `${amount} ${words.trim()}` : amount
}

function amountText(value: number, format: string): string {
  // Calculations leave noise beyond fifteen digits, and long numbers have lost the rest.
  const exact = Number(value.toPrecision(15))
  if (Math.abs(exact) >= 1e15) return exact.toExponential().replace('e', 'E')
  const own = String(exact).split('.')[1]?.length ?? 0
  const [, shown = ''] = /\.([0#?]+)/.exec(format) ?? []
  // A quotient has the decimals that are shown, what was typed at least those.
  const least = shown.replaceAll(/[#?]/g, '').length
  const places = own > 4 && shown ? shown.length : Math.max(own, least)
  // With a fourth decimal, three are not read as thousands.
  const text = exact.toFixed(places === 3 ? 4 : places)
  return /^0+$/.test(format) ? text.padStart(format.length, '0') : text
}
