/** Roles of columns by their heads: of the logs that people export most, and of any other table. */
import { distanceUnitOf, type DistanceUnit } from '#shared/kinds/distance.ts'
import { fuelUnitOf } from '#shared/kinds/fuel.ts'
import { headWords } from '#shared/tables/headWords.ts'
import { inContext, t } from '#shared/words/words.ts'
import type { FileTable } from './fileTables.ts'

/** Roles a column may have. */
export const ROLES = {
  day: () => t('Date'),
  month: () => t('Month, where the date is a number'),
  year: () => t('Year, where the date is a number'),
  kind: () => t('Kind of entry'),
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
  fuelKind: () => t('Kind of fuel'),
  tank: () => t('Number of the tank'),
  second: () => t('Of a second fuel, left out'),
  full: () => t('Tank filled up'),
  part: () => t('Tank not filled up'),
  missed: () => t('Fill-up missed before'),
  vehicle: () => t('Vehicle'),
  vin: () => t('VIN'),
  every: () => t('Due after'),
  everyUnit: () => t('Due after unit'),
  everyMonths: () => t('Due after months'),
  none: () => t('No entry, where it says so'),
  newOdometer: () => t('New odometer'),
  notes: () => t('Notes'),
  aside: () => t('Into the notes, with its name'),
} as const
export type Role = keyof typeof ROLES
/** By column; null for an ignored one. */
export type LogColumns = (Role | null)[]

/** Roles that several columns may have. */
export const MANY: readonly Role[] = ['aside', 'vehicle', 'second', 'fuelKind', 'none']

export interface KnownTable {
  /** App of the format, '' for any other table. */
  app: string
  columns: LogColumns
  /** Task of rows without one. */
  task: string
  /** Unit by the heads. */
  distance: DistanceUnit | null
  fuelUnit: string | null
}

/** Patterns of heads as `headWords` gives them; '' has those of ignored columns. */
type Dictionary = Partial<Record<Role | '', RegExp>>

const HEADS: Dictionary = {
  day: /^(date|day|fuelup date|datum|fecha|data|дата|purchased on|service date)$/,
  month: /^month$/,
  year: /^year$/,
  kind: /^(record|entry) type$/,
  task: /^(job|task|costtitle|description|services?|expenses|record desc|sub ?types?|(service|expense) type|type of (service|expense)|title|bezeichnung|tipo de (servico|servicio|gasto|despesa)|type de (service|depense)|вид (сервиса|расхода))$/,
  title: /^(category|kategorie|categoria|categorie)$/,
  mileage:
    /^(mileage|odometer|odo|odometer reading|reading|(km|tacho|kilometer)-?stand|h?odometro|kilometrage|kilometraje|compteur|одометр)$/,
  distanceUnit: /^(mileage|odometer|distance) unit$/,
  currency: /^((cost )?currency( code)?|wahrung|moneda|moeda|devise)$/,
  price: /^(price|preis|precio|preco|prix)$/,
  unitPrice: /^(unit price|volumeprice|price per .*|(price|preis|precio|preco|prix|цена) \/.*)$/,
  cost: /^(cost|total|total (cost|price)|amount paid|(gesamt)?kosten|betrag|(costo|coste|custo|cout|prix) total|cout|montant|importe|valor( total)?|общая стоимость)$/,
  fuel: /^(fuel|fuelconsumed|gallons|lit(re|er)s?|volume|quantity|qty|(fuel|fill) amount|spritmenge|menge|quantidade|volumen|litros|объ?ем)$/,
  fuelUnit: /^(fuel|volume|quantity|fill) units?$/,
  fuelKind: /^(fuel ?type|fuel category|kraftstoff|combustivel|combustible|carburant|топливо)$/,
  tank: /^tank ?number$/,
  full: /^(tank|full|isfilltofull|filled up|(is )?full tank|full fillup|tankart|tanque (lleno|cheio)|полный бак|voller tank|vollgetankt|plein)$/,
  part: /^(partial (fuelup|tank|fill([ -]?up)?))$/,
  missed: /^(missed( ?fuelup| fill)?|(previously )?missed fill[ -]?ups?|reset)$/,
  income: /^isincome$/,
  vehicle: /^(vehicle( id)?|car|car name|fahrzeug|veh?iculo|vehicule)$/,
  vin: /^(vin|fin|chassis number)$/,
  every: /^(due after|repeatodo|reminder distance)$/,
  everyUnit: /^due after unit$/,
  everyMonths: /^(due after months|repeatmonths|reminder interval)$/,
  none: /^(remind(odo|date)|istemplate)$/,
  newOdometer: /^new odometer$/,
  notes:
    /^(notes?|comments?|bemerkung(en)?|notiz(en)?|remarques?|commentaires?|comentarios?|observac(ao|oes|ion(es)?)|примечание)$/,
  aside:
    /^(tags|(fuel )?brand|(gas |filling )?station|tankstelle|place|lugar|lieu|location|ort|posto.*|gasolinera|estacion.*|station-service|азс|partsupplier|garage|local|vendor|(service|expense) center name|fueling station address|entry subtype|extrafield .*)$/,
}

/** Spritmonitor's "Type" is the fill level; its costs have a number for their kind. */
const SPRITMONITOR: Dictionary = {
  full: /^type$/,
  fuelKind: /^(fuel|kraftstoff)$/,
  task: /^(kostenart|cost type)$/,
  title: /^(bezeichnung|title)$/,
}
/** Apps by heads that only their tables have, and their own meaning of some. */
const APPS: readonly [app: string, heads: string, own?: Dictionary][] = [
  ['Fuelly', 'fuelup date,odometer', { vehicle: /^model$/, unitPrice: /^price$/ }],
  ['Spritmonitor', 'km-stand,kosten/odometer,roads,tires/odometer,cost type', SPRITMONITOR],
  ['LubeLogger', 'tags,fuelconsumed/tags,description/tags,initialodometer'],
  ['Fuelio', 'volumeprice,tanknumber/costtitle,repeatodo'],
  ['Simply Auto', 'record type,record desc'],
  ['Car Care', 'entry type,entry subtype', { unitPrice: /^price$/, '': /^location$/ }],
  ['Road Trip', 'fill amount,fill units/reminder interval,reminder distance'],
  ['aCar', 'odometer reading,distance unit'],
  // An additive is no fuel.
  ['My Garage', 'units version,fill level', { aside: /^liters$/ }],
  ['My Garage', 'units version'],
]
/** Drivvo's tables, by names in a few languages; their first columns are the same in all. */
const DRIVVO: readonly [name: RegExp, LogColumns][] = [
  [
    /^(refuell?ing|reabastecimiento)$/i,
    ['mileage', 'day', 'fuelKind', 'unitPrice', 'cost', 'fuel', 'full'],
  ],
  [/^(servic(e|io)|expense|gasto)$/i, ['mileage', 'day', 'cost', 'task']],
]
const DRIVVO_BY_HEADS: LogColumns = ['notes', 'vehicle', 'aside']

/** Recognizes the heads of a table. */
export function knowTable({ name, heads }: FileTable): KnownTable {
  const words = heads.map(headWords)
  const has = (all: string) => all.split(',').every((word) => words.includes(word))
  const [known = '', , own = {}] = APPS.find(([, all]) => all.split('/').some(has)) ?? []
  const first = DRIVVO.find(([pattern]) => pattern.test(name))?.[1]
  const app = first ? 'Drivvo' : known
  const placed = rolesOf(words, own).map((role, at) =>
    first ? (first[at] ?? (DRIVVO_BY_HEADS.includes(role) ? role : null)) : role,
  )
  const columns = withSecond(words, settled(placed))
  const hasAny = (...roles: Role[]) => roles.some((role) => columns.includes(role))
  const unit = <Unit>(role: Role, unitOf: (words: string) => Unit | null) =>
    [heads[columns.indexOf(role)] ?? '', ...heads].map((head) => unitOf(unitIn(head))).find(Boolean)
  const isMetric = app === 'Spritmonitor'
  const isKm = isMetric || words.some((word) => /^(km-stand|kilomet)/.test(word))
  const other = hasAny('task', 'title', 'kind', 'cost') ? '' : 'Odometer reading'
  return {
    app,
    columns,
    task: has('fill level') ? 'DEF' : hasAny('fuel') ? 'Fuel' : other,
    distance: unit('mileage', distanceUnitOf) ?? (isKm ? 'km' : null),
    fuelUnit: unit('fuel', fuelUnitOf) ?? (isMetric ? 'L' : null),
  }
}

/** Roles by heads; of two columns for one, that whose pattern comes first has it. */
function rolesOf(words: readonly string[], own: Dictionary): LogColumns {
  const all = [own, HEADS].flatMap((one) => Object.entries(one) as [Role | '', RegExp][])
  const found = words.map((head) => all.findIndex(([, pattern]) => pattern.test(head)))
  return found.map((at, column) => {
    const role = all[at]?.[0] || null
    const best = Math.min(...found.filter((other) => all[other]?.[0] === role))
    return role && (MANY.includes(role) || found.indexOf(best) === column) ? role : null
  })
}

/** Unit of a heading: "Fuel (litres)", "Price / L", "Price per liter", "km". */
const unitIn = (head: string): string =>
  /\(([^()]+)\)/.exec(head)?.[1] ?? /(?:\/| per ) ?([\p{L}]+)$/iu.exec(head)?.[1] ?? head

/** A "price" beside a total is per unit, beside a unit price the total; else it stays open. */
function settled(columns: LogColumns): LogColumns {
  const [isFuel, hasTotal, hasEach] = (['fuel', 'cost', 'unitPrice'] as const).map((role) =>
    columns.includes(role),
  )
  const isOpen = isFuel && !hasTotal && !hasEach
  const said = isFuel && hasTotal && !hasEach ? 'unitPrice' : hasTotal ? 'aside' : 'cost'
  return columns.map((role) => (role === 'price' && !isOpen ? said : role))
}

/** Heads that come again are of a second fuel, whose name stands before them. */
function withSecond(words: readonly string[], columns: LogColumns): LogColumns {
  const isAgain = (at: number) => {
    const first = words.indexOf((words[at] ?? '').replace(/ \d$/, ''))
    return first >= 0 && first < at && ['fuel', 'cost', 'unitPrice'].includes(columns[first] ?? '')
  }
  return columns.map((role, at) =>
    isAgain(at) ? 'second' : (role ?? (isAgain(at + 1) ? 'aside' : null)),
  )
}
