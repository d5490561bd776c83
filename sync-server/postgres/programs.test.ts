/** Choice of PostgreSQL programs, and warnings about old ones. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { chmodSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { clusterOwner, temporaryRoot } from '../testCluster.ts'
import { findPrograms } from './programs.ts'
import { newerRelease } from './releases.ts'

const PATH = process.env['PATH'] ?? ''
let home: string
beforeEach(() => {
  home = mkdtempSync(join(temporaryRoot(), 'wrenchlist-programs-'))
  chmodSync(home, 0o755)
})
afterEach(() => {
  process.env['PATH'] = PATH
  rmSync(home, { recursive: true, force: true })
})

/** Fake programs of a system. */
function install(...versions: string[]): void {
  const folders = versions.map((version) => {
    const folder = join(home, version)
    mkdirSync(folder)
    for (const name of ['initdb', 'pg_ctl', 'postgres']) {
      const path = join(folder, name)
      writeFileSync(path, `#!/bin/sh\necho "postgres (PostgreSQL) ${version} (Debian)"\n`)
      chmodSync(path, 0o755)
    }
    return folder
  })
  process.env['PATH'] = [...folders, PATH].join(delimiter)
}

const found = (major?: number) =>
  findPrograms(clusterOwner(), join(temporaryRoot(), 'wrenchlist-programs'), major)

test('the system’s programs go before those of the package, unless they are older', () => {
  const packaged = found()
  expect(packaged.release).not.toBe('')
  install('18.1', '17.99')
  expect(found().version).toBe(packaged.version)
  rmSync(home, { recursive: true })
  mkdirSync(home, { mode: 0o755 })
  install('18.98', packaged.version, '18.99')
  expect(found()).toMatchObject({ version: '18.99', major: 18, release: '' })
})

test('of a newer major version they are for a new database, and not for one of the package’s', () => {
  const packaged = found()
  install('19.1')
  expect(found().version).toBe('19.1')
  expect(found(18).version).toBe(packaged.version)
  expect(found(17).version).toBe('19.1')
})

test.each([
  ['18.4', '18.6'],
  ['18.6', null],
  ['18.10', null],
  ['15.9', '15.20'],
  ['19.0', null],
])('%s is behind %s', (version, newer) => expect(newerRelease(version)).toBe(newer))
