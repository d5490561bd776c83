// One server per data directory. PostgreSQL's pid file means nothing in another container, where two
// servers would write the same files; and it cannot name the server.
//
// The lock is a file created with its content in one step. A stale lock is never deleted to make room
// (two starters could then each delete the other's fresh lock): its one successor is the creator of
// `<lock>.after-<id of the dead one>`. The holder is the end of that chain; the winner then renames
// its own file over the lock, and only then removes the link it came by. Whoever loses that last race
// sees that the chain no longer ends in its file.
import { randomUUID } from 'node:crypto'
import {
  copyFileSync,
  constants,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  readlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hostname } from 'node:os'

const FILE = 'wrenchlist.lock'
const BEAT_MS = 2_000
const SILENT_AFTER_MS = 10_000

type Holder = ProcessMark & { id: string; since: string }

export type DirectoryLock = {
  release(): void
}

const clock = (since: string): string => {
  const at = new Date(since)
  const time = `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`
  return at.toDateString() === new Date().toDateString() ? time : `${at.toDateString()} ${time}`
}

function read(path: string): Holder | 'none' | 'torn' {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'none' : 'torn'
  }
}

/** @returns false when `path` exists already */
function createOnce(path: string, from: string): boolean {
  try {
    linkSync(from, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
  }
  // No hard links here. A copy may be seen half written, and is read as 'torn' meanwhile.
  try {
    copyFileSync(from, path, constants.COPYFILE_EXCL)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** A half-written lock is being written now, or is left from a power cut long ago. */
function isFresh(path: string): 'elsewhere' | 'no' {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat && Date.now() - stat.mtimeMs < SILENT_AFTER_MS ? 'elsewhere' : 'no'
}

/** A holder whose process is not visible here proves itself by touching its file. */
async function keepsTouching(path: string): Promise<boolean> {
  const age = () => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const first = age()
  for (let waited = 0; waited < SILENT_AFTER_MS; waited += 500) {
    await sleep(500)
    if (age() !== first) return true
  }
  return false
}

const successor = (base: string, path: string, holder: Holder | 'torn'): string =>
  holder === 'torn' ? `${path}.after-torn` : `${base}.after-${holder.id}`

/** @returns the file to create to take the lock */
async function endOfChain(base: string, dataDir: string): Promise<string> {
  let path = base
  for (;;) {
    const holder = read(path)
    if (holder === 'none') return path
    const verdict = holder === 'torn' ? isFresh(path) : isAlive(holder)
    if (verdict === 'yes' || (verdict === 'elsewhere' && (await keepsTouching(path)))) {
      const who = holder === 'torn' ? '' : ` ${holder.pid} (started ${clock(holder.since)})`
      throw new Error(
        `DATA_DIR ${dataDir} is in use by Wrenchlist process${who}. ` +
          'Stop it first, or set another DATA_DIR.',
      )
    }
    path = successor(base, path, holder)
  }
}

function chainEndsIn(base: string, id: string): boolean {
  let path = base
  for (;;) {
    const holder = read(path)
    if (holder === 'none') return false
    if (holder !== 'torn' && holder.id === id) return true
    path = successor(base, path, holder)
  }
}

/**
 * Locks the directory for this process, or throws a sentence that names the process that holds it.
 * @param onLost called when somebody removed the lock under a running process
 */
export async function lockDirectory(dataDir: string, onLost: () => void): Promise<DirectoryLock> {
  mkdirSync(dataDir, { recursive: true })
  const base = join(dataDir, FILE)
  const mine: Holder = { ...thisProcess(), id: randomUUID(), since: new Date().toISOString() }
  const draft = `${base}.new-${mine.id}`
  try {
    writeFileSync(draft, JSON.stringify(mine), { flush: true })
    for (;;) {
      const path = await endOfChain(base, dataDir)
      if (!createOnce(path, draft)) continue
      if (path !== base) {
        if (!chainEndsIn(base, mine.id)) {
          rmSync(path, { force: true })
          continue
        }
        renameSync(draft, base)
        rmSync(path, { force: true })
      }
      return hold(base, mine.id, onLost)
    }
  } catch (error) {
    throw sentenceOf(error, dataDir)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** A disk error as advice. */
function sentenceOf(error: unknown, dataDir: string): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  const why: Record<string, string> = {
    ENOSPC: `The disk of ${dataDir} is full. Make room, and start again: nothing was changed.`,
    EDQUOT: `The disk of ${dataDir} is full. Make room, and start again: nothing was changed.`,
    EROFS: `${dataDir} cannot be written: its file system is read-only. Set DATA_DIR to a folder that can be written.`,
    EACCES: `This user may not write ${dataDir}. Start as its owner, or set DATA_DIR to another folder.`,
    EPERM: `This user may not write ${dataDir}. Start as its owner, or set DATA_DIR to another folder.`,
  }
  return why[code] ? new Error(why[code], { cause: error }) : error
}

function hold(base: string, id: string, onLost: () => void): DirectoryLock {
  const isMine = (): boolean => {
    const holder = read(base)
    return typeof holder === 'object' && holder.id === id
  }
  const beat = setInterval(() => {
    if (isMine()) return utimesSync(base, new Date(), new Date())
    clearInterval(beat)
    onLost()
  }, BEAT_MS)
  beat.unref()
  return {
    release() {
      clearInterval(beat)
      if (isMine()) rmSync(base, { force: true })
    },
  }
}

/**
 * `started` is the kernel's start time (clock ticks since boot), '' without /proc. `place` is the
 * scope of `pid`: one boot of one machine, one container.
 */
type ProcessMark = { pid: number; started: string; place: string }

const firstOf = (read: () => string): string => {
  try {
    return read().trim()
  } catch {
    return ''
  }
}

function startTime(pid: number): string {
  // The command name may contain spaces and brackets: fields count from its closing bracket.
  const stat = firstOf(() => readFileSync(`/proc/${pid}/stat`, 'latin1'))
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // A zombie holds nothing any more.
  return fields[0] === 'Z' || fields[0] === 'X' ? '' : (fields[19] ?? '')
}

function place(): string {
  const boot = firstOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1'))
  return [hostname(), boot, firstOf(() => readlinkSync('/proc/self/ns/pid'))].join(' ')
}

function thisProcess(): ProcessMark {
  return { pid: process.pid, started: startTime(process.pid), place: place() }
}

/** Whether that very process still runs; 'elsewhere' when it is not visible from here. */
function isAlive(mark: ProcessMark): 'yes' | 'no' | 'elsewhere' {
  if (mark.place !== place()) return 'elsewhere'
  if (mark.started) return startTime(mark.pid) === mark.started ? 'yes' : 'no'
  try {
    process.kill(mark.pid, 0)
    return 'yes'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 'yes' : 'no'
  }
}
