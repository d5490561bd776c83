import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { DOC, listed, markedTests } from './threats.mjs'

test('docs/asvs.md names tests that are there', () => {
  const named = readFileSync('docs/asvs.md', 'utf8').matchAll(/`([\w./-]+) › ([^`]+)`/g)
  const missing = [...named].filter(
    ([, file = '', title = '']) => !existsSync(file) || !readFileSync(file, 'utf8').includes(title),
  )
  expect(missing).toEqual([])
})

/** Lines of requirements that neither name a test nor say that there is none. */
const unshown = (text: string) =>
  text.split('\n').filter((line) => /^- \*\*\d/.test(line) && !/`[^`]+ › |\bno test\b/i.test(line))

test('every file that docs/asvs.md names is there, and every line names a test or says "no test"', () => {
  const text = readFileSync('docs/asvs.md', 'utf8')
  const files = Array.from(
    text.matchAll(/`([\w.-]+\/[\w./-]+\.\w+)(?:`| ›)/g),
    ([, file = '']) => file,
  )
  expect(files.filter((file) => !existsSync(file))).toEqual([])
  expect(files.length).toBeGreaterThan(100)
  expect(text.match(/^- \*\*\d/gm)?.length).toBeGreaterThan(110)
  expect(unshown(text)).toEqual([])
  const bare = '- **1.2.4** SQL by parameters: knex everywhere (`sync-server/log/log.ts`)'
  expect(unshown(`${bare}\n${bare}. No test\n- **3.3** none: \`a.test.ts › none\``)).toEqual([bare])
})

test('docs/threats.md lists the tests that carry its numbers: run node scripts/house/threats.mjs', () => {
  expect(readFileSync(DOC, 'utf8') === listed()).toBe(true)
})

test('no threat is without a test, and no test carries a number that there is not', () => {
  const numbers = Array.from(
    readFileSync(DOC, 'utf8').matchAll(/^- \*\*(T\d+) /gm),
    ([, number = '']) => number,
  )
  expect(numbers.length).toBeGreaterThan(90)
  expect(new Set(numbers).size).toBe(numbers.length)
  const tests = markedTests()
  const { stdout } = spawnSync(
    'git',
    ['grep', '-hoE', '/[/*] T[0-9]+(, T[0-9]+)*( |$)', '--', '*.test.ts', '*.test.tsx', '*.e2e.ts'],
    { encoding: 'utf8' },
  )
  const carried = stdout.match(/T\d+/g) ?? []
  expect([...tests.values()].flat().length).toBe(carried.length)
  expect(numbers.filter((number) => !tests.has(number))).toEqual([])
  expect([...tests.keys()].filter((number) => !numbers.includes(number))).toEqual([])
})

test('a number is read with the title behind it', () => {
  const text = '- **T1 Theft**: a lock. `old.test.ts › gone`\n- **T2 Fire**: '
  const tests = new Map([['T1', ['a.test.ts › is shut', 'b.test.ts › is told']]])
  expect(listed(text, tests)).toBe(
    '- **T1 Theft**: a lock. `a.test.ts › is shut`; `b.test.ts › is told`\n- **T2 Fire**: ',
  )
})
