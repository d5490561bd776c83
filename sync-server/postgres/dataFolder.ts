// The data folder: where it is, and what it may contain.
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { closedTo, isRoot, runAsFor, type RunAs } from './runAs.ts'

/** For a root installation whose folder PostgreSQL's user may not enter. */
const SHARED = '/var/lib/wrenchlist'
const USUAL = './data'

/**
 * Default DATA_DIR: `./data`, or as root where PostgreSQL's user may not enter that, a folder per
 * installation in /var/lib/wrenchlist.
 */
export function defaultDataDir(): string {
  if (!isRoot()) return USUAL
  const usual = resolve(USUAL)
  const home = dirname(usual)
  const mark = createHash('sha256').update(home).digest('hex').slice(0, 8)
  const shared = join(SHARED, `${basename(home) || 'root'}-${mark}`)
  // An existing database stays where it is.
  if (!isNewDataDir(USUAL)) return USUAL
  if (!isNewDataDir(shared)) return shared
  return closedTo(runAsFor(usual), usual) ? shared : USUAL
}

/** Folder of a major version's cluster: a new version's stands beside the old one. */
export const clusterFolder = (dataDir: string, major: number): string => {
  return join(resolve(dataDir), `postgres-${major}`)
}

/** Records which release of the programs wrote a cluster; see engines.ts. */
export const releaseFile = (cluster: string): string => `${cluster}.release`

/** Clusters in the folder by major version, newest first. */
export function clustersIn(dataDir: string): { major: number; folder: string }[] {
  let names: string[]
  try {
    names = readdirSync(dataDir)
  } catch {
    return []
  }
  return names
    .flatMap((name) => /^postgres-(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number)
    .toSorted((one, other) => other - one)
    .map((major) => ({ major, folder: clusterFolder(dataDir, major) }))
}

/** Whether a first start would create the database. */
export function isNewDataDir(dataDir: string): boolean {
  return clustersIn(dataDir).length === 0
}

/**
 * Creates a missing or empty folder so that `runAs` can enter it. Folders in a home stay their
 * owner's, even when root starts the server there.
 * @throws a sentence with advice when that user cannot get there
 */
export function makeDataDir(dataDir: string, runAs: RunAs): void {
  if (isEmpty(dataDir) && runAs && closedTo(runAs, dataDir) === dataDir) chmodSync(dataDir, 0o711)
  const closed = closedTo(runAs, dataDir)
  if (closed) {
    throw new Error(
      `PostgreSQL never runs as root, and the user ${runAs?.name} may not enter ${closed}. Set DATA_DIR to a folder it may reach, such as ${SHARED}.`,
    )
  }
  let first: string | undefined
  try {
    first = mkdirSync(dataDir, { recursive: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(
      `The folder ${dataDir} cannot be made (${code}). Set DATA_DIR to one that can be written.`,
      { cause: error },
    )
  }
  if (!first || !runAs) return
  for (let made = dataDir; made.length >= first.length; made = dirname(made)) {
    if (runAs.isOwner) chownSync(made, runAs.uid, runAs.gid)
    else chmodSync(made, 0o711)
  }
}

function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0
  } catch {
    return false
  }
}

/**
 * Checks the folder, read-only.
 * @throws a sentence with advice about what cannot be opened
 */
export function checkDataDir(dataDir: string, major: number, runAs: RunAs): void {
  const folder = clusterFolder(dataDir, major)
  if (!existsSync(folder)) return refuseOthers(dataDir, major)
  const version = readVersion(folder)
  if (version !== major) {
    throw new Error(
      `${folder} holds no database of PostgreSQL ${major}${version ? ` but one of ${version}` : ''}. Put back what was there, or set another DATA_DIR.`,
    )
  }
  const owner = statSync(folder).uid
  const us = runAs?.uid ?? process.getuid?.()
  if (us !== undefined && owner !== us) {
    throw new Error(
      `${folder} belongs to user ${owner}, and PostgreSQL would run as user ${us}. Start Wrenchlist as its owner, or give the folder away: chown -R ${us} '${folder}'`,
    )
  }
}

function refuseOthers(dataDir: string, major: number): void {
  const [other] = clustersIn(dataDir)
  if (other) {
    throw new Error(
      `The database in ${dataDir} is of PostgreSQL ${other.major}, and here is ${major}. Run: npm run convert`,
    )
  }
}

function readVersion(folder: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(folder, 'PG_VERSION'), 'utf8'), 10)
  } catch {
    return undefined
  }
}
