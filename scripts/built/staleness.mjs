// Whether dist/ was built from exactly these sources. Times say nothing after a clone or a checkout,
// so contents are hashed; a few hundred small files take some milliseconds.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../install.mjs'

const SOURCES = ['app', 'shared', 'sync-server', 'bundle', 'vite.config.ts', 'tsconfig.json']
  .concat(['package.json', 'package-lock.json'])
  .concat(['scripts/build.mjs', 'scripts/built/checkBuilt.mjs', 'scripts/built/keptAssets.mjs'])
  .concat(['scripts/words/loaded.mjs'])
const RECORD = join(root, 'dist', 'build.json')

/** Tests go into no build; what is loaded of the catalogues is made of the files beside it. */
const IS_LEFT_OUT = /\.test\.tsx?$|^\w+\.(?:app|server)\.json$/

/** Hashes everything that goes into a build. */
export function hashSources() {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const file of filesOf(source)) {
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(root, file)))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

function filesOf(path) {
  if (!existsSync(join(root, path))) return []
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !IS_LEFT_OUT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
}

/** Where a build notes the hash of what it was made from; written last. */
export { RECORD as buildRecord }

export function isStale() {
  try {
    return JSON.parse(readFileSync(RECORD, 'utf8')).sources !== hashSources()
  } catch {
    return true
  }
}
