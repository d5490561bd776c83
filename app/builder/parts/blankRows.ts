/** When a row of the parts list counts as the blank one at its end. */
import type { Line } from '#shared/kinds/kit.ts'
import type { Cell } from '../fields/fieldRules.ts'

import { DEFAULT_QUANTITY, isBlankLine, MAX_LINES } from '#shared/kinds/kit.ts'

/** Text that is typed and not valid yet, by cell. */
export type Drafts = Partial<Record<Cell, string>>

/** A row nobody wrote anything into. A quantity that was raised and a half-typed price count. */
export function isBlankRow(line: Line, drafts: Drafts): boolean {
  return isBlankLine(line) && line.qty <= DEFAULT_QUANTITY && !hasDraft(drafts)
}

function hasDraft(drafts: Drafts): boolean {
  return Object.values(drafts).some((text) => text.trim() !== '')
}

/** Whether a new blank row belongs at the end: there is exactly one, up to the limit. */
export function needsBlankRow(rows: readonly { line: Line; drafts: Drafts }[]): boolean {
  return rows.length < MAX_LINES && !rows.some((row) => isBlankRow(row.line, row.drafts))
}

/** The line of a row that is not stored. */
export function blankLine(id: string, ord = ''): Line {
  return {
    id,
    ord,
    name: '',
    manufacturer: '',
    partNumber: '',
    price: null,
    qty: DEFAULT_QUANTITY,
    link: '',
  }
}
