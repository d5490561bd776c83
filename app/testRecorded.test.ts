import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { driftOf, recorded } from './testRecorded.ts'

const shops = { hosts: [], amazon: false }

test('an answer as it was recorded is the server’s, with what a test is about in it', () => {
  const answer = recorded('GET /api/shops', { amazon: true })
  expect(driftOf('GET /api/shops', 200, { ...shops, ...answer })).toBe('')
})

test('a key the server never says is named with its route, and so is one that is left out', () => {
  expect(driftOf('GET /api/shops?all=1', 200, { ...shops, ebay: true })).toBe(
    '200 of GET /api/shops: ebay is not recorded (it is boolean)',
  )
  expect(driftOf('GET /api/kits/x/lineage', 200, {})).toBe(
    '200 of GET /api/kits/:kitId/lineage: original is missing',
  )
})

test('a name in a path is itself before it is a parameter', () => {
  const [call, answer] = ['GET /api/admin/catalogue/removed', { code: 'x' }]
  expect(driftOf(call, 200, answer)).toContain(`200 of ${call}: code is not recorded`)
})

test('a refusal has a sentence and a code, whatever was asked for', () => {
  const problem = { error: 'No.', code: 'not_found' }
  expect(driftOf('GET /api/anything', 404, { ...problem, field: 'name' })).toBe('')
  expect(driftOf('GET /api/shops', 500, { error: 'No.' })).toBe(
    '500 of GET /api/shops: code is missing',
  )
})

test('no test of a screen answers for the server by itself: testApi.ts has what looks at it', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  const found = files
    .filter((file) => file.endsWith('.test.tsx'))
    .filter((file) =>
      /stubGlobal\(\s*'fetch'/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
    )
  expect(found).toEqual([])
})
