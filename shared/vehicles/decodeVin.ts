/**
 * What a VIN says of the car, from the files that scripts/vehicles/makeVinChunks.mjs makes of NHTSA's
 * vPIC. Matching follows vPIC's own: the most exact pattern wins, and two that are as exact and differ
 * say nothing. So what comes out may be incomplete, and it is never a guess.
 */
import type { Vehicle } from './vehicle.ts'

import { vinYears, wmiOf } from './vin.ts'

/** What the VINs of one make say. */
export interface VinChunk {
  /** Values, referred to by their place. */
  v: readonly string[]
  /**
   * Schemas: fields with '/' between them, each a letter and `place=patterns`, with ';' and ' '
   * between. Letters: m model, s series, t trim, b body, c cylinders, d litres, g configuration,
   * r drive; C, D, G and H (horsepower) follow from the engine the VIN names.
   */
  s: readonly string[]
  /** By the maker's part of the VIN: `schema:first year-last year`, with ',' between. */
  w: Readonly<Record<string, string>>
}

/** Which makes a VIN may be of, and where their chunks are. */
export interface VinMakes {
  /** Of all chunks together. */
  version: string
  /** Name, file, and bytes as they travel. */
  makes: readonly (readonly [make: string, file: string, bytes: number])[]
  /** Places in `makes`, with ',' between. */
  wmis: Readonly<Record<string, string>>
}

export type VinDetails = Omit<Vehicle, 'year' | 'make' | 'model'>

/** One car the VIN may mean. */
export interface VinCar {
  /** null when the tenth character stands for no year. */
  year: number | null
  make: string
  /** null when the VIN says the make only. */
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
/** From then on every Sierra and Silverado above 1500 is an HD. */
const FIRST_ALL_HEAVY = 2007

/** The makes whose VINs begin like this one; none for a maker that is not known. */
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
 * The cars a VIN may mean: mostly one, several when the VIN leaves it open, none when no chunk is of
 * its maker. Without a model even the year is open, because it comes back every 30 years.
 * @param chunks of every make that `makesOfVin` names, by make
 * @param latest the newest model year there can be
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

/** What is left when a model is not known: the makes, each in every year it may be of. */
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

/** What people call a Sierra or a Silverado has its payload in the name, which vPIC keeps apart. */
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

/** What the schemas that named the model say, or else the others, or else what the engine implies. */
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

/** What patterns are held against: places 4 to 8, a bar, and 10 to 17. */
function descriptorOf(vin: string): string {
  return `${vin.slice(3, 8)}|${vin.slice(9)}`
}

/**
 * How exactly a pattern fits: the number of places it is about, or -1 when it does not. '*' is any
 * character, '#' a digit, '[A-CX]' one of some; what a pattern does not reach does not matter.
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
