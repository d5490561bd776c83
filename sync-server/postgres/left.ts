// Whether the database in DATA_DIR is the one this machine wrote last. A restored copy of its files
// looks whole and cleanly closed, but is older than what devices have seen: they have to be told.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeFor } from './writeFor.ts'
import type { RunAs } from './runAs.ts'

const FILE = 'wrenchlist.left'
/** Rewritten at every checkpoint, and last at shutdown. */
const CONTROL = join('global', 'pg_control')

interface Marks {
  /** Inode and birth time, which no copy shares. */
  file: string
  /** ctime, which nobody can set. */
  changed: string
}

function marksOf(cluster: string): Marks {
  const { ino, birthtimeNs, ctimeNs } = statSync(join(cluster, CONTROL), { bigint: true })
  return { file: `${ino} ${birthtimeNs}`, changed: `${ctimeNs}` }
}

/** Notes a clean close: no change at all is expected until the next start. */
export function noteClosed(dataDir: string, cluster: string, runAs: RunAs): void {
  const { file, changed } = marksOf(cluster)
  writeFor(runAs, join(dataDir, FILE), `${file} ${changed}`)
}

/**
 * Notes the open: until the close only the file's identity has to match, for after a crash
 * PostgreSQL has everything acknowledged.
 */
export function noteOpen(dataDir: string, cluster: string, runAs: RunAs): void {
  writeFor(runAs, join(dataDir, FILE), marksOf(cluster).file)
}

/** Whether the unopened database matches the note. False without a note. */
export function isAsLeft(dataDir: string, cluster: string): boolean {
  const { file, changed } = marksOf(cluster)
  try {
    const noted = readFileSync(join(dataDir, FILE), 'utf8')
    return noted === file || noted === `${file} ${changed}`
  } catch {
    return false
  }
}
