import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The database's programs, and the process that reads files of parts. */
const MAY = /^sync-server\/(?:postgres\/|backup\/engines\.ts$|feeds\/files\.ts$)/
const OF_TESTS = /\.test\.tsx?$|\/test[A-Z]/

test('programs are started in few places, by no shell', () => {
  const files = ['app', 'shared', 'sync-server'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  const starters = files
    .filter((file) => /\.tsx?$/.test(file) && !OF_TESTS.test(file))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
    .filter(({ text }) => text.includes('child_process'))
  expect(starters.filter(({ file }) => !MAY.test(file)).map(({ file }) => file)).toEqual([])
  expect(starters.length).toBeGreaterThan(3)
  // npm, on Windows, which is a script of its shell there.
  const byShell = /\bshell:|\bexec(?:Sync)?\(/
  const shells = starters.filter(({ text }) => byShell.test(text.replaceAll('.exec(', '')))
  expect(shells.map(({ file }) => file)).toEqual(['sync-server/backup/engines.ts'])
})
