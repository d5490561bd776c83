/** The fences between the rooms: made of one list, and each of them shut. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { mayImport, ROOMS, withFences } from './rooms.mjs'

const folder = mkdtempSync(join(tmpdir(), 'wrenchlist-rooms-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Plants files, and lets lint look at them. @returns what it refused, as "file: import" */
function refusedOf(files: Record<string, string[]>): string[] {
  for (const floor of ['app', 'shared', 'sync-server']) {
    rmSync(join(folder, floor), { recursive: true, force: true })
  }
  for (const [file, imports] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), imports.map((name) => `import '${name}'\n`).join(''))
  }
  cpSync('.oxlintrc.json', join(folder, '.oxlintrc.json'))
  const lint = resolve('node_modules/.bin/oxlint')
  const { stdout } = spawnSync(lint, ['--format', 'json', '.'], { cwd: folder, encoding: 'utf8' })
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { code: string; filename: string; labels: { span: { line: number } }[] }[]
  }
  return diagnostics
    .filter(({ code }) => code.includes('no-restricted-imports'))
    .map(({ filename, labels }) => {
      const name = filename.replaceAll('\\', '/').replace(/^\.\//, '')
      return `${name}: ${files[name]?.[(labels[0]?.span.line ?? 0) - 1]}`
    })
    .toSorted()
}

test('.oxlintrc.json has the fences of the list', () => {
  const config = JSON.parse(readFileSync('.oxlintrc.json', 'utf8')) as {
    overrides: { rules: object }[]
  }
  expect(withFences(config)).toEqual(config)
})

test('every folder of app/ is a room of the list', () => {
  const foldersIn = (path: string) =>
    readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'public')
      .map(({ name }) => name)
  const all = foldersIn('app').flatMap((name) =>
    name === 'sync' ? foldersIn('app/sync').map((part) => `sync/${part}`) : [name],
  )
  expect(all.toSorted()).toEqual(ROOMS.toSorted())
})

test('an import from any room into any other is refused, but for those that may', () => {
  const files: Record<string, string[]> = {}
  const expected: string[] = []
  for (const room of ROOMS) {
    for (const place of [`app/${room}/planted.ts`, `app/${room}/deep/planted.ts`]) {
      const own = ['#shared/kinds/kit.ts', './some.ts']
      files[place] = own
      for (const other of ROOMS.filter((name) => name !== room)) {
        const path = relative(dirname(place), `app/${other}`)
        const ways = [`${path}/some.ts`, `${path}/deep/some.ts`]
        own.push(...ways)
        if (!mayImport(room).includes(other)) {
          expected.push(...ways.map((way) => `${place}: ${way}`))
        }
      }
    }
  }
  expect(expected.length).toBeGreaterThan(1_000)
  expect(refusedOf(files)).toEqual(expected.toSorted())
})

test('no floor imports what stands above it, and the browser never the server', () => {
  const server = ['koa', 'knex', 'pg', 'node:fs', 'zod']
  const browser = ['react', 'react-dom', 'dexie', 'dexie-react-hooks']
  const files: Record<string, string[]> = {
    'shared/planted.ts': [...server, ...browser, '../app/device/db.ts', '../sync-server/env.ts'],
    'shared/deep/planted.ts': ['../../app/device/db.ts', '../../sync-server/env.ts'],
    'sync-server/planted.ts': [...browser, '../app/device/db.ts'],
    'sync-server/routes/planted.ts': [...browser, '../../app/device/db.ts', './kits.ts'],
  }
  for (const room of ROOMS) {
    const up = relative(`app/${room}`, 'sync-server/env.ts')
    files[`app/${room}/planted.ts`] = [...server, up, ...(room === 'ui' ? [] : ['radix-ui'])]
  }
  const expected = Object.entries(files).flatMap(([file, names]) =>
    names.map((name) => `${file}: ${name}`),
  )
  expect(refusedOf(files)).toEqual(expected.toSorted())
})
