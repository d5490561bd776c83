/**
 * Decodes VINs with the files scripts/vehicles/makeVinChunks.mjs makes from NHTSA's vPIC. Matches
 * like vPIC: the most exact pattern wins, and equally exact ones that differ give nothing. Results
 * may be incomplete, but are never guessed.
 */
import type { Vehicle } from './vehicle.ts'

import { vinYears, wmiOf } from './vin.ts'

/** VIN data of one make. */
export interface VinChunk {
  /** Values, referenced by index. */
  v: readonly string[]
  /**
   * Schemas: fields separated by '/', each a letter and `index=patterns`, separated by ';' and ' '.
   * Letters: m model, s series, t trim, b body, c cylinders, d liters, g configuration, r drive; C,
   * D, G and H (horsepower) follow from the engine the VIN names.
   */
  s: readonly string[]
  /** By WMI: `schema:first year-last year`, comma-separated. */
  w: Readonly<Record<string, string>>
}

/** Candidate makes of a VIN, and the files of their chunks. */
export interface VinMakes {
  /** Version of all chunks together. */
  version: string
  /** Name, file, and bytes on the wire. */
  makes: readonly (readonly [make: string, file: string, bytes: number])[]
  /** Indexes in `makes`, comma-separated. */
  wmis: Readonly<Record<string, string>>
}

export type VinDetails = Omit<Vehicle, 'year' | 'make' | 'model'>

export interface VinCar {
  /** null when the tenth character is no year code. */
  year: number | null
  make: string
  /** null when only the make is known. */
  model: string | null
  details: VinDetails
}

const DETAIL_LETTERS = {
  series: 's',
  trim: 't',
  bodyClass: 'b',
  engineCylinders: 'cC',
  engineDisplacement: 'dD',
  engineConfiguration: 'gG',
  engineHorsepower: 'H',
  driveType: 'r',
} as const satisfies Record<keyof VinDetails, string>

const MAX_DETAIL = 80
/** Since then, every Sierra and Silverado above 1500 is an HD. */
const FIRST_ALL_HEAVY = 2007

/** Makes with this VIN's WMI; none for an unknown maker. */
export function makesOfVin(index: VinMakes, vin: string): (readonly [string, string, number])[] {
  const wmi = wmiOf(vin)
  const places = Object.hasOwn(index.wmis, wmi) ? (index.wmis[wmi] ?? '') : ''
  return places
    .split(',')
    .filter(Boolean)
    .flatMap((place) => {
      const make = index.makes[Number(place)]
      return make ? [make] : []
    })
}

/**
 * Cars a VIN may mean: usually one, several when ambiguous, none without a chunk of its maker.
 * Without a model even the year is ambiguous, because its code repeats every 30 years.
 * @param chunks by make, for every make from `makesOfVin`
 * @param latest the newest possible model year
 */
export function decodeVin(
  vin: string,
  chunks: ReadonlyMap<string, VinChunk>,
  latest: number,
): VinCar[] {
  const years = vinYears(vin, latest)
  for (const year of years) {
    const cars = carsOf(vin, year, chunks)
    if (cars.length > 0) return cars
  }
  const makes = [...chunks.keys()]
  const all = carsWithoutModel(makes, years)
  const built = all.filter(({ make, year }) => {
    const chunk = chunks.get(make)
    return chunk && year !== null && schemasOf(chunk, wmiOf(vin), year).length > 0
  })
  return built.length > 0 ? built : all
}

/** Candidates without a known model: each make in each possible year. */
export function carsWithoutModel(makes: readonly string[], years: readonly number[]): VinCar[] {
  const possible = years.length > 0 ? years : [null]
  return makes.flatMap((make) => possible.map((year) => ({ year, make, model: null, details: {} })))
}

interface Match {
  value: string
  exactness: number
}

function carsOf(vin: string, year: number, chunks: ReadonlyMap<string, VinChunk>): VinCar[] {
  const descriptor = descriptorOf(vin)
  const found: { car: VinCar; exactness: number }[] = []
  for (const [make, chunk] of chunks) {
    const schemas = schemasOf(chunk, wmiOf(vin), year)
    const models = schemas.map((schema) => best(matches(chunk, schema, 'm', descriptor)))
    const exactness = Math.max(0, ...models.flat().map((match) => match.exactness))
    const named = models.flat().filter((match) => match.exactness === exactness)
    for (const model of new Set(named.map((match) => match.value))) {
      const own = schemas.filter((_, at) => models[at]?.some((match) => match.value === model))
      const details = detailsOf(chunk, [own, schemas], descriptor)
      const car = { year, make, model: fullName(model, year, details.series), details }
      found.push({ car, exactness })
    }
  }
  const exactness = Math.max(0, ...found.map((one) => one.exactness))
  return found.filter((one) => one.exactness === exactness).map((one) => one.car)
}

/** People say a Sierra's or Silverado's payload class in the model name; vPIC keeps it apart. */
function fullName(model: string, year: number, series = ''): string {
  const [payload] = /^[123]500/.exec(series) ?? []
  const isPickup = /^(Sierra|Silverado)( HD)?$/.test(model)
  if (!isPickup || payload === undefined) return model
  const isHeavy = payload !== '1500' && (year >= FIRST_ALL_HEAVY || /HD|heavy/i.test(series))
  return `${model.replace(' HD', '')} ${payload}${isHeavy ? 'HD' : ''}`
}

function detailsOf(chunk: VinChunk, groups: string[][], descriptor: string): VinDetails {
  const details: VinDetails = {}
  for (const [name, letters] of Object.entries(DETAIL_LETTERS)) {
    const value = detailOf(chunk, groups, letters, descriptor)
    if (value !== null) details[name as keyof VinDetails] = value
  }
  return details
}

/** Detail from the schemas that named the model, else from others, else implied by the engine. */
function detailOf(chunk: VinChunk, groups: string[][], letters: string, descriptor: string) {
  for (const letter of letters) {
    for (const schemas of groups) {
      const found = best(schemas.flatMap((schema) => matches(chunk, schema, letter, descriptor)))
      const values = new Set(found.map((match) => match.value))
      const [value] = values
      if (values.size > 1) return null
      if (value !== undefined && value !== '') return value.slice(0, MAX_DETAIL)
    }
  }
  return null
}

function schemasOf(chunk: VinChunk, wmi: string, year: number): string[] {
  const spans = Object.hasOwn(chunk.w, wmi) ? (chunk.w[wmi] ?? '') : ''
  return spans.split(',').flatMap((span) => {
    const [at = '', years = ''] = span.split(':')
    const [first, last] = years.split('-')
    const isIn = Number(first) <= year && (last === '' || year <= Number(last))
    const schema = isIn ? chunk.s[Number(at)] : undefined
    return schema === undefined ? [] : [schema]
  })
}

function matches(chunk: VinChunk, schema: string, letter: string, descriptor: string): Match[] {
  const field = schema.split('/').find((text) => text.startsWith(letter))
  if (!field) return []
  return field
    .slice(1)
    .split(';')
    .flatMap((entry) => {
      const [place = '', patterns = ''] = entry.split('=')
      const exactness = Math.max(...patterns.split(' ').map((keys) => fit(keys, descriptor)))
      const value = chunk.v[Number(place)]
      return exactness < 0 || value === undefined ? [] : [{ value, exactness }]
    })
}

function best(found: Match[]): Match[] {
  const exactness = Math.max(0, ...found.map((match) => match.exactness))
  return found.filter((match) => match.exactness === exactness)
}

/** Text that patterns match: positions 4 to 8, a bar, and 10 to 17. */
function descriptorOf(vin: string): string {
  return `${vin.slice(3, 8)}|${vin.slice(9)}`
}

/**
 * Exactness of a pattern: the number of positions it fixes, or -1 for no match. '*' is any
 * character, '#' a digit, '[A-CX]' a set; positions beyond the pattern match anything.
 */
function fit(keys: string, descriptor: string): number {
  let exactness = 0
  let at = 0
  for (let i = 0; i < keys.length; i++, at++) {
    const key = keys[i] ?? ''
    const char = descriptor[at] ?? ''
    if (key === '*' || key === '|') continue
    exactness += 1
    if (key === '[') {
      const end = keys.indexOf(']', i)
      if (!isAmong(keys.slice(i + 1, end), char)) return -1
      i = end
    } else if (key === '#' ? !/\d/.test(char) : key !== char) return -1
  }
  return exactness
}

function isAmong(set: string, char: string): boolean {
  for (let i = 0; i < set.length; i++) {
    const from = set[i] ?? ''
    const to = set[i + 1] === '-' ? (set[i + 2] ?? from) : from
    if (from <= char && char <= to) return true
    if (to !== from || set[i + 1] === '-') i += 2
  }
  return false
}
