import { partNumberKey } from '#shared/catalogue/partNumber.ts'
import { isBlankLine, type Line } from '#shared/kinds/kit.ts'

/** Whether a line can have offers: it has a part number, and is wanted. */
export function hasNumber(line: Line): boolean {
  return !isBlankLine(line) && partNumberKey(line.partNumber) !== ''
}
