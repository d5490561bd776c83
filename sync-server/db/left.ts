// Whether the embedded store is as this machine left it. A copy of the files that is put back looks
// whole and closed, but it is older than what devices have seen: they have to be told.
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = 'wrenchlist.left'
/** The last file that is written when the store is closed. */
const LAST = join('db', 'global', 'pg_control')

/** No copy keeps these: the number of the file, and when the system last changed it. */
function markOf(dataDir: string): string | null {
  const stat = statSync(join(dataDir, LAST), { bigint: true, throwIfNoEntry: false })
  return stat ? `${stat.ino} ${stat.ctimeNs}` : null
}

/** Notes how the closed store in `dataDir` stands. */
export function noteLeft(dataDir: string): void {
  writeFileSync(join(dataDir, FILE), markOf(dataDir) ?? '')
}

/** Whether nobody has touched the store since `noteLeft`. Call before it is opened; counts once. */
export function takeLeft(dataDir: string): boolean {
  const file = join(dataDir, FILE)
  let noted = ''
  try {
    noted = readFileSync(file, 'utf8')
  } catch {
    return false
  }
  rmSync(file, { force: true })
  return noted === markOf(dataDir)
}
