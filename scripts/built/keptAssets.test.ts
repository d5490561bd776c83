import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { putBack, setAside } from './keptAssets.mjs'

let dist: string
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'wrenchlist-dist-'))
})
afterEach(() => rmSync(dist, { recursive: true }))

const assets = () => join(dist, 'app', 'assets')
const served = () => readdirSync(assets()).filter((name) => name.endsWith('.js'))

/** Stub of Vite and the compression: empties the folders, and fills them with the release. */
function fill(release: readonly string[]): void {
  rmSync(join(dist, 'app'), { recursive: true, force: true })
  rmSync(join(dist, 'maps'), { recursive: true, force: true })
  mkdirSync(assets(), { recursive: true })
  mkdirSync(join(dist, 'maps', 'assets'), { recursive: true })
  for (const name of release) {
    for (const ending of ['', '.br', '.gz']) writeFileSync(join(assets(), name + ending), name)
    writeFileSync(join(dist, 'maps', 'assets', `${name}.map`), '{}')
  }
}

function build(...release: string[]): string[] {
  setAside(dist)
  fill(release)
  return putBack(dist)
}

test('the assets of the release before stay, packed ones and maps too, older ones go', () => {
  expect(build('a-1.js', 'same-1.js')).toEqual([])
  expect(build('a-2.js', 'same-1.js')).toEqual(['a-1.js'])
  expect(served()).toEqual(['a-1.js', 'a-2.js', 'same-1.js'])
  expect(readFileSync(join(assets(), 'a-1.js.br'), 'utf8')).toBe('a-1.js')
  expect(existsSync(join(dist, 'maps', 'assets', 'a-1.js.map'))).toBe(true)
  expect(build('a-3.js', 'same-1.js')).toEqual(['a-2.js'])
  expect(served()).toEqual(['a-2.js', 'a-3.js', 'same-1.js'])
})

test('the same release built again is no release: what it kept stays kept', () => {
  build('a-1.js')
  build('a-2.js')
  expect(build('a-2.js')).toEqual(['a-1.js'])
  expect(served()).toEqual(['a-1.js', 'a-2.js'])
})

test('a build that was cut short costs the release before nothing', () => {
  build('a-1.js')
  setAside(dist)
  fill([])
  expect(build('a-2.js')).toEqual(['a-1.js'])
  expect(served()).toEqual(['a-1.js', 'a-2.js'])
  expect(existsSync(join(dist, 'aside'))).toBe(false)
})

test('a list that names files elsewhere copies none of them', () => {
  writeFileSync(join(dist, 'secret.txt'), 'secret')
  const list = { own: ['../../secret.txt', 7], kept: [] }
  writeFileSync(join(dist, 'assets.json'), JSON.stringify(list))
  expect(build('a-1.js')).toEqual([])
})
