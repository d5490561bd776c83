/** A refused value in words: which field it was, what was in it, and why it is here. */
import type { ProblemRow } from '../store/db.ts'

import { isVehicle } from '#shared/kit.ts'
import { formatCents } from '#shared/money.ts'
import { sentenceOf } from '#shared/problem.ts'
import { vehicleTitle } from '#shared/vehicle.ts'

const FIELDS: Record<string, string> = {
  name: 'Name',
  notes: 'Notes',
  vehicle: 'Vehicle',
  task: 'Task',
  manufacturer: 'Manufacturer',
  partNumber: 'Part number',
  price: 'Unit price',
  qty: 'Quantity',
  link: 'Link',
  del: 'Removal',
  ord: 'Position',
  buildId: 'Build id',
}

/** "Part name", "Unit price" */
export function fieldName({ kind, cell }: Pick<ProblemRow, 'kind' | 'cell'>): string {
  if (cell === 'name' && kind === 'line') return 'Part name'
  if (cell === 'name' && kind === 'kit') return 'Kit name'
  return FIELDS[cell] ?? cell
}

/** The value as a person wrote it. */
export function valueText({ cell, value }: Pick<ProblemRow, 'cell' | 'value'>): string {
  if (value === null) return ''
  if (cell === 'price' && typeof value === 'number') return formatCents(value)
  if (isVehicle(value)) return vehicleTitle(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export function problemTitle(problem: Pick<ProblemRow, 'kind' | 'cell' | 'code'>): string {
  const outcome = problem.code === 'overwritten' ? 'changed elsewhere' : 'not accepted'
  return `${fieldName(problem)}: ${outcome}`
}

export function problemSentence(code: string): string {
  return code === 'overwritten'
    ? 'A later change replaced it. What you wrote is kept here.'
    : sentenceOf(code)
}
