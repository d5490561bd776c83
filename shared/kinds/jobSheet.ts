/** Job sheet for display: groups, units, conversions. Not part of the first load. */

import { type Step, type StepWhat, isBlankStep } from './step.ts'
import { later, numberText, say, t, type Later } from '../words/words.ts'

export const JOB_SHEET_NOTE = later('Entered by a user. Verify before tightening.')

/** Step kinds in the order a job needs them. */
export const STEP_GROUPS: readonly { what: StepWhat; name: Later }[] = [
  { what: 'tool', name: later('Tools') },
  { what: 'torque', name: later('Torques') },
  { what: 'fluid', name: later('Fluids') },
  { what: 'step', name: later('Steps') },
]

/** Filled steps by kind, with values in both systems. */
export function jobSheetGroups(steps: readonly Step[]) {
  const written = steps.filter((step) => !isBlankStep(step))
  return STEP_GROUPS.map(({ what, name }) => ({
    name: say(name),
    isNumbered: what === 'step',
    items: written
      .filter((step) => step.what === what)
      .map(({ id, text, value, unit }) => {
        const other = inOtherUnit(what, value, unit)
        return { id, text, value: withUnit(value, unit), aside: other && `≈ ${other}` }
      }),
  })).filter(({ items }) => items.length > 0)
}

interface Unit {
  /** Size in the base unit: newton meters for torques, liters for fluids. */
  factor: number
  /** Unit shown beside it. */
  other: string
}

/**
 * Exact by definition: the pound is 0.45359237 kg, the foot 0.3048 m, standard gravity
 * 9.80665 m/s², the US gallon 231 cubic inches (NIST Handbook 44, appendix C).
 */
const TORQUES: Record<string, Unit> = {
  Nm: { factor: 1, other: 'lb-ft' },
  'lb-ft': { factor: 1.3558179483314, other: 'Nm' },
  'in-lb': { factor: 0.112984829027617, other: 'Nm' },
}
const FLUIDS: Record<string, Unit> = {
  L: { factor: 1, other: 'US qt' },
  ml: { factor: 0.001, other: 'US fl oz' },
  'US qt': { factor: 0.946352946, other: 'L' },
  'US fl oz': { factor: 0.0295735295625, other: 'ml' },
}

/** Below this torque in newton meters, small wrenches show inch-pounds: 5 lb-ft. */
const SMALL_TORQUE_NM = 5 * 1.3558179483314

/** Units of such a step; empty for a kind without units. */
export function unitsOf(what: StepWhat): readonly string[] {
  return what === 'torque' ? Object.keys(TORQUES) : what === 'fluid' ? Object.keys(FLUIDS) : []
}

/** A number or range, and for torques an optional angle. Other words are not parsed. */
const MEASURE = /^(\d+(?:[.,]\d+)?)(?:\s*(?:-|–|to)\s*(\d+(?:[.,]\d+)?))?(\s*\+\s*\d+\s*°)?$/

/**
 * Value in the other system's unit, such as "22.1 lb-ft" for 30 Nm; '' when there is none, or the
 * value is ambiguous.
 */
export function inOtherUnit(what: StepWhat, value: string, unit: string): string {
  const table = what === 'torque' ? TORQUES : FLUIDS
  const from = unitsOf(what).includes(unit) ? table[unit] : undefined
  const [, low = '', high, angle = ''] = MEASURE.exec(value.trim()) ?? []
  // "1,250" is over a thousand to one reader, and one and a quarter to another.
  if (!from || low === '' || /[1-9],\d{3}\b/.test(value)) return ''
  const isSmall = what === 'torque' && numberOf(low) * from.factor < SMALL_TORQUE_NM
  const other = isSmall && from.other === 'lb-ft' ? 'in-lb' : from.other
  const shown = (text: string) =>
    rounded((numberOf(text) * from.factor) / (table[other]?.factor ?? 1))
  const range =
    high === undefined ? shown(low) : t('{low} to {high}', { low: shown(low), high: shown(high) })
  return `${range} ${other}${angle && ` + ${angle.replaceAll(/[^\d]/g, '')}°`}`
}

/** A value with its unit, before any angle: "25 Nm + 90°". Words get no unit. */
export function withUnit(value: string, unit: string): string {
  if (!/\d/.test(value)) return value
  const plus = value.lastIndexOf('+')
  const isTurned = plus >= 0 && /^\+\s*\d+\s*°\s*$/.test(value.slice(plus))
  const turned = isTurned ? value.slice(0, plus).trimEnd() : value
  return `${turned} ${unit}`.trim() + value.slice(turned.length)
}

const numberOf = (text: string): number => Number(text.replace(',', '.'))

/** A wrench or a jug shows no more than three digits. */
function rounded(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return numberText(Number(value.toFixed(digits)))
}
