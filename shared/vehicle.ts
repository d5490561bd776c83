/**
 * A vehicle: what a kit is for. Pure rules, no data: the models by make and year are in
 * vehicleModels.json, which only the vehicle dialog loads. Never import it here.
 */

/** The makes of the picker, alphabetical; the ones whose cars are still sold new. */
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

/** Makes behind "More makes": no longer on the market, or rare on it. */
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

/** The years of the grid and of the model data. */
export const FIRST_YEAR = 1970
export const LAST_YEAR = 2025

/** The years that can be typed, and the ones a stored vehicle may have. */
export const CUSTOM_YEAR_MIN = 1900
export const CUSTOM_YEAR_MAX = 2030

const NAME_MAX = 60
const DETAIL_MAX = 80

const DETAILS = [
  'trim',
  'series',
  'bodyClass',
  'engineCylinders',
  'engineDisplacement',
  'engineHorsepower',
  'engineConfiguration',
  'driveType',
] as const

/**
 * The optional fields carry the names and the values of NHTSA's vPIC: text throughout,
 * `engineDisplacement` in liters ("4.2"), `engineConfiguration` such as "V-Shaped".
 */
export interface Vehicle {
  year: number
  make: string
  model: string
  trim?: string
  series?: string
  bodyClass?: string
  engineCylinders?: string
  engineDisplacement?: string
  engineHorsepower?: string
  engineConfiguration?: string
  driveType?: string
}

/** What vehicleModels.json holds: for each make "A3 06-13,15-20;A4 96-25", sorted by model. */
export type VehicleModels = Readonly<Record<string, string>>

/** Reads a typed year; the problem is a sentence for people. */
export function parseYear(text: string): { year: number } | { problem: string } {
  const digits = text.trim()
  if (digits === '') return { problem: 'Enter a year, for example 1968.' }
  if (!/^\d+$/.test(digits)) return { problem: 'A year has digits only, for example 1968.' }
  if (digits.length !== 4) return { problem: 'Enter all four digits of the year.' }
  const year = Number(digits)
  if (year < CUSTOM_YEAR_MIN) return { problem: `The earliest year is ${CUSTOM_YEAR_MIN}.` }
  if (year > CUSTOM_YEAR_MAX) return { problem: `The latest year is ${CUSTOM_YEAR_MAX}.` }
  return { year }
}

/**
 * Judges a value from outside.
 * @returns null for a vehicle and for null (no vehicle was chosen), otherwise 'invalid_vehicle'
 */
export function vehicleProblem(value: unknown): string | null {
  if (value === null) return null
  return isObject(value) && Object.entries(value).every(isValidField) && hasIdentity(value)
    ? null
    : 'invalid_vehicle'
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isValidField([key, value]: [string, unknown]): boolean {
  if (key === 'year') return isYear(value)
  if (key === 'make' || key === 'model') return isName(value)
  return DETAILS.some((detail) => detail === key) && isText(value)
}

function hasIdentity(value: object): boolean {
  return ['year', 'make', 'model'].every((key) => Object.hasOwn(value, key))
}

function isYear(value: unknown): boolean {
  return (
    typeof value === 'number' &&
    Number.isInteger(value) &&
    value >= CUSTOM_YEAR_MIN &&
    value <= CUSTOM_YEAR_MAX
  )
}

function isName(value: unknown): boolean {
  if (!isText(value)) return false
  const { length } = value.trim()
  return length >= 1 && length <= NAME_MAX
}

function isText(value: unknown): value is string {
  // PostgreSQL refuses NUL and lone surrogates; the other controls have no place in one line.
  return typeof value === 'string' && value.length <= DETAIL_MAX && !/[\p{Cc}\p{Cs}]/u.test(value)
}

/** "2008 Audi S4" */
export function vehicleTitle(vehicle: Pick<Vehicle, 'year' | 'make' | 'model'>): string {
  return `${vehicle.year} ${vehicle.make.trim()} ${vehicle.model.trim()}`
}

/** The trim, or else the series, and the engine: "Avant, 4.2 L V8"; '' when nothing is known. */
export function vehicleDetail(vehicle: Vehicle): string {
  const version = vehicle.trim?.trim() || vehicle.series?.trim()
  return [version, engine(vehicle)].filter(Boolean).join(', ')
}

function engine(vehicle: Vehicle): string {
  const displacement = vehicle.engineDisplacement?.trim()
  const liters = isNumber(displacement) ? `${litersToTenths(displacement)} L` : displacement
  return [liters, cylinders(vehicle)].filter(Boolean).join(' ')
}

/** "V8", or "8-cylinder" when the configuration is unknown. */
function cylinders(vehicle: Vehicle): string | undefined {
  const count = vehicle.engineCylinders?.trim()
  if (!isNumber(count)) return count
  const prefix = CONFIGURATION_PREFIXES.get(vehicle.engineConfiguration?.trim().toLowerCase() ?? '')
  return prefix ? `${prefix}${count}` : `${count}-cylinder`
}

/** vPIC's names of engine configurations, in lower case. */
const CONFIGURATION_PREFIXES: ReadonlyMap<string, string> = new Map([
  ['in-line', 'I'],
  ['v-shaped', 'V'],
  ['w shaped', 'W'],
  ['horizontally opposed (boxer)', 'flat-'],
])

function isNumber(text: string | undefined): text is string {
  return text !== undefined && /^\d+(\.\d+)?$/.test(text)
}

/** vPIC says "4.163" for an engine everybody calls a 4.2. */
function litersToTenths(text: string): string {
  return Number(text).toFixed(1)
}

/**
 * The models of a make in a year, in the order people look for them ("A4" before "A10").
 * @param data the content of vehicleModels.json
 * @returns [] for a make or a year without data
 */
export function modelsFor(data: VehicleModels, make: string, year: number): string[] {
  // A make can be typed: "constructor" must not find a property of every object.
  const packed = Object.hasOwn(data, make) ? data[make] : undefined
  if (!packed || year < FIRST_YEAR || year > LAST_YEAR) return []
  const order = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  return packed
    .split(';')
    .map((entry) => splitLast(entry))
    .filter(([, years]) => years.split(',').some((span) => isWithin(span, year)))
    .map(([model]) => model)
    .sort(order.compare)
}

/** "RS 4 07-08" has its years behind the last space. */
function splitLast(entry: string): [model: string, years: string] {
  const space = entry.lastIndexOf(' ')
  return [entry.slice(0, space), entry.slice(space + 1)]
}

function isWithin(span: string, year: number): boolean {
  const [first = '', last = first] = span.split('-')
  return fullYear(first) <= year && year <= fullYear(last)
}

/** Two digits are enough, because FIRST_YEAR and LAST_YEAR are less than a century apart. */
function fullYear(twoDigits: string): number {
  const year = 1900 + Number(twoDigits)
  return year < FIRST_YEAR ? year + 100 : year
}
