import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const named = Array.from(
  readFileSync('docs/threats.md', 'utf8').matchAll(/`([\w./-]+) › ([^`]+)`/g),
  ([, file = '', title = '']) => ({ file, title }),
)

test('every threat and fault names tests that are there', () => {
  const missing = named.filter(({ file, title }) => !readFileSync(file, 'utf8').includes(title))
  expect(missing).toEqual([])
  expect(named.length).toBeGreaterThan(60)
})

test('no row of the tables is without a test', () => {
  const rows = readFileSync('docs/threats.md', 'utf8').split('\n')
  const bare = rows.filter(
    (row) => /^\| (?!Threat|Fault|Call|---)/.test(row) && !row.includes(' › '),
  )
  expect(bare).toEqual([])
})
