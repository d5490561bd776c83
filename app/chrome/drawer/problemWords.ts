/** Words about refused or overwritten values: what, its content, and why. */
import type { Json } from '#shared/cells/cells.ts'
import type { ProblemRow } from '../../data/device/db.ts'

import { isVehicle } from '#shared/kinds/kit.ts'
import { eachField, LINE_FIELDS } from '#shared/kinds/line.ts'
import { links } from '#shared/links.ts'
import { formatPrice } from '#shared/money/money.ts'
import { sentenceOf } from '#shared/problem.ts'
import { vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { bodyOf } from '#shared/kinds/version.ts'
import { type Later, later, say, t, worded } from '#shared/words/words.ts'
import { PARKED } from '../../data/sync/receive/parked.ts'
import { isWholeRow, type ProblemCase } from '../../data/backup/problems.ts'

const FIELDS: Readonly<Record<string, Later | string>> = {
  ...eachField((_, { label }) => label),
  name: later('Name'),
  notes: later('Notes'),
  vehicle: later('Vehicle'),
  task: later('Task'),
  visibility: later('Visibility'),
  del: later('Removal'),
  ord: later('Position'),
  buildId: later('Build id'),
  day: later('Date'),
  mileage: later('Mileage'),
  mileageKm: later('Mileage in kilometers'),
  cost: later('Cost'),
  fuel: later('Fuel'),
  everyMiles: later('Miles until due'),
  everyKm: later('Kilometers until due'),
  everyMonths: later('Months until due'),
}

interface Refused {
  part: string
  isRemoval: boolean
  value: Json
}
interface KindWords {
  /** Noun of a row that is not synced yet. */
  noun: Later
  /** Title of a refused row. */
  refused: (what: Refused) => string
  /** Label of its name, where that is more than "Name". */
  name?: Later
  /** Label of the retry. */
  retry?: Later
  /** Why only an account may write it. */
  forbidden?: Later
  /** Its content as text to copy. */
  text: (textOf: (cell: string) => string, values: Readonly<Record<string, Json>>) => string
}

const KIT = later('Kit')
const cellsAsText =
  (...cells: string[]): KindWords['text'] =>
  (textOf) =>
    cells.map(textOf).filter(Boolean).join('\n')

/** Words per kind of row. A new kind is a type error here. */
const OF_KIND: Record<ProblemRow['kind'], KindWords> = {
  kit: {
    noun: KIT,
    refused: () => t('Kit: not accepted'),
    name: later('Kit name'),
    text: cellsAsText('name', 'vehicle', 'task', 'notes'),
  },
  line: {
    noun: KIT,
    refused: ({ part, isRemoval }) =>
      isRemoval
        ? t('Removal of {part}: not accepted', { part })
        : t('{part}: not accepted', { part: capital(part) }),
    name: later('Part name'),
    text: partText,
  },
  step: {
    noun: later('Step'),
    refused: () => t('Step: not accepted'),
    text: cellsAsText('what', 'text', 'value'),
  },
  version: {
    noun: later('Saved kit'),
    refused: () => t('Kit could not be saved'),
    retry: later('Save the kit again'),
    forbidden: later('Only a signed-in account can save a kit.'),
    text: (_, { body = null }) => versionText(body),
  },
  comment: {
    noun: later('Comment'),
    refused: ({ isRemoval, value }) =>
      !isRemoval
        ? t('Comment could not be posted')
        : value === true
          ? t('Comment could not be removed')
          : t('Comment could not be brought back'),
    forbidden: later('Only a signed-in account may comment.'),
    text: cellsAsText('text'),
  },
  task: {
    noun: later('Task'),
    refused: () => t('Task could not be added'),
    text: cellsAsText('name'),
  },
  log: {
    noun: later('Job in the log'),
    refused: () => t('Job in the log: not accepted'),
    text: cellsAsText('vehicle', 'task', 'notes'),
  },
  // Server-side only: never refused.
  beaten: { noun: KIT, refused: () => t('Kit: not accepted'), text: cellsAsText() },
}

/** Place of a problem, as far as this device still knows it. */
export interface ProblemPlace {
  kitTitle: string
  /** The part's name, '' for none. */
  rowName: string
  /** Current value; undefined for none. */
  current: Json | undefined
  /** Whether this device wrote the losing value, and the current one. */
  isOwn: readonly [lost: boolean, current: boolean]
}

/** "Part name", "Unit price" */
export function fieldName({ kind, cell }: Pick<ProblemRow, 'kind' | 'cell'>): string {
  const own = cell === 'name' ? OF_KIND[kind].name : undefined
  const known = own ?? FIELDS[cell]
  return known ? worded(known) : cell
}

/** The value as a person would write it. */
export function valueText({ cell, value }: Pick<ProblemRow, 'cell' | 'value'>): string {
  if (value === null) return ''
  if (cell === 'price' && (typeof value === 'number' || typeof value === 'string'))
    return formatPrice(value)
  if (isVehicle(value)) return vehicleTitle(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Content of a case as text to copy: value, comment, part or kit. */
export function caseText(problems: ProblemCase): string {
  const [first] = problems
  if (first.code === 'renamed') return location.origin + links.list(valueText(first))
  if (!isWholeRow(first)) return first.cell === 'del' ? '' : valueText(first)
  const values = Object.fromEntries(problems.map((problem) => [problem.cell, problem]))
  const textOf = (cell: string) => {
    const problem = values[cell]
    return problem ? valueText(problem) : ''
  }
  const raw = Object.fromEntries(problems.map(({ cell, value }) => [cell, value]))
  return OF_KIND[first.kind].text(textOf, raw)
}

function partText(textOf: (cell: string) => string): string {
  const cells = Object.keys(LINE_FIELDS).filter((cell) => cell !== 'qty')
  const qty = textOf('qty')
  const text = cells.map(textOf).filter(Boolean).join(', ')
  return qty === '' ? text : `${qty} × ${text}`
}

function versionText(body: Json): string {
  const saved = bodyOf({ body: [body, ''] })
  if (!saved) return ''
  const lines = saved.lines.map(({ qty, name, manufacturer, partNumber, price }) => {
    const cost = price === null ? '' : formatPrice(price)
    return `${qty} × ${[name, manufacturer, partNumber, cost].filter(Boolean).join(', ')}`
  })
  const vehicle = saved.vehicle ? vehicleTitle(saved.vehicle) : ''
  return [saved.name, vehicle, worded(saved.task), ...lines, saved.notes].filter(Boolean).join('\n')
}

/** "Comment could not be posted", "Quantity of Oil filter: changed elsewhere" */
export function problemTitle(problems: ProblemCase, place: ProblemPlace): string {
  const [first] = problems
  const { kind, code, cell, value } = first
  const part = place.rowName || t('a part')
  if (code === 'renamed') {
    return t('The link of {kit} changed', { kit: place.kitTitle || t('a kit') })
  }
  if (code === 'deleted') {
    return t('{kit} was deleted elsewhere', { kit: place.kitTitle || t('A kit') })
  }
  const isPart = kind === 'line'
  if (code === PARKED) {
    const name = isPart ? capital(part) : say(OF_KIND[kind].noun)
    return t('{name}: not uploaded yet', { name })
  }
  if (isWholeRow(first)) {
    const isRemoval = problems.length === 1 && cell === 'del'
    return OF_KIND[kind].refused({ part, isRemoval, value })
  }
  const field = fieldName(first)
  if (code === 'overwritten') {
    return isPart
      ? t('{field} of {part}: changed elsewhere', { field, part })
      : t('{field}: changed elsewhere', { field })
  }
  return isPart
    ? t('{field} of {part}: not accepted', { field, part })
    : t('{field}: not accepted', { field })
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Why it is here and what can be done. */
export function problemSentence(problems: ProblemCase, place: ProblemPlace): string {
  const [first] = problems
  const { kind, code } = first
  if (code === 'overwritten') return lostSentence(place)
  if (code === 'renamed') {
    return t(
      'Its id was taken already. A link you copied before still finds your kit. Its six letters alone lead to somebody else’s kit: send the new one.',
    )
  }
  if (code === 'deleted') {
    return t('You changed it after that, on this device. Restore brings it back with your changes.')
  }
  if (code === PARKED) {
    const about = place.kitTitle === '' ? '' : `${place.kitTitle}. `
    return about + t('The server keeps putting it off. It is safe here and tried again every day.')
  }
  if (code === 'other_author')
    return t('It was written under another account. Retry posts it as you.')
  if (code === 'parent_gone' && kind === 'comment') {
    return place.kitTitle === ''
      ? t('Its kit was deleted by its owner.')
      : t('The kit “{kitTitle}” was deleted by its owner.', { kitTitle: place.kitTitle })
  }
  const { forbidden } = OF_KIND[kind]
  if (code === 'forbidden' && forbidden) return say(forbidden)
  const where = place.kitTitle === '' ? '' : `${place.kitTitle}. `
  if (code === 'too_many_lines' || code === 'kit_too_large') {
    return `${where}${sentenceOf(code)} ${t('Remove something from it, then retry.')}`
  }
  if (code === 'malformed') return where + t('The server could not read it.')
  if (code === 'tooLarge') return where + t('It is too large to be sent.')
  return `${where}${sentenceOf(code)}`
}

function lostSentence(place: ProblemPlace) {
  if (place.current !== undefined) return place.kitTitle
  // A deleted part, or a field that was never sent.
  const where = place.kitTitle === '' ? '' : ` (${place.kitTitle})`
  return t('A later change replaced it. What you typed is kept here{where}.', { where })
}

/** Losing and current value of a cell to choose from; null where only one exists. */
export function bothValues([first]: ProblemCase, { current, isOwn }: ProblemPlace) {
  if (first.code !== 'overwritten' || current === undefined) return null
  const values = [first.value, current].map((value) => valueText({ ...first, value }))
  const names = isOwn.map((own) => (own ? t('This device') : t('Other device')))
  const labels = isOwn[0] === isOwn[1] ? [t('Before'), t('Now')] : names
  return values.map((text, at) => ({ text: text || t('empty field'), label: labels[at] ?? '' }))
}

/** Label of the retry. */
export function retryLabel([first]: ProblemCase): string {
  const { retry } = OF_KIND[first.kind]
  if (retry) return say(retry)
  if (first.code === 'deleted') return t('Restore')
  if (first.code !== 'overwritten') return t('Retry')
  return t('Use mine')
}
