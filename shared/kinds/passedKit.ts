/** Validates a stranger's kit: rejects a wrong form, and reports content beyond the limits. */
import type { Vehicle } from '../vehicles/vehicle.ts'

import { type CellRule, cleanText } from '../define.ts'
import { isId } from '../ids.ts'
import { isCode } from '../money/money.ts'
import { areRates, type Rates } from '../money/rates.ts'
import { isVehicle, kitRule, MAX_KIT_BYTES, MAX_LINES, MAX_NOTES, MAX_TASK } from './kit.ts'
import { LINE_BYTES } from './kitRoom.ts'
import { eachField, type LineField, type LineValues, MAX_NAME } from './line.ts'
import { type Step, MAX_STEP_TEXT, MAX_STEP_VALUE, STEP_BYTES, stepRule } from './step.ts'

export type PassedStep = Pick<Step, 'what' | 'text' | 'value' | 'unit'>

/** Shareable part of a kit. Never the owner's private cells: VIN, statuses. */
export interface PassedKit {
  /** Kit it is a copy of; null when unknown. */
  from: string | null
  name: string
  task: string
  notes: string
  vehicle: Vehicle | null
  lines: LineValues[]
  steps: PassedStep[]
  /** Absent for dollars. */
  currency?: string
  rates?: Rates
  /** Notes for people on content dropped or shortened. */
  left: string[]
}

/** Fields of a line in the order they travel in; what is new comes after the kit's money. */
export const PASSED_FIELDS: readonly LineField[] = [
  'name',
  'manufacturer',
  'partNumber',
  'link',
  'price',
  'qty',
]

/** Counts of dropped content, by problem. */
type Left = Map<string, number>

/** @returns null when it is not a kit */
export function checkPassedKit(value: unknown): PassedKit | 'too_large' | null {
  if (!Array.isArray(value) || value.length < 12) return null
  const [from, name, task, notes, vehicle, ...rest] = value as unknown[]
  const columns = rest.slice(0, PASSED_FIELDS.length)
  const [steps, currency, rates, amounts] = rest.slice(columns.length)
  if ((from !== null && !isId(from)) || !columns.every(Array.isArray) || !Array.isArray(steps))
    return null
  const lists = columns as unknown[][]
  const count = lists[0]?.length ?? 0
  if (lists.some((list) => list.length !== count)) return null
  if (![name, task, notes].every((text) => typeof text === 'string')) return null
  const left: Left = new Map()
  const lines = Array.from({ length: Math.min(count, MAX_LINES) }, (_, at) =>
    lineOf((field) => {
      const value = lists[PASSED_FIELDS.indexOf(field)]?.[at]
      return (field === 'price' && Array.isArray(amounts) && amounts[at]) || value
    }, left),
  )
  const checked = steps.slice(0, MAX_LINES).map((step: unknown) => stepOf(step, left))
  if (lines.includes(null) || checked.includes(null)) return null
  if (count > MAX_LINES) left.set(`over the limit of ${MAX_LINES} lines`, count - MAX_LINES)
  if (steps.length > MAX_LINES)
    left.set(`over the limit of ${MAX_LINES} steps`, steps.length - MAX_LINES)
  const kit: PassedKit = {
    from: isId(from) ? from : null,
    name: text(name, MAX_NAME, kitRule.cells['name'], left),
    task: text(task, MAX_TASK, kitRule.cells['task'], left),
    notes: text(notes, MAX_NOTES, kitRule.cells['notes'], left),
    vehicle: isVehicle(vehicle) ? vehicle : null,
    lines: lines.filter((line) => line !== null),
    steps: checked.filter((step) => step !== null),
    ...(isCode(currency) && { currency }),
    ...(areRates(rates) && Object.keys(rates).length > 0 && { rates }),
    left: [],
  }
  if (vehicle !== null && kit.vehicle === null) add(left, 'not a vehicle')
  if (bytesOf(kit) > MAX_KIT_BYTES) return 'too_large'
  kit.left = [...left].map(([what, times]) => `${what} (${times})`)
  return kit
}

function bytesOf(kit: PassedKit): number {
  const { length } = new TextEncoder().encode(JSON.stringify(kit))
  return length + kit.lines.length * LINE_BYTES + kit.steps.length * STEP_BYTES
}

function lineOf(valueOf: (field: LineField) => unknown, left: Left): LineValues | null {
  let isLine = true
  const line = eachField((field, { rule, empty, refused }) => {
    const value = valueOf(field)
    isLine &&= typeof empty !== 'string' || typeof value === 'string'
    if (refused === undefined) return text(value, MAX_NAME, rule, left)
    return valid(value, rule, empty, refused, left)
  })
  return isLine ? (line as LineValues) : null
}

function stepOf(value: unknown, left: Left): PassedStep | null {
  if (!Array.isArray(value) || value.length < 4) return null
  const [what, words, amount, unit] = value as unknown[]
  if (stepRule.cells['what']?.problem(what) !== null) return null
  if (![words, amount, unit].every((one) => typeof one === 'string')) return null
  return {
    what: what as PassedStep['what'],
    text: text(words, MAX_STEP_TEXT, stepRule.cells['text'], left),
    value: text(amount, MAX_STEP_VALUE, stepRule.cells['value'], left),
    unit: text(unit, 20, stepRule.cells['unit'], left),
  }
}

function text(value: unknown, most: number, rule: CellRule | undefined, left: Left): string {
  const given = String(value)
  if (rule?.problem(given) === null) return given
  add(left, 'a text that is too long or cannot be kept')
  return cleanText(cleanText(given).slice(0, most))
}

function valid<T>(
  value: unknown,
  rule: CellRule | undefined,
  otherwise: T,
  what: string,
  left: Left,
): T {
  if (rule?.problem(value) === null) return value as T
  add(left, what)
  return otherwise
}

function add(left: Left, what: string): void {
  left.set(what, (left.get(what) ?? 0) + 1)
}
