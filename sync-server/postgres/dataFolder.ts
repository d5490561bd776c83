// Where the database of this installation lies, and what else may lie there.
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { closedTo, isRoot, runAsFor, type RunAs } from './runAs.ts'

/** For an installation of root's that PostgreSQL's user may not enter. */
const SHARED = '/var/lib/wrenchlist'
const USUAL = './data'

/**
 * DATA_DIR where nobody has set it: `./data`, or as root where PostgreSQL's user may not enter that,
 * a folder of this installation's own in /var/lib/wrenchlist.
 */
export function defaultDataDir(): string {
  if (!isRoot()) return USUAL
  const usual = resolve(USUAL)
  const home = dirname(usual)
  const mark = createHash('sha256').update(home).digest('hex').slice(0, 8)
  const shared = join(SHARED, `${basename(home) || 'root'}-${mark}`)
  // Where there is a database already it stays, whoever may enter by now.
  if (!isNewDataDir(USUAL)) return USUAL
  if (!isNewDataDir(shared)) return shared
  return closedTo(runAsFor(usual), usual) ? shared : USUAL
}

/** The cluster of one major version: the next one's stands beside it, and the old one is kept. */
export const clusterFolder = (dataDir: string, major: number): string => {
  return join(resolve(dataDir), `postgres-${major}`)
}

/** Where it is noted which release of the programs wrote a cluster; see engines.ts. */
export const releaseFile = (cluster: string): string => `${cluster}.release`

/** Every cluster in there, by its major version, the newest first. */
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

/** Whether a first start would have to make the database. */
export function isNewDataDir(dataDir: string): boolean {
  return clustersIn(dataDir).length === 0
}

/**
 * Makes the folder where it is missing or empty, so that `runAs` can enter it. Folders in somebody's
 * home are theirs, also when root starts the server there.
 * @throws a sentence that says what to do when that user cannot get there
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
 * Looks at what is there, and changes nothing.
 * @throws a sentence that says what to do about what cannot be opened
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
