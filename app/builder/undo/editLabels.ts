/** Labels of edits for undo. */
import type { Kit } from '#shared/kinds/kit.ts'
import { LINE_FIELDS } from '#shared/kinds/line.ts'
import { isRowKind } from '#shared/kinds/schema.ts'
import { type Later, later, say, t, worded } from '#shared/words/words.ts'

import { idInCopy } from '../../data/sync/write/writeQueue.ts'
import type { Edit } from './history.ts'

const KIT_CELLS: Readonly<Record<string, Later>> = {
  name: later('Kit name'),
  notes: later('Notes'),
  vehicle: later('Vehicle'),
  task: later('Task'),
  vin: later('VIN'),
  visibility: later('Who finds it'),
}

const KIT = later('Kit')

const LINE_CELLS: Readonly<Record<string, { label: Later | string }>> = {
  ...LINE_FIELDS,
  ord: { label: later('Place') },
  status: { label: later('Status') },
}

/** "Unit price, line 3", "Notes". */
export function fieldLabel(
  kit: Kit | undefined,
  kind: Edit['kind'],
  id: string,
  cell: string,
): string {
  if (kind === 'kit') return say(KIT_CELLS[cell] ?? KIT)
  if (kind === 'step') return t('Job sheet')
  const number = numberOf(kit, id)
  const known = LINE_CELLS[cell]
  const field = known && worded(known.label)
  if (number === 0) {
    return field ? t('{field}, a line that was removed', { field }) : t('A line that was removed')
  }
  return field ? t('{field}, line {number}', { field, number }) : t('Line {number}', { number })
}

/** Line number, 0 for a removed line. */
const numberOf = (kit: Kit | undefined, id: string) =>
  (kit?.lines.findIndex((line) => line.id === id) ?? -1) + 1

/** Label of an edit that begins with this write. */
export function labelOf(kit: Kit | undefined, { kind, id, cells }: Edit): string {
  const now = idInCopy(id)
  const number = numberOf(kit, now)
  if (isRowKind(kind) && cells['del'] === true) {
    if (kind === 'step') return t('Removal of job sheet')
    return number === 0
      ? t('Removal of a line that was removed')
      : t('Removal of line {number}', { number })
  }
  if (kind === 'line' && number === 0) return t('New line')
  return fieldLabel(kit, kind, now, Object.keys(cells)[0] ?? '')
}
