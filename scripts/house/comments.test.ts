import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const ODD = /^\s*(?:\/\/|\/\*\*|\*) (?:Of|What|Nor)\b/m
/** Migrations are never edited. */
const MIGRATION = /^sync-server\/db\/migrations\//

test('a comment begins with a noun of the code', () => {
  const { stdout } = spawnSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { encoding: 'utf8' })
  const files = stdout.split('\n').filter((file) => file !== '' && !MIGRATION.test(file))
  expect(files.length).toBeGreaterThan(1_000)
  expect(files.filter((file) => ODD.test(readFileSync(file, 'utf8')))).toEqual([])
})
