// Whether the database in DATA_DIR is the one this machine has been writing. A copy of its files
// that is put back looks whole and closed, but it is older than what devices have seen: they have to
// be told.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeFor } from './writeFor.ts'
import type { RunAs } from './runAs.ts'

const FILE = 'wrenchlist.left'
/** Written in its place at every checkpoint, and last when PostgreSQL is closed. */
const CONTROL = join('global', 'pg_control')

interface Marks {
  /** No copy has the number of the file and the time it was made. */
  file: string
  /** When the system last changed it, which nobody can set. */
  changed: string
}

function marksOf(cluster: string): Marks {
  const { ino, birthtimeNs, ctimeNs } = statSync(join(cluster, CONTROL), { bigint: true })
  return { file: `${ino} ${birthtimeNs}`, changed: `${ctimeNs}` }
}

/** Notes that the database is closed: nobody may have written to it by the next start. */
export function noteClosed(dataDir: string, cluster: string, runAs: RunAs): void {
  const { file, changed } = marksOf(cluster)
  writeFor(runAs, join(dataDir, FILE), `${file} ${changed}`)
}

/**
 * Notes that the database is open: until it is closed only the file has to stay the same, for after
 * a crash PostgreSQL has all that was acknowledged.
 */
export function noteOpen(dataDir: string, cluster: string, runAs: RunAs): void {
  writeFor(runAs, join(dataDir, FILE), marksOf(cluster).file)
}

/** Whether the database, not opened yet, is as it was left. False too when nobody noted anything. */
export function isAsLeft(dataDir: string, cluster: string): boolean {
  const { file, changed } = marksOf(cluster)
  try {
    const noted = readFileSync(join(dataDir, FILE), 'utf8')
    return noted === file || noted === `${file} ${changed}`
  } catch {
    return false
  }
}
