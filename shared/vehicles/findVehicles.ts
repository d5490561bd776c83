/** Vehicle search: "08 s4" finds the 2008 Audi S4. Pure; models load with the dialog. */
import type { Vehicle } from './vehicle.ts'

import { everyModel, MAKES, MORE_MAKES, type ModelYears, type VehicleModels } from './makes.ts'
import { CUSTOM_YEAR_MAX, CUSTOM_YEAR_MIN, vehicleProblem } from './vehicle.ts'
import { parseVin } from './vin.ts'

/** A complete vehicle, or a partial one: the rest is chosen. */
export type FoundVehicle =
  | { kind: 'own'; vehicle: Vehicle }
  | { kind: 'vehicle'; year: number; make: string; model: string }
  /** As typed, in no list. */
  | { kind: 'typed'; year: number; make: string; model: string }
  | { kind: 'model'; make: string; model: string; years: readonly number[] }
  | { kind: 'make'; make: string; year: number | null }
  | { kind: 'year'; year: number }
  /** Incomplete and in no list: the dialog asks for the rest, with this filled in. */
  | { kind: 'rest'; year: number | null; make: string | null; model: string }
  | { kind: 'vin'; vin: string }

/** Nicknames of makes. */
const SHORT: ReadonlyMap<string, string> = new Map([
  ['vw', 'volkswagen'],
  ['chevy', 'chevrolet'],
  ['mb', 'mercedes'],
  ['benz', 'mercedes'],
  ['caddy', 'cadillac'],
  ['beemer', 'bmw'],
  ['bimmer', 'bmw'],
])

/** Lower ranks first. */
interface Ranked {
  found: FoundVehicle
  rank: number
}

/** One interpretation of the input: which word is the year, if any. */
interface Reading {
  year: number | null
  words: readonly string[]
}

/**
 * @param models null while loading: then own vehicles and makes are found
 * @param own vehicles of own kits, latest first
 * @returns likeliest first
 */
export function findVehicles(
  typed: string,
  models: VehicleModels | null,
  own: readonly Vehicle[],
  most: number,
): FoundVehicle[] {
  const words = wordsOf(typed)
  if (words.length === 0) return []
  const vin = parseVin(typed)
  if ('vin' in vin) return [{ kind: 'vin', vin: vin.vin }]
  const readings = readingsOf(words)
  const all = models ? indexOf(models) : []
  const ranked = [
    ...own.filter((vehicle) => isMeant(vehicle, words)).map(asOwn),
    ...readings.flatMap((reading) => readAs(reading, all)),
  ]
  const known = new Set<string>()
  const found = ranked
    .toSorted((a, b) => a.rank - b.rank)
    .filter(({ found: one }) => {
      const key = keyOf(one)
      return !known.has(key) && known.add(key)
    })
    .map(({ found: one }) => one)
  const rest = asTyped(typed)
  const isListed = ranked.some(({ found: one, rank }) => one.kind === 'vehicle' && rank < LOOSE)
  const left = rest ?? (found.length === 0 && models ? asRest(typed) : null)
  const shown = found.slice(0, left && !isListed ? most - 1 : most)
  return left && !isListed ? [...shown, left] : shown
}

/** Ranks: an own vehicle, an exact model name, a prefix of one, a match by single words. */
const OWN = -1
const EXACT = 0
const BEGINS = 1
const LOOSE = 2
/** A year that may be a model, as an Audi 80, ranks behind. */
const WITHOUT_YEAR = 0.5
const WHOLE_MAKE = 0.6
const OF_MAKE = 3

function readAs({ year, words }: Reading, all: readonly Indexed[]): Ranked[] {
  if (words.length === 0)
    return year === null ? [] : [{ found: { kind: 'year', year }, rank: EXACT }]
  const makes = [...MAKES, ...MORE_MAKES].filter((make) => isMake(make, words))
  const ofMakes = makes.map((make, at): Ranked => {
    return { found: { kind: 'make', make, year }, rank: WHOLE_MAKE + at / 1_000 }
  })
  const ofModels = all.flatMap(({ entry, makeWords, modelWords, modelKey }): Ranked[] => {
    const { make, model } = entry
    if (year !== null && !isSold(entry, year)) return []
    const rest = withoutMake(words, makeWords)
    const rank = rankOf(rest, modelWords, modelKey)
    if (rank === null || (rank === OF_MAKE && year === null)) return []
    return year === null
      ? [
          {
            found: { kind: 'model', make, model, years: yearsOf(entry) },
            rank: rank + WITHOUT_YEAR,
          },
        ]
      : [{ found: { kind: 'vehicle', year, make, model }, rank }]
  })
  return [...ofMakes, ...ofModels]
}

/** @param rest words besides the make; @returns null for another model */
function rankOf(
  rest: readonly string[],
  modelWords: readonly string[],
  modelKey: string,
): number | null {
  if (rest.length === 0) return OF_MAKE
  const key = rest.join('')
  if (modelKey === key) return EXACT
  if (modelKey.startsWith(key)) return BEGINS
  return rest.every((word) => modelWords.some((own) => own.startsWith(word))) ? LOOSE : null
}

/** Each word of the make consumes a typed one, preferably a whole one: "audi a" asks for an A4. */
function withoutMake(words: readonly string[], makeWords: readonly string[]): string[] {
  const rest = [...words]
  for (const own of makeWords) {
    const whole = rest.indexOf(own)
    const at = whole < 0 ? rest.findIndex((word) => own.startsWith(word)) : whole
    if (at >= 0) rest.splice(at, 1)
  }
  return rest
}

const isMake = (make: string, words: readonly string[]) => {
  const own = wordsOf(make)
  return words.every((word) => own.some((each) => each.startsWith(word)))
}

/** Interpretations of the year: none, or any word that looks like one. */
function readingsOf(words: readonly string[]): Reading[] {
  const readings: Reading[] = [{ year: null, words }]
  for (const [at, word] of words.entries()) {
    const year = yearIn(word)
    if (year !== null) readings.push({ year, words: words.filter((_, other) => other !== at) })
  }
  return readings
}

function yearIn(word: string): number | null {
  if (!/^(?:\d{2}|\d{4})$/.test(word)) return null
  const number = Number(word)
  const year =
    word.length === 4 ? number : number > CUSTOM_YEAR_MAX % 100 ? 1900 + number : 2000 + number
  return year >= CUSTOM_YEAR_MIN && year <= CUSTOM_YEAR_MAX ? year : null
}

/** An own vehicle matches when every word starts one of its words; its year may have two digits. */
function isMeant({ year, make, model }: Vehicle, words: readonly string[]): boolean {
  const own = [
    ...wordsOf(make),
    ...wordsOf(model),
    keyIn(model),
    String(year),
    String(year).slice(2),
  ]
  return words.every((word) => own.some((each) => each.startsWith(word)))
}

const asOwn = (vehicle: Vehicle): Ranked => ({ found: { kind: 'own', vehicle }, rank: OWN })

/** Splits typed text into year, make, and the rest as typed for the model. */
export function readTyped(typed: string): {
  year: number | null
  make: string | null
  rest: string
} {
  const texts = typed.split(/\s+/).filter((text) => keyIn(text) !== '')
  const known = makeIn(texts)
  const others = known ? [...texts.slice(0, known.from), ...texts.slice(known.to)] : texts
  const year = others.find((text) => yearIn(keyIn(text)) !== null)
  return {
    year: year === undefined ? null : yearIn(keyIn(year)),
    make: known?.make ?? null,
    rest: others.filter((text) => text !== year).join(' '),
  }
}

/** A year, a make and more that is in no list: as typed, capitalized. */
function asTyped(typed: string): FoundVehicle | null {
  const { year, make, rest } = readTyped(typed)
  const words = rest.split(' ').map(capital)
  const [first = '', ...others] = words
  const model = make === null ? others.join(' ') : words.join(' ')
  if (year === null || model === '') return null
  const vehicle = { year, make: make ?? first, model }
  return vehicleProblem(vehicle) ? null : { kind: 'typed', ...vehicle }
}

/** The rest is the model: the dialog asks for year and make. */
function asRest(typed: string): FoundVehicle | null {
  const { year, make, rest } = readTyped(typed)
  return rest === '' ? null : { kind: 'rest', year, make, model: capital(rest) }
}

/** A complete make among the words, and its position. */
function makeIn(texts: readonly string[]): { make: string; from: number; to: number } | null {
  for (const make of [...MAKES, ...MORE_MAKES]) {
    const own = wordsOf(make).join(' ')
    for (const from of texts.keys()) {
      for (let to = from + 1; to <= Math.min(texts.length, from + MAX_MAKE_WORDS); to++) {
        if (wordsOf(texts.slice(from, to).join(' ')).join(' ') === own) return { make, from, to }
      }
    }
  }
  return null
}

/** "Alfa Romeo" */
const MAX_MAKE_WORDS = 2

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Lower-case letters and digits: "F-150" is "f150". */
const keyIn = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')

function wordsOf(text: string): string[] {
  return text
    .split(/[\s,/]+/)
    .map(keyIn)
    .filter((word) => word !== '')
    .map((word) => SHORT.get(word) ?? word)
}

interface Indexed {
  entry: ModelYears
  makeWords: readonly string[]
  modelWords: readonly string[]
  modelKey: string
}

const indexes = new WeakMap<VehicleModels, Indexed[]>()

/** Cached: every keystroke needs it. */
function indexOf(models: VehicleModels): Indexed[] {
  const known = indexes.get(models)
  if (known) return known
  const index = everyModel(models).map((entry) => ({
    entry,
    makeWords: wordsOf(entry.make),
    modelWords: entry.model.split(/[\s/-]+/).map(keyIn),
    modelKey: keyIn(entry.model),
  }))
  indexes.set(models, index)
  return index
}

const isSold = ({ spans }: ModelYears, year: number) =>
  spans.some(([first, last]) => first <= year && year <= last)

/** Years of a model, latest first. */
function yearsOf({ spans }: ModelYears): number[] {
  const years = spans.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at),
  )
  return years.toSorted((a, b) => b - a)
}

function keyOf(found: FoundVehicle): string {
  const { kind } = found
  if (kind === 'vin' || kind === 'rest') return kind
  if (kind === 'own') return keyOf({ ...found.vehicle, kind: 'vehicle' })
  if (kind === 'vehicle' || kind === 'typed')
    return `${found.year} ${keyIn(found.make)} ${keyIn(found.model)}`
  if (kind === 'model') return `${keyIn(found.make)} ${keyIn(found.model)}`
  return kind === 'make' ? `${found.year} ${keyIn(found.make)}` : String(found.year)
}
