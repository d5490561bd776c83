/** The vehicle of a kit. Makes and models are in makes.ts, for the vehicle dialog only. */
import { t, tenthsText } from '../words/words.ts'

/** Range of typed years, and of stored vehicles. */
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
 * Optional fields use vPIC's names and values (NHTSA): all text, `engineDisplacement` in liters
 * ("4.2"), `engineConfiguration` such as "V-Shaped".
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

/**
 * Validates a foreign value.
 * @returns null for a vehicle and for null (none chosen), otherwise 'invalid_vehicle'
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
  // PostgreSQL refuses NUL and lone surrogates; other control characters do not belong in one line.
  return typeof value === 'string' && value.length <= DETAIL_MAX && !/[\p{Cc}\p{Cs}]/u.test(value)
}

/** "2008 Audi S4" */
export function vehicleTitle(vehicle: Pick<Vehicle, 'year' | 'make' | 'model'>): string {
  return `${vehicle.year} ${vehicle.make.trim()} ${vehicle.model.trim()}`
}

/** Trim or series, and engine: "Avant, 4.2 L V8"; '' when unknown. */
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
  return prefix ? `${prefix}${count}` : t('{count}-cylinder', { count })
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

/** vPIC has "4.163" for an engine everybody calls a 4.2. */
function litersToTenths(text: string): string {
  return tenthsText(Number(text))
}
