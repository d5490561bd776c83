/** What edits of a build are called when they are undone. */
import type { Kit } from '#shared/kinds/kit.ts'

import { idInCopy } from '../../sync/write/pump.ts'
import { type Edit, isRowKind } from './history.ts'

const KIT_CELLS: Readonly<Record<string, string>> = {
  name: 'Kit name',
  notes: 'Notes',
  vehicle: 'Vehicle',
  task: 'Task',
  vin: 'VIN',
  visibility: 'Who finds it',
}

const LINE_CELLS: Readonly<Record<string, string>> = {
  name: 'Part name',
  manufacturer: 'Manufacturer',
  partNumber: 'Part number',
  price: 'Unit price',
  qty: 'Quantity',
  link: 'Link',
  ord: 'Place',
  status: 'Status',
}

/** "Unit price, line 3", "Notes". */
export function fieldLabel(
  kit: Kit | undefined,
  kind: Edit['kind'],
  id: string,
  cell: string,
): string {
  if (kind === 'kit') return KIT_CELLS[cell] ?? 'Kit'
  if (kind === 'step') return 'Job sheet'
  const index = kit?.lines.findIndex((line) => line.id === id) ?? -1
  const line = index < 0 ? 'a line that was removed' : `line ${index + 1}`
  const field = LINE_CELLS[cell]
  return field ? `${field}, ${line}` : line.charAt(0).toUpperCase() + line.slice(1)
}

/** What an edit that begins with this write is called. */
export function labelOf(kit: Kit | undefined, { kind, id, cells }: Edit): string {
  const now = idInCopy(id)
  if (isRowKind(kind) && cells['del'] === true)
    return `Removal of ${fieldLabel(kit, kind, now, '').toLowerCase()}`
  const isNew = kind === 'line' && !kit?.lines.some((line) => line.id === now)
  if (isNew) return 'New line'
  return fieldLabel(kit, kind, now, Object.keys(cells)[0] ?? '')
}
