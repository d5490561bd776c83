/**
 * Difference between two states of a kit: two versions, or an original and its copy. Pure, and
 * independent of where the states come from.
 */

import { canonicalJson } from '../cells/cells.ts'
import { withUnit } from './jobSheet.ts'
import type { Kit } from './kit.ts'
import { isBlankLine, type Line, lineFields } from './line.ts'
import { groupBy, longestChain } from '../lists.ts'
import { DOLLARS } from '../money/money.ts'
import { type Step, isBlankStep } from './step.ts'
import { type TextPiece, textDifference } from '../text/textDifference.ts'
import { type Vehicle, vehicleTitle } from '../vehicles/vehicle.ts'
import { kept, later, say } from '../words/words.ts'

/** A state to compare: a live kit, or a version's content. */
export type Content = Pick<
  Kit,
  'name' | 'notes' | 'vehicle' | 'task' | 'lines' | 'steps' | 'currency' | 'rates'
>

/** A value before and after, formatted for people; '' for none. */
export interface ValueChange {
  /** "Unit price", translated by `worded`. */
  field: string
  before: string
  after: string
}

export type RowChange<Row> =
  | { kind: 'added'; row: Row }
  | { kind: 'removed'; row: Row }
  /** `row` is the current one; without values it only moved. */
  | { kind: 'changed'; row: Row; values: ValueChange[]; isMoved: boolean }

export interface Difference {
  /** Name, vehicle and task. */
  values: ValueChange[]
  /** Notes in pieces; null when equal. */
  notes: TextPiece[] | null
  /** In current order; removed rows at their old place. */
  lines: RowChange<Line>[]
  steps: RowChange<Step>[]
}

/**
 * Compares two states. Blank lines and steps are ignored.
 * @param by 'id' for states of one kit; 'lineage' for a copy, whose rows have new ids and are
 * matched by their content
 */
export function differenceOf(before: Content, after: Content, by: 'id' | 'lineage'): Difference {
  const lines = (content: Content) => content.lines.filter((line) => !isBlankLine(line))
  const steps = (content: Content) => content.steps.filter((step) => !isBlankStep(step))
  return {
    values: [
      ...change(kept('Kit name'), before.name.trim(), after.name.trim()),
      ...vehicleChange(before.vehicle, after.vehicle),
      ...change(kept('Task'), before.task.trim(), after.task.trim()),
      ...change(kept('Currency'), currencyOf(before), currencyOf(after)),
    ],
    notes: before.notes === after.notes ? null : textDifference(before.notes, after.notes),
    lines: rowChanges(lines(before), lines(after), LINE_KEYS[by], lineValues),
    steps: rowChanges(steps(before), steps(after), STEP_KEYS[by], stepValues),
  }
}

export function isSameContent({ values, notes, lines, steps }: Difference): boolean {
  return notes === null && values.length + lines.length + steps.length === 0
}

/** A kit without currency is in dollars. */
const currencyOf = ({ currency = DOLLARS }: Content): string => currency

function change(field: string, before: string, after: string): ValueChange[] {
  return before === after ? [] : [{ field, before, after }]
}

function vehicleChange(before: Vehicle | null, after: Vehicle | null): ValueChange[] {
  const isSame = canonicalJson({ ...before }) === canonicalJson({ ...after })
  return isSame ? [] : [{ field: kept('Vehicle'), before: shown(before), after: shown(after) }]
}

/** With every detail: one of them may be the only change. */
function shown(vehicle: Vehicle | null): string {
  if (!vehicle) return ''
  const { year, make, model, ...details } = vehicle
  return [vehicleTitle({ year, make, model }), ...Object.values(details).filter(Boolean)].join(', ')
}

const same = (text: string): string => text.trim().toLowerCase()
const wordsOf = ({ name, manufacturer, partNumber }: Line): string =>
  [name, manufacturer, partNumber].map(same).join('\n')
const numberOf = ({ partNumber }: Line): string =>
  partNumber.toLowerCase().replaceAll(/[\s./-]/g, '')
const stepWords = ({ what, text }: Step): string => text.trim() && `${what}\n${same(text)}`

const byId = ({ id }: { id: string }): string => id
/** A copy keeps its rows' order keys, but either side may have reused one since. */
const byPlace = ({ ord }: { ord: string }): string => ord

/** Keys to match rows by, most reliable first. */
const LINE_KEYS = {
  id: [{ key: byId }, { key: wordsOf }],
  lineage: [
    { key: byId },
    { key: (line: Line) => `${line.ord}\n${wordsOf(line)}` },
    { key: wordsOf },
    { key: numberOf },
    { key: (line: Line) => same(line.name) },
    { key: byPlace, isKin: isKinLine },
  ],
}
const STEP_KEYS = {
  id: [{ key: byId }, { key: stepWords }],
  lineage: [
    { key: byId },
    { key: (step: Step) => `${step.ord}\n${stepWords(step)}` },
    { key: stepWords },
    { key: byPlace, isKin: (a: Step, b: Step) => a.what === b.what && shareWord(a.text, b.text) },
  ],
}

/** Lines that share a place but no content are different lines. */
function isKinLine(a: Line, b: Line): boolean {
  const isAlike = (one: string, other: string) => one !== '' && same(one) === same(other)
  return (
    isAlike(a.link, b.link) || isAlike(a.manufacturer, b.manufacturer) || shareWord(a.name, b.name)
  )
}

function shareWord(a: string, b: string): boolean {
  const words = (text: string) => same(text).match(/[\p{L}\p{N}]{3,}/gu) ?? []
  const known = new Set(words(a))
  return words(b).some((word) => known.has(word))
}

function rowChanges<Row extends { id: string }>(
  before: readonly Row[],
  after: readonly Row[],
  keys: Parameters<typeof pairRows<Row>>[2],
  valuesOf: (before: Row, after: Row) => ValueChange[],
): RowChange<Row>[] {
  const { pairs, removed, moved } = pairRows(before, after, keys)
  const changes: RowChange<Row>[] = []
  let next = 0
  const takeRemoved = (until: number) => {
    for (; next < until; next++) {
      const row = before[next]
      if (row && removed.has(row)) changes.push({ kind: 'removed', row })
    }
  }
  for (const row of after) {
    const was = pairs.get(row)
    if (!was) {
      changes.push({ kind: 'added', row })
      continue
    }
    const isMoved = moved.has(row)
    if (!isMoved) takeRemoved(before.indexOf(was))
    const values = valuesOf(was, row)
    if (isMoved || values.length > 0) changes.push({ kind: 'changed', row, values, isMoved })
  }
  takeRemoved(before.length)
  return changes
}

function lineValues(before: Line, after: Line): ValueChange[] {
  return lineFields.flatMap(([name, { label, shown }]) =>
    change(label, shown(before[name]), shown(after[name])),
  )
}

const KINDS = {
  tool: later('tool'),
  torque: later('torque'),
  fluid: later('fluid'),
  step: later('step'),
}

function stepValues(before: Step, after: Step): ValueChange[] {
  const value = (step: Step) => withUnit(step.value, step.unit)
  return [
    ...change(kept('Kind'), say(KINDS[before.what]), say(KINDS[after.what])),
    ...change(kept('Text'), before.text, after.text),
    ...change(kept('Value'), value(before), value(after)),
  ]
}

/** One way to match rows: equal keys match; '' is no key. */
interface Key<Row> {
  key: (row: Row) => string
  /** Second condition, where an equal key may be chance. */
  isKin?: (before: Row, after: Row) => boolean
}

/**
 * Pairs rows of two lists. Equal rows pair in order, so duplicates stay apart.
 * @param keys in the order they are tried
 * @returns `pairs`: earlier row by later row; `removed`: unmatched earlier rows; `moved`: the
 * fewest later rows to take out so that the rest is in order
 */
function pairRows<Row>(
  before: readonly Row[],
  after: readonly Row[],
  keys: readonly Key<Row>[],
): { pairs: Map<Row, Row>; removed: Set<Row>; moved: Set<Row> } {
  const pairs = new Map<Row, Row>()
  const removed = new Set(before)
  for (const { key, isKin = () => true } of keys) {
    const known = groupBy(removed, key)
    for (const row of after) {
      const name = key(row)
      if (pairs.has(row) || name === '') continue
      const was = known.get(name)?.find((one) => removed.has(one) && isKin(one, row))
      if (!was) continue
      pairs.set(row, was)
      removed.delete(was)
    }
  }
  const kept = after.filter((row) => pairs.has(row))
  const places = new Map(before.map((row, place) => [row, place]))
  const placeOf = (row: Row) => places.get(pairs.get(row) as Row) ?? 0
  const staying = new Set(longestChain(kept, (row, before) => placeOf(row) > placeOf(before)))
  return { pairs, removed, moved: new Set(kept.filter((row) => !staying.has(row))) }
}
