import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'

const IN_MEMORY = '/dev/shm'
/** Twice what tests ever kept there at once. */
const NEEDED_BYTES = 6 * 2 ** 30

/**
 * A temporary folder in memory, for any user, removed when this process exits. Databases and browser
 * profiles are copied and dropped all the time: on a disk that took a third of a test run.
 * @returns {string | undefined} its path; none without room for it
 */
export function memoryFolder() {
  if (!hasRoom()) return undefined
  const folder = mkdtempSync(`${IN_MEMORY}/wrenchlist-`)
  chmodSync(folder, 0o1777)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    const free = /^MemAvailable: +(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]
    const mount = readFileSync('/proc/mounts', 'utf8').match(/^\S+ \/dev\/shm \S+ (\S+)/m)?.[1]
    // PostgreSQL's programs may be copied there.
    const runsPrograms = mount !== undefined && !mount.split(',').includes('noexec')
    return runsPrograms && Math.min(bavail * bsize, Number(free) * 1024) > NEEDED_BYTES
  } catch {
    return false
  }
}
