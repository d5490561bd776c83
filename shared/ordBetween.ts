/** Order keys between two others. Separate from ord.ts, which every first load carries. */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const MAX_LENGTH = 100

/**
 * Key that sorts between `before` and `after`.
 * @param before null for the beginning of the list
 * @returns null when no key fits: between equal keys, or beside one another program made up
 */
export function ordBetween(before: string | null, after: string): string | null {
  const low = before ?? ''
  if (low >= after) return null
  const key = middle(low, after)
  // Trailing zeros leave no room before them, and the register refuses longer keys.
  return key > low && key < after && key.length <= MAX_LENGTH ? key : null
}

function middle(low: string, high: string): string {
  let at = 0
  while (at < high.length && (low.charAt(at) || '0') === high.charAt(at)) at++
  const same = high.slice(0, at)
  const from = at < low.length ? DIGITS.indexOf(low.charAt(at)) : 0
  const to = DIGITS.indexOf(high.charAt(at))
  if (to - from > 1) return same + DIGITS.charAt(Math.floor((from + to) / 2))
  // The first letter encodes the length of a key: it stays.
  if (at > 0 && high.length > at + 1) return same + high.charAt(at)
  return same + DIGITS.charAt(from) + above(low.slice(at + 1))
}

/** Shortest fraction above another. */
function above(low: string): string {
  for (let at = 0; at < low.length; at++) {
    const digit = DIGITS.indexOf(low.charAt(at))
    const next = Math.ceil((digit + DIGITS.length) / 2)
    if (next < DIGITS.length) return low.slice(0, at) + DIGITS.charAt(next)
  }
  return `${low}V`
}
