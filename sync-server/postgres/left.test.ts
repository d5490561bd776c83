import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isAsLeft, noteClosed, noteOpen } from './left.ts'

let dataDir: string
const cluster = () => join(dataDir, 'postgres-18')
const control = () => join(cluster(), 'global', 'pg_control')
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'wrenchlist-'))
  mkdirSync(join(cluster(), 'global'), { recursive: true })
  writeFileSync(control(), 'closed')
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** Replaces the folder by a copy that preserves timestamps. */
function putBack(): void {
  const backup = `${dataDir}.backup`
  cpSync(dataDir, backup, { recursive: true, preserveTimestamps: true })
  rmSync(dataDir, { recursive: true })
  cpSync(backup, dataDir, { recursive: true, preserveTimestamps: true })
  rmSync(backup, { recursive: true })
}

describe('a closed database', () => {
  beforeEach(() => noteClosed(dataDir, cluster(), undefined))

  test('is as it was left, also after its folder was moved', () => {
    const moved = `${dataDir}.moved`
    renameSync(dataDir, moved)
    renameSync(moved, dataDir)
    expect(isAsLeft(dataDir, cluster())).toBe(true)
  })

  test('put back from a copy of everything is not, whatever its times say', () => {
    putBack()
    expect(isAsLeft(dataDir, cluster())).toBe(false)
    noteOpen(dataDir, cluster(), undefined)
    expect(isAsLeft(dataDir, cluster())).toBe(true)
  })

  test('of which only what differs was put back is not', () => {
    writeFileSync(control(), 'closed')
    utimesSync(control(), 0, 0)
    expect(isAsLeft(dataDir, cluster())).toBe(false)
  })
})

describe('a database that was open when its server died', () => {
  beforeEach(() => {
    noteClosed(dataDir, cluster(), undefined)
    noteOpen(dataDir, cluster(), undefined)
    writeFileSync(control(), 'a checkpoint')
  })

  test('is as it was left', () => {
    expect(isAsLeft(dataDir, cluster())).toBe(true)
  })

  test('put back from a copy of everything is not', () => {
    putBack()
    expect(isAsLeft(dataDir, cluster())).toBe(false)
  })
})

test('a database that nobody noted is not as it was left', () => {
  expect(isAsLeft(dataDir, cluster())).toBe(false)
})
