/** Blank rows of the parts list. */
import type { Cell } from '#shared/tables/columnHeads.ts'

import { DEFAULT_QUANTITY, isBlankLine, type Line, MAX_LINES } from '#shared/kinds/kit.ts'

/** Typed text that is not valid yet, by cell. */
export type Drafts = Partial<Record<Cell, string>>

/** A row without input. A raised quantity and a half-typed price count as input. */
export function isBlankRow(line: Line, drafts: Drafts): boolean {
  return isBlankLine(line) && line.qty <= DEFAULT_QUANTITY && !hasDraft(drafts)
}

function hasDraft(drafts: Drafts): boolean {
  return Object.values(drafts).some((text) => text.trim() !== '')
}

/** Whether a ghost row belongs at the end: exactly one, up to the limit. */
export function needsBlankRow(rows: readonly { line: Line; drafts: Drafts }[]): boolean {
  return rows.length < MAX_LINES && !rows.some((row) => isBlankRow(row.line, row.drafts))
}
