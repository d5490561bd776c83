import type { Line } from '#shared/kinds/kit.ts'

import { partNumberKey } from '#shared/catalogue/partNumber.ts'
import { isBlankLine } from '#shared/kinds/kit.ts'

/** The lines that can have offers: with a part number, and wanted. */
export function hasNumber(line: Line): boolean {
  return !isBlankLine(line) && partNumberKey(line.partNumber) !== ''
}
