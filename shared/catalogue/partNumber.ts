/**
 * What makes two part numbers, and two brands, the same. Without a parser: lists of kits link to
 * parts, and the first load carries none.
 */

export const MAX_PART_NUMBER = 64
export const MAX_BRAND = 80

/**
 * A part number as it is compared: letters and digits in upper case, so that "LX 1006/1D",
 * "lx1006-1d" and "LX10061D" are one. '' when nothing is left: that is no number.
 */
export function partNumberKey(number: string): string {
  return number
    .slice(0, MAX_PART_NUMBER * 2)
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** A brand as it is compared: "Mann-Filter", "MANN FILTER" and "mann filter" are one. */
export function brandKey(brand: string): string {
  return partNumberKey(brand)
}

/** A part as it is compared: its number and its brand. */
export function keyOfPart(partNumber: string, brand: string): string {
  return `${partNumberKey(partNumber)} ${brandKey(brand)}`
}
