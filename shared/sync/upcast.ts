/**
 * Upcasts cells of an older shape: a phone left in a drawer for months returns with an outbox of an
 * older app version. Both ends run these.
 *
 * An upcast is pure, idempotent (a mixed row is read repeatedly), and commutes with merging:
 * merging two rows and upcasting gives the same as the other way round. upcast.test.ts tests this.
 */
import type { Cells } from '../cells/cells.ts'
import type { Kind } from '../kinds/schema.ts'

import { SHAPE_VERSION } from '../kinds/schema.ts'

/** Converts cells to the next shape. */
export type Upcast = (kind: Kind, cells: Cells) => Cells

/** The first converts shape 1 to 2. Raise `SHAPE_VERSION` with each one added. */
export const UPCASTS: readonly Upcast[] = []

/** Older shapes the server still accepts; older devices must update first. */
const OLDER_SHAPES = 2

/** @param shape `SHAPE_VERSION` of the version that wrote the cells */
export function upcastCells(
  kind: Kind,
  cells: Cells,
  shape: number,
  upcasts: readonly Upcast[] = UPCASTS,
): Cells {
  return upcasts.slice(shape - 1).reduce((older, upcast) => upcast(kind, older), cells)
}

/** Whether a device of this shape must update before it may sync. */
export function isShapeTooOld(shape: number, current: number = SHAPE_VERSION): boolean {
  return shape < current - OLDER_SHAPES
}
