/** Comparison keys of part numbers and brands. No parser: part of the first load. */

export const MAX_PART_NUMBER = 64
export const MAX_BRAND = 80

/**
 * Comparison key of a part number: upper-case letters and digits, so that "LX 1006/1D", "lx1006-1d"
 * and "LX10061D" are equal. '' when nothing is left: not a number.
 */
export function partNumberKey(number: string): string {
  return number
    .slice(0, MAX_PART_NUMBER * 2)
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Comparison key of a brand: "Mann-Filter", "MANN FILTER" and "mann filter" are equal. */
export function brandKey(brand: string): string {
  return partNumberKey(brand)
}

/** Comparison key of a part: number and brand. */
export function keyOfPart(partNumber: string, brand: string): string {
  return `${partNumberKey(partNumber)} ${brandKey(brand)}`
}
