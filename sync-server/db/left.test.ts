import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { noteLeft, takeLeft } from './left.ts'

let dataDir: string
const last = (folder = dataDir) => join(folder, 'db', 'global', 'pg_control')
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'wrenchlist-'))
  mkdirSync(join(dataDir, 'db', 'global'), { recursive: true })
  writeFileSync(last(), 'closed')
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

describe('a closed store', () => {
  test('is as it was left, once, also under another name', () => {
    noteLeft(dataDir)
    const moved = `${dataDir}.moved`
    renameSync(dataDir, moved)
    renameSync(moved, dataDir)
    expect(takeLeft(dataDir)).toBe(true)
    expect(takeLeft(dataDir)).toBe(false)
  })

  test('that was never noted is not as it was left', () => {
    expect(takeLeft(dataDir)).toBe(false)
  })

  test('put back from a copy of everything is not as it was left, whatever its times say', () => {
    noteLeft(dataDir)
    const backup = `${dataDir}.backup`
    cpSync(dataDir, backup, { recursive: true, preserveTimestamps: true })
    rmSync(dataDir, { recursive: true })
    cpSync(backup, dataDir, { recursive: true, preserveTimestamps: true })
    rmSync(backup, { recursive: true })
    expect(takeLeft(dataDir)).toBe(false)
  })

  test('of which only what differs was put back is not as it was left', () => {
    noteLeft(dataDir)
    writeFileSync(last(), 'closed')
    utimesSync(last(), 0, 0)
    expect(takeLeft(dataDir)).toBe(false)
  })
})
