import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { workUnits } from '#shared/testProcessor.ts'
import { createSourceMaps } from './sourceMaps.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'maps-'))
  const source = join(folder, 'save.ts')
  writeFileSync(
    source,
    `const a: number = 1\n\nexport function save() {\n  throw new Error('x' + a)\n}\n`,
  )
  buildSync({
    entryPoints: [source],
    outfile: join(folder, 'core-ByFIQeg.js'),
    minify: true,
    sourcemap: 'external',
  })
  writeFileSync(join(folder, 'broken.js.map'), '{"version":3')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a stack is told in places of the sources, whatever browser wrote it', async () => {
  const { resolve } = createSourceMaps([folder, join(folder, 'not-there')])
  const chrome =
    'Error: x1\n    at save (https://w.example/assets/core-ByFIQeg.js:1:40)\n    at <anonymous>'
  expect(await resolve(chrome)).toMatch(
    /^Error: x1\n {4}at save \(save\.ts:\d+:\d+\)\n {4}at <anonymous>$/,
  )
  expect(await resolve('save@http://127.0.0.1:3000/assets/core-ByFIQeg.js:1:40')).toMatch(
    /^save@save\.ts:\d+:\d+$/,
  )
})

test('what no map knows stays as it came', async () => {
  const { resolve } = createSourceMaps([folder])
  const known = 'at a (https://w.example/assets/core-ByFIQeg.js:1:40)'
  for (const place of [
    'at b (https://w.example/assets/core-older12.js:1:40)',
    'at c (https://w.example/assets/broken.js:1:40)',
    'at d (https://w.example/../../../etc/passwd.js:1:1)',
    'at e (https://w.example/assets/core-ByFIQeg.js:999:1)',
    '<script>alert(1)</script>',
  ]) {
    expect(await resolve(place.replace('core-ByFIQeg.js:999', 'none.js:9'))).toBeNull()
    expect(await resolve(`${known}\n${place}`)).toContain(`\n${place}`)
  }
})

test('a long text without any place costs no time', async () => {
  const { resolve } = createSourceMaps([folder])
  const units = await workUnits(async () => {
    for (const piece of ['https://', 'https://a/', 'https://a/b.js:1', ':1:1']) {
      await resolve(piece.repeat(2_000))
    }
  })
  expect(units).toBeLessThan(2)
})
