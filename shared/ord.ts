/**
 * Order keys of lines: text that sorts, with room for another key between any two. The form is that
 * of fractional indexing (David Greenspan, "Implementing Fractional Indexing", 2020): a head letter
 * that tells how many digits the whole part has, its digits, then a fraction.
 */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const FIRST = 'a0'
const MAX_LENGTH = 100

/**
 * A key behind `last`, which is all that adding at the end needs; null for the first of a list.
 * Takes any key the register lets in, also one that another program made up.
 */
export function ordAfter(last: string | null): string {
  if (last === null || last === '') return FIRST
  const head = last.charAt(0)
  // Capital heads are whole parts below zero, digits no heads at all: both sort before 'a'.
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
