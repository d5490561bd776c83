/** Roles of columns by their heads: LubeLogger, Fuelly, Fuelio, Drivvo, Spritmonitor. */
import type { DistanceUnit } from '#shared/kinds/distance.ts'
import { headWords } from '#shared/tables/headWords.ts'
import { inContext, t } from '#shared/words/words.ts'
import type { FileTable } from './fileTables.ts'

/** Roles a column may have. */
export const ROLES = {
  day: () => t('Date'),
  task: () => inContext('field', 'Job'),
  title: () => t('Title, where the job is none'),
  mileage: () => t('Mileage'),
  distanceUnit: () => t('Mileage unit'),
  cost: () => t('Cost'),
  currency: () => t('Currency'),
  unitPrice: () => t('Price of one unit of fuel'),
  price: () => t('Price per unit or in all'),
  income: () => t('Income, not a cost'),
  fuel: () => t('Fuel'),
  fuelUnit: () => t('Fuel unit'),
  full: () => t('Tank filled up'),
  part: () => t('Tank not filled up'),
  missed: () => t('Fill-up missed before'),
  vehicle: () => t('Vehicle'),
  vin: () => t('VIN'),
  every: () => t('Due after'),
  everyUnit: () => t('Due after unit'),
  everyMonths: () => t('Due after months'),
  newOdometer: () => t('New odometer'),
  notes: () => t('Notes'),
  aside: () => t('Into the notes, with its name'),
} as const
export type Role = keyof typeof ROLES
/** By column; null for an ignored one. */
export type LogColumns = (Role | null)[]

/** Roles that several columns may have. */
export const MANY: readonly Role[] = ['aside', 'vehicle']

export interface KnownTable {
  /** App of the format, '' for any other table. */
  app: string
  columns: LogColumns
  /** Task of rows without one. */
  task: string
  /** Unit by the heads. */
  distance: DistanceUnit | null
  fuelUnit: string | null
  /** Whether its price is per unit or a total is unknown. */
  isPriceOpen: boolean
}

const FUEL_TASK = 'Fuel'

const HEADS: readonly [Role, RegExp][] = [
  ['day', /^(date|day|fuelup date|datum|fecha|data|дата|purchased on|service date)$/],
  [
    'task',
    /^(job|task|costtitle|description|service|services|sub ?types?|service type|type of (service|expense)|title|bezeichnung|tipo de (servico|servicio|gasto|despesa)|вид (сервиса|расхода))$/,
  ],
  [
    'mileage',
    /^(mileage|odometer|odo|odometer reading|(km|tacho|kilometer)-?stand|h?odometro|одометр)$/,
  ],
  ['distanceUnit', /^(mileage|odometer|distance) unit$/],
  ['currency', /^((cost )?currency|wahrung|moneda|moeda)$/],
  ['price', /^(price|preis|precio|preco|prix)$/],
  ['unitPrice', /^(unit price|volumeprice|price per unit|price \/.*|preis \/.*|цена \/.*)$/],
  [
    'cost',
    /^(cost|total|total (cost|price)|amount paid|kosten|gesamtkosten|betrag|costo total|custo total|valor total|valor|общая стоимость)$/,
  ],
  [
    'fuel',
    /^(fuel|fuelconsumed|gallons|litres|liters|volume|quantity|qty|fuel amount|spritmenge|menge|quantidade|volumen|объ?ем)$/,
  ],
  ['fuelUnit', /^(fuel|volume) unit$/],
  [
    'full',
    /^(tank|full|isfilltofull|filled up|full tank|full fillup|tankart|tanque (lleno|cheio)|полный бак|voller tank)$/,
  ],
  ['part', /^(partial (fuelup|tank|fill([ -]?up)?))$/],
  ['missed', /^(missed( ?fuelup| fill)?|(previously )?missed fill[ -]?ups?)$/],
  ['income', /^isincome$/],
  ['vehicle', /^(vehicle|car|car name|fahrzeug|veh?iculo)$/],
  ['vin', /^(vin|fin|chassis number)$/],
  ['every', /^(due after|repeatodo)$/],
  ['everyUnit', /^due after unit$/],
  ['newOdometer', /^new odometer$/],
  ['everyMonths', /^(due after months|repeatmonths)$/],
  ['notes', /^(notes?|comments?|bemerkung(en)?|observac(ao|oes|ion(es)?)|примечание)$/],
  [
    'aside',
    /^(tags|brand|gas station|station|tankstelle|place|location|ort|posto.*|gasolinera|азс|kraftstoff|combustivel|топливо|partsupplier|garage|local)$/,
  ],
]

/** Recognizes the heads of a table. */
export function knowTable({ name, heads }: FileTable): KnownTable {
  const words = heads.map(headWords)
  const has = (...all: string[]) => all.every((word) => words.includes(word))
  const drivvo = drivvoSection(name)
  const app = drivvo
    ? 'Drivvo'
    : has('fuelup date') && has('odometer')
      ? 'Fuelly'
      : (has('km-stand') && has('kosten')) || (has('odometer') && has('roads', 'tires'))
        ? 'Spritmonitor'
        : isLubeLogger(words)
          ? 'LubeLogger'
          : has('volumeprice', 'tanknumber') || has('costtitle', 'repeatodo')
            ? 'Fuelio'
            : ''
  const columns = drivvo ? drivvoColumns(words, drivvo) : columnsOf(words)
  if (app === 'Fuelly') columns[words.indexOf('model')] = 'vehicle'
  if (app === 'Spritmonitor') spritmonitorColumns(words, columns)
  settlePrice(columns, app)
  const isFuel = columns.includes('fuel')
  return {
    app,
    columns,
    task: isFuel ? FUEL_TASK : has('initialodometer') ? 'Odometer reading' : '',
    distance: distanceIn(heads, app),
    fuelUnit: fuelUnitIn(heads, app),
    isPriceOpen: columns.includes('price'),
  }
}

function columnsOf(words: readonly string[]): LogColumns {
  const taken = new Set<Role>()
  return words.map((word) => {
    const role = HEADS.find(([, pattern]) => pattern.test(word))?.[0] ?? null
    if (role === null || (taken.has(role) && !MANY.includes(role))) return null
    taken.add(role)
    return role
  })
}

/** A "price" beside a total is per unit, beside a unit price the total; else it stays open. */
function settlePrice(columns: LogColumns, app: string): void {
  const at = columns.indexOf('price')
  if (at < 0) return
  const isFuel = columns.includes('fuel')
  const hasTotal = columns.includes('cost')
  if (isFuel && !columns.includes('unitPrice') && (hasTotal || app === 'Fuelly'))
    columns[at] = 'unitPrice'
  else if (hasTotal) columns[at] = 'aside'
  else if (!isFuel || columns.includes('unitPrice')) columns[at] = 'cost'
}

const isLubeLogger = (words: readonly string[]) =>
  words.includes('tags') &&
  ['fuelconsumed', 'description', 'initialodometer'].some((word) => words.includes(word))

type Section = 'refuelling' | 'service' | 'expense'

/** Drivvo's table names are in a few languages only, whatever its heads' language. */
function drivvoSection(name: string): Section | null {
  if (/^(refuell?ing|reabastecimiento)$/i.test(name)) return 'refuelling'
  if (/^servic(e|io)$/i.test(name)) return 'service'
  return /^(expense|gasto)$/i.test(name) ? 'expense' : null
}

/** Drivvo's first columns have a fixed order in all languages; the rest goes by heads. */
function drivvoColumns(words: readonly string[], section: Section): LogColumns {
  const first: LogColumns =
    section === 'refuelling'
      ? ['mileage', 'day', 'aside', 'unitPrice', 'cost', 'fuel', 'full']
      : ['mileage', 'day', 'cost', 'task']
  const rest = columnsOf(words.slice(first.length)).map((role) =>
    // Columns of a second and third fuel repeat the names.
    role === 'notes' || role === 'vehicle' || role === 'aside' ? role : null,
  )
  return [...first, ...rest]
}

/** Spritmonitor's "Type" is the fill level; its costs have a number for their kind. */
function spritmonitorColumns(words: readonly string[], columns: LogColumns): void {
  words.forEach((word, at) => {
    // The kind of fuel is a number without meaning elsewhere.
    if (word === 'fuel' || word === 'kraftstoff') columns[at] = null
    if (word === 'type') columns[at] = 'full'
    if (word === 'kostenart' || word === 'cost type') columns[at] = 'task'
    if (word === 'bezeichnung' || word === 'title') columns[at] = 'title'
  })
  if (!columns.includes('fuel') && words.includes('quantity'))
    columns[words.indexOf('quantity')] = 'fuel'
}

function distanceIn(heads: readonly string[], app: string): DistanceUnit | null {
  const all = heads.join(' ').toLowerCase()
  if (/\((km|kilometers)\)|\bkm-stand\b|\bkilometerstand\b/.test(all)) return 'km'
  if (/\((mi|miles)\)/.test(all)) return 'mi'
  if (app === 'Fuelly') return heads.includes('km') ? 'km' : heads.includes('miles') ? 'mi' : null
  return app === 'Spritmonitor' ? 'km' : null
}

function fuelUnitIn(heads: readonly string[], app: string): string | null {
  const all = heads.join(' ').toLowerCase()
  if (/\b(litres|liters)\b|\/ ?l\b|\(l\)/.test(all)) return 'L'
  if (/\/ ?kwh\b|\(kwh\)/.test(all)) return 'kWh'
  return app === 'Spritmonitor' ? 'L' : null
}
