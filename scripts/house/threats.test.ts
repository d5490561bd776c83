import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const namedIn = (doc: string) =>
  Array.from(
    readFileSync(doc, 'utf8').matchAll(/`([\w./-]+) › ([^`]+)`/g),
    ([, file = '', title = '']) => ({ file, title }),
  )

test.each([
  ['docs/threats.md', 60],
  ['docs/asvs.md', 50],
])('%s names tests that are there', (doc, least) => {
  const named = namedIn(doc)
  const missing = named.filter(({ file, title }) => !readFileSync(file, 'utf8').includes(title))
  expect(missing).toEqual([])
  expect(named.length).toBeGreaterThan(least)
})

test('every file that docs/asvs.md names is there, and every row shows one or says why not', () => {
  const text = readFileSync('docs/asvs.md', 'utf8')
  const files = Array.from(text.matchAll(/`([\w.-]+\/[\w./-]+\.\w+)`/g), ([, file = '']) => file)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
  expect(files.length).toBeGreaterThan(20)
  const rows = text.split('\n').filter((row) => /^\| [1-9]/.test(row))
  expect(rows.length).toBeGreaterThan(70)
  const isArgued = /`|\*\*Deviation:\*\*|docs\/operate|none/
  expect(rows.filter((row) => !isArgued.test(row.split('|')[3] ?? ''))).toEqual([])
})

test('no row of the tables is without a test', () => {
  const rows = readFileSync('docs/threats.md', 'utf8').split('\n')
  const bare = rows.filter(
    (row) => /^\| (?!Threat|Fault|Queue|Call|---)/.test(row) && !row.includes(' › '),
  )
  expect(bare).toEqual([])
})
