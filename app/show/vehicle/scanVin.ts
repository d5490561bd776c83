/** Finds a VIN in barcodes as they are on door frames and windshields. */
import { isCheckDigitRight, parseVin } from '#shared/vehicles/vin.ts'

export const VIN_FORMATS = ['Code39', 'Code128', 'DataMatrix', 'QRCode'] as const

/**
 * The VIN in the text of a barcode: alone, behind the I that marks imported cars, or as one of the
 * fields of a two-dimensional code. One with a right check digit comes first; null for none.
 */
export function vinInText(text: string): string | null {
  const found = [
    ...text.toUpperCase().matchAll(/(?<![A-HJ-NPR-Z0-9])[A-HJ-NPR-Z0-9]{17}(?![A-HJ-NPR-Z0-9])/g),
  ]
    .map(([vin]) => vin)
    .filter((vin) => 'vin' in parseVin(vin) && /\d/.test(vin))
  return found.find(isCheckDigitRight) ?? found[0] ?? null
}
