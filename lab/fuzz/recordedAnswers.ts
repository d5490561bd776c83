/**
 * Recorded answers that the app's tests are checked against: shared/recorded/answers.json. Today's
 * answers of good calls must have the same shape; with RECORD set, those that differ are recorded
 * anew.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'

import type { Json } from '#shared/cells/cells.ts'

import { placesOnlyIn, shapeOf } from '#shared/recorded/testAnswerShape.ts'

/** Answers by route, `GET /api/parts`: together they have all of its shape. */
export type Answers = Record<string, Json[]>

const FILE = new URL('../../shared/recorded/answers.json', import.meta.url)
const HOW = 'RECORD=1 npx vitest run --project server lab/fuzz/goodCalls.test.ts'
const A_DAY = Date.UTC(2026, 0, 1, 12)

/** @returns where today's answers differ from the recorded ones; nothing after recording them */
export function differences(today: Answers): string[] {
  const recorded = JSON.parse(readFileSync(FILE, 'utf8')) as Answers
  if (process.env['RECORD']) {
    const lines = Object.entries(today).map(([route, answers]) => {
      const before = recorded[route] ?? []
      const isSame = before.length > 0 && placesOf(answers, before, new Set()).length === 0
      const kept = isSame ? before : few(answers.map(steady))
      return `${JSON.stringify(route)}: [\n${kept.map((one) => JSON.stringify(one)).join(',\n')}\n]`
    })
    writeFileSync(FILE, `{\n${lines.join(',\n')}\n}\n`)
    return []
  }
  return Object.keys({ ...recorded, ...today }).flatMap((route) => {
    const places = placesOf(today[route] ?? [], recorded[route] ?? [], MAY_VARY)
    return places.length > 0 ? [`${route}: ${places.join('; ')}. Record anew: ${HOW}`] : []
  })
}

/** Types a value may have or not, by the hour or on a busy machine. */
const MAY_VARY = new Set(['null', 'absent'])

function placesOf(answers: readonly Json[], before: readonly Json[], passed: Set<string>) {
  const [said, known] = [shapeOf(answers), shapeOf(before)]
  return [
    ...placesOnlyIn(known, said).map((place) => `${place} is recorded, and not said any more`),
    ...placesOnlyIn(said, known).map((place) => `${place} is said, and not recorded`),
    ...[...known].flatMap(([place, types]) => {
      const others = [...(said.get(place) ?? [])].filter((one) => !types.has(one))
      const news = others.filter((one) => !passed.has(one))
      return news.length > 0 ? [`${place} is said as ${news.join(', ')}`] : []
    }),
  ]
}

/** The first value, and each one that adds to the shape of those before. */
function few(values: readonly Json[]): Json[] {
  const kept: Json[] = []
  for (const value of values) {
    if (kept.length === 0 || typesIn([...kept, value]) > typesIn(kept)) kept.push(value)
  }
  return kept
}

const typesIn = (values: readonly Json[]): number =>
  [...shapeOf(values).values()].reduce((sum, types) => sum + types.size, 0)

/** Copy with short lists, and with values that are the same in every run. */
function steady(value: Json): Json {
  if (Array.isArray(value)) return few(value.map(steady))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, steady(inner)]))
  }
  if (typeof value === 'number') return value > A_DAY / 2 ? A_DAY : value
  if (typeof value !== 'string') return value
  return value === hostname() ? 'workshop' : steadyText(value)
}

const steadyText = (text: string): string =>
  text
    .slice(0, 120)
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, new Date(A_DAY).toISOString())
    .replaceAll(/(?<![\w-])(P-)?[\w-]{22}(?![\w-])|[\w-]{43,}/g, (id) => 'A'.repeat(id.length))
    .replaceAll(/\/tmp\/[\w-]+/g, '/data')
    .replaceAll(/\b(tester|new)[A-Za-z0-9]+\b/g, '$1')
