/**
 * Order keys of lines: sortable text with room between any two. Fractional indexing (David
 * Greenspan, "Implementing Fractional Indexing", 2020): a head letter for the number of digits of
 * the integer part, those digits, then a fraction.
 */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const FIRST = 'a0'
const MAX_LENGTH = 100

/**
 * Key after `last`, which is enough to append; null for an empty list. Accepts any valid key,
 * including ones other programs made.
 */
export function ordAfter(last: string | null): string {
  if (last === null || last === '') return FIRST
  const head = last.charAt(0)
  // Capital heads are negative integers, digits are no heads: both sort before 'a'.
  if (head < 'a') return FIRST
  const length = head.charCodeAt(0) - 'a'.charCodeAt(0) + 2
  const digits = last.slice(1, length).split('')
  if (digits.length === length - 1) {
    for (let at = digits.length - 1; at >= 0; at--) {
      const next = DIGITS.indexOf(digits[at] ?? '') + 1
      if (next < DIGITS.length) {
        digits[at] = DIGITS.charAt(next)
        return head + digits.join('')
      }
      digits[at] = '0'
    }
    // One digit more: "az" is followed by "b00".
    if (head < 'z') return String.fromCharCode(head.charCodeAt(0) + 1) + '0'.repeat(length)
  }
  return last.length < MAX_LENGTH ? `${last}V` : last
}
