/**
 * The answers that the app's tests are held against: shared/recorded/answers.json. What good calls are
 * answered today has to have its shape; with RECORD set, it is written anew where it has not.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'

import type { Json } from '#shared/sync/cells.ts'

import { placesOnlyIn, shapeOf } from '#shared/recorded/testAnswerShape.ts'

/** By route, `GET /api/parts`: answers that have all of its shape between them. */
export type Answers = Record<string, Json[]>

const FILE = new URL('../../shared/recorded/answers.json', import.meta.url)
const HOW = 'RECORD=1 npx vitest run --project server sync-server/fuzz/goodCalls.test.ts'
const A_DAY = Date.UTC(2026, 0, 1, 12)

/** @returns where today's answers differ from those recorded; nothing once they are recorded anew */
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

/** What a value may be or not by the hour, or on a machine that is busy. */
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

/** The first of them, and those that add something to the shape of those before. */
function few(values: readonly Json[]): Json[] {
  const kept: Json[] = []
  for (const value of values) {
    if (kept.length === 0 || typesIn([...kept, value]) > typesIn(kept)) kept.push(value)
  }
  return kept
}

const typesIn = (values: readonly Json[]): number =>
  [...shapeOf(values).values()].reduce((sum, types) => sum + types.size, 0)

/** The same with short lists, and with values that are the same in every run. */
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
