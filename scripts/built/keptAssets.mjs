// Files of the release before stay beside those of the new one: a tab that was opened with the old
// one finds the parts it has not loaded yet. One release only, so that nothing piles up.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'

const SIBLINGS = ['', '.br', '.gz']

const listOf = (dist) => join(dist, 'assets.json')
const asideOf = (dist) => join(dist, 'aside')

/**
 * Lays the served assets of the last build aside, before the folder is emptied. What a build that
 * was cut short has laid aside stays as it is.
 * @param {string} dist the folder that holds app/ and maps/
 */
export function setAside(dist) {
  const aside = asideOf(dist)
  if (existsSync(aside)) return
  const { own, kept } = readList(dist)
  const draft = `${aside}.new`
  rmSync(draft, { recursive: true, force: true })
  for (const name of [...own, ...kept]) copyAsset(dist, draft, name)
  if (existsSync(draft)) cpSync(draft, aside, { recursive: true })
  rmSync(draft, { recursive: true, force: true })
}

/**
 * Puts those of the release before back, and writes down which are of this one. The same release
 * built again keeps what it had kept.
 * @param {string} dist
 * @returns {string[]} the names that were put back
 */
export function putBack(dist) {
  const before = readList(dist)
  const own = namesIn(join(dist, 'app', 'assets'))
  const isSame = before.own.length === own.length && before.own.every((name) => own.includes(name))
  const kept = (isSame ? before.kept : before.own).filter((name) => !own.includes(name))
  for (const name of kept) copyAsset(asideOf(dist), dist, name)
  writeFileSync(listOf(dist), `${JSON.stringify({ own, kept })}\n`)
  rmSync(asideOf(dist), { recursive: true, force: true })
  return kept
}

function copyAsset(from, to, name) {
  const files = SIBLINGS.map((ending) => join('app', 'assets', name + ending))
  for (const file of [...files, join('maps', 'assets', `${name}.map`)]) {
    if (!existsSync(join(from, file))) continue
    mkdirSync(dirname(join(to, file)), { recursive: true })
    cpSync(join(from, file), join(to, file))
  }
}

/** A list that is not there, or not readable, is that of a first build. */
function readList(dist) {
  try {
    const { own, kept } = JSON.parse(readFileSync(listOf(dist), 'utf8'))
    // Names alone: nothing outside of the folder is copied.
    const isName = (name) => typeof name === 'string' && basename(name) === name
    return { own: own.filter(isName), kept: kept.filter(isName) }
  } catch {
    return { own: [], kept: [] }
  }
}

function namesIn(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => !['.br', '.gz', '.map'].includes(extname(name)))
    .sort()
}
