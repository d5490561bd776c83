/** The fences between the rooms: made of one list, and each of them shut. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { closedTo, fencesFile, floorOf, ROOMS } from './rooms.mjs'

const folder = mkdtempSync(join(tmpdir(), 'wrenchlist-rooms-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const rooms = [...ROOMS.keys()]

/** Plants files, and lets lint look at them. @returns what it refused, as "file: import" */
function refusedOf(files: Record<string, string[]>): string[] {
  for (const floor of ['app', 'shared', 'sync-server']) {
    rmSync(join(folder, floor), { recursive: true, force: true })
  }
  for (const [file, imports] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), imports.map((name) => `import '${name}'\n`).join(''))
  }
  for (const file of ['.oxlintrc.json', 'scripts/house/fences.json']) {
    cpSync(file, join(folder, file))
  }
  const lint = resolve('node_modules/.bin/oxlint')
  const { stdout } = spawnSync(lint, ['--format', 'json', '.'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
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

/** How a file of one room names a file of another. */
function wayTo(room: string, file: string): string {
  const way = relative(room, file)
  return way.startsWith('.') ? way : `./${way}`
}

test('fences.json has the fences of the list', () => {
  expect(readFileSync('scripts/house/fences.json', 'utf8')).toBe(fencesFile())
})

test('every folder with code is a room of the list', () => {
  const foldersIn = (path: string): string[] => {
    const entries = readdirSync(path, { withFileTypes: true })
    const isRoom = entries.some(({ name }) => /(?<!\.test)\.tsx?$/.test(name))
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    return [...(isRoom ? [path] : []), ...folders.flatMap((name) => foldersIn(join(path, name)))]
  }
  const all = ['app', 'shared', 'sync-server'].flatMap(foldersIn)
  expect(all.filter((path) => path !== 'shared/recorded').toSorted()).toEqual(rooms.toSorted())
})

test('an import from any room into any other is refused, but for those that may', () => {
  const files: Record<string, string[]> = {}
  const expected: string[] = []
  for (const room of rooms) {
    const place = `${room}/planted.ts`
    const own = ['#shared/words/words.ts']
    files[place] = own
    for (const other of rooms.filter((one) => floorOf(one) === floorOf(room) && one !== room)) {
      const ways = ['ts', 'tsx'].map((ending) => wayTo(room, `${other}/some.${ending}`))
      if (floorOf(room) === 'shared') ways.push(`#${other}/some.ts`)
      const planted = ways.filter((way) => way !== own[0])
      own.push(...planted)
      if (closedTo(room).includes(other)) expected.push(...planted.map((way) => `${place}: ${way}`))
    }
  }
  expect(expected.length).toBeGreaterThan(5_000)
  expect(refusedOf(files)).toEqual(expected.toSorted())
})

test('no floor imports what stands above it, and the browser never the server', () => {
  const server = ['koa', 'knex', 'pg', 'node:fs', 'zod']
  const browser = ['react', 'react-dom', 'dexie', 'dexie-react-hooks']
  const closed: Record<string, string[]> = {
    shared: [...server, ...browser, 'app/main.tsx', 'sync-server/main.ts'],
    app: [...server, 'sync-server/main.ts'],
    'sync-server': [...browser, 'app/main.tsx'],
  }
  const files: Record<string, string[]> = {}
  for (const room of rooms) {
    const floor = floorOf(room)
    const names = closed[floor] ?? []
    files[`${room}/planted.ts`] = [
      ...names.map((name) => (/^(app|sync-server)\//.test(name) ? wayTo(room, name) : name)),
      ...(floor === 'app' && !room.startsWith('app/ui') ? ['radix-ui'] : []),
      ...(room === 'sync-server/routes' ? ['./kits.ts'] : []),
    ]
  }
  const expected = Object.entries(files).flatMap(([file, names]) =>
    names.map((name) => `${file}: ${name}`),
  )
  expect(refusedOf(files)).toEqual(expected.toSorted())
})
