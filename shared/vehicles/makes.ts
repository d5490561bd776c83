/** Makes and years of the vehicle dialog. Only the dialog loads vehicleModels.json. */
import { CUSTOM_YEAR_MAX, CUSTOM_YEAR_MIN } from './vehicle.ts'
import { byLanguage, t } from '../words/words.ts'

/** Makes of the picker, alphabetical: those still sold new. */
export const MAKES = [
  'Acura',
  'Alfa Romeo',
  'Aston Martin',
  'Audi',
  'Bentley',
  'BMW',
  'Buick',
  'Cadillac',
  'Chevrolet',
  'Chrysler',
  'Dodge',
  'Ferrari',
  'Fiat',
  'Ford',
  'Genesis',
  'GMC',
  'Honda',
  'Hyundai',
  'Infiniti',
  'Jaguar',
  'Jeep',
  'Kia',
  'Lamborghini',
  'Land Rover',
  'Lexus',
  'Lincoln',
  'Maserati',
  'Mazda',
  'Mercedes-Benz',
  'MINI',
  'Mitsubishi',
  'Nissan',
  'Porsche',
  'Ram',
  'Rolls-Royce',
  'Subaru',
  'Tesla',
  'Toyota',
  'Volkswagen',
  'Volvo',
] as const

/** Makes behind "More makes": discontinued or rare. */
export const MORE_MAKES = [
  'AMC',
  'Bugatti',
  'Daewoo',
  'Daihatsu',
  'Datsun',
  'DeLorean',
  'Eagle',
  'Fisker',
  'Geo',
  'Hummer',
  'INEOS',
  'International',
  'Isuzu',
  'Karma',
  'Lotus',
  'Lucid',
  'Maybach',
  'McLaren',
  'Mercury',
  'Merkur',
  'MG',
  'Oldsmobile',
  'Opel',
  'Peugeot',
  'Plymouth',
  'Polestar',
  'Pontiac',
  'Renault',
  'Rivian',
  'Saab',
  'Saturn',
  'Scion',
  'smart',
  'Suzuki',
  'Triumph',
  'VinFast',
  'Yugo',
] as const

/** Years of the grid. */
export const FIRST_YEAR = 1970
export const LAST_YEAR = 2025
/** The model data starts with the grid, and has one more year, which can be typed. */
export const LAST_DATA_YEAR = 2026

/** vehicleModels.json: per make "A3 06-13,15-20;A4 96-25", sorted by model. */
export type VehicleModels = Readonly<Record<string, string>>

/** Parses a typed year; the problem is a sentence for people. */
export function parseYear(text: string): { year: number } | { problem: string } {
  const digits = text.trim()
  if (digits === '') return { problem: t('Enter a year, for example 1968.') }
  if (!/^\d+$/.test(digits)) return { problem: t('A year has digits only, for example 1968.') }
  if (digits.length !== 4) return { problem: t('Enter all four digits of the year.') }
  const year = Number(digits)
  if (year < CUSTOM_YEAR_MIN)
    return {
      problem: t('The earliest year is {year}.', { year: String(CUSTOM_YEAR_MIN) }),
    }
  if (year > CUSTOM_YEAR_MAX)
    return { problem: t('The latest year is {year}.', { year: String(CUSTOM_YEAR_MAX) }) }
  return { year }
}

const orders = byLanguage((tag) => new Intl.Collator(tag, { numeric: true, sensitivity: 'base' }))

/**
 * Models of a make in a year, in natural order ("A4" before "A10").
 * @param data parsed vehicleModels.json
 * @returns [] for a make or year without data
 */
export function modelsFor(data: VehicleModels, make: string, year: number): string[] {
  // Makes can be typed: "constructor" must not find an inherited property.
  const packed = Object.hasOwn(data, make) ? data[make] : undefined
  if (!packed || year < FIRST_YEAR || year > LAST_DATA_YEAR) return []
  const order = orders()
  return packed
    .split(';')
    .map((entry) => splitLast(entry))
    .filter(([, years]) => years.split(',').some((span) => isWithin(span, year)))
    .map(([model]) => model)
    .sort(order.compare)
}

/** Union of two lists; names that differ only in case are one, spelled as in `list`. */
export function unionOfModels(list: readonly string[], more: readonly string[]): string[] {
  const byKey = new Map([...more, ...list].map((name) => [name.toLowerCase(), name]))
  const order = orders()
  return [...byKey.values()].sort(order.compare)
}

/** A model and the years it was sold; spans are inclusive. */
export interface ModelYears {
  make: string
  model: string
  spans: readonly (readonly [first: number, last: number])[]
}

export function everyModel(data: VehicleModels): ModelYears[] {
  return Object.entries(data).flatMap(([make, packed]) =>
    packed.split(';').map((entry) => {
      const [model, years] = splitLast(entry)
      return { make, model, spans: years.split(',').map(yearsOf) }
    }),
  )
}

/** "RS 4 07-08": the years follow the last space. */
function splitLast(entry: string): [model: string, years: string] {
  const space = entry.lastIndexOf(' ')
  return [entry.slice(0, space), entry.slice(space + 1)]
}

function isWithin(span: string, year: number): boolean {
  const [first, last] = yearsOf(span)
  return first <= year && year <= last
}

function yearsOf(span: string): [first: number, last: number] {
  const [first = '', last = first] = span.split('-')
  return [fullYear(first), fullYear(last)]
}

/** Two digits suffice: FIRST_YEAR and LAST_DATA_YEAR are less than a century apart. */
function fullYear(twoDigits: string): number {
  const year = 1900 + Number(twoDigits)
  return year < FIRST_YEAR ? year + 100 : year
}
