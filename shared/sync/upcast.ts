/**
 * Cells of an older shape, read as today's: a phone that lay in a drawer for months comes back with
 * a queue an older version of the app wrote. Both ends run these.
 *
 * An upcast is pure, leaves alone what is of today's shape already (a mixed row is read again and
 * again), and goes through a merge: merging two rows and then upcasting gives the same as the other
 * way round. upcast.test.ts shows how that is tried.
 */
import type { Cells } from './cells.ts'
import type { Kind } from '../kinds/schema.ts'

import { SHAPE_VERSION } from '../kinds/schema.ts'

/** Makes cells of the next shape. */
export type Upcast = (kind: Kind, cells: Cells) => Cells

/** The first makes shape 2 of shape 1. Raise `SHAPE_VERSION` with each one that is added. */
export const UPCASTS: readonly Upcast[] = []

/** How many older shapes the server still reads; whoever is older has to update first. */
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

/** Whether a device with this shape has to update before it may sync. */
export function isShapeTooOld(shape: number, current: number = SHAPE_VERSION): boolean {
  return shape < current - OLDER_SHAPES
}
