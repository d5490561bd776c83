/** Global Trade Item Numbers, as in barcodes (GS1 General Specifications, 7.9). */

const LENGTHS = [8, 12, 13, 14]

/**
 * Normalizes to 14 digits: EAN-8, UPC-A, EAN-13 and GTIN-14 compare equal.
 * @returns null for a wrong length or check digit
 */
export function readGtin(text: string): string | null {
  const digits = text.replaceAll(/[\s-]/g, '')
  if (!/^\d+$/.test(digits) || !LENGTHS.includes(digits.length)) return null
  const whole = digits.padStart(14, '0')
  let sum = 0
  for (let at = 0; at < 13; at++) sum += Number(whole[at]) * (at % 2 === 0 ? 3 : 1)
  return (10 - (sum % 10)) % 10 === Number(whole[13]) ? whole : null
}
