// Which process wrote a lock, in a form that survives the reuse of process numbers.
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * `started` is the start time the kernel reports (clock ticks since boot), '' where there is no
 * /proc. `place` is where `pid` means anything: one boot of one machine, one container.
 */
export type ProcessMark = { pid: number; started: string; place: string }

const firstOf = (read: () => string): string => {
  try {
    return read().trim()
  } catch {
    return ''
  }
}

function startTime(pid: number): string {
  // The command name may hold spaces and brackets, so count from its closing bracket.
  const stat = firstOf(() => readFileSync(`/proc/${pid}/stat`, 'latin1'))
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // A killed process that nobody has waited for yet holds nothing any more.
  return fields[0] === 'Z' || fields[0] === 'X' ? '' : (fields[19] ?? '')
}

function place(): string {
  const boot = firstOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1'))
  return [hostname(), boot, firstOf(() => readlinkSync('/proc/self/ns/pid'))].join(' ')
}

export function thisProcess(): ProcessMark {
  return { pid: process.pid, started: startTime(process.pid), place: place() }
}

/** Says whether that very process still runs; 'elsewhere' when it cannot be looked up from here. */
export function isAlive(mark: ProcessMark): 'yes' | 'no' | 'elsewhere' {
  if (mark.place !== place()) return 'elsewhere'
  if (mark.started) return startTime(mark.pid) === mark.started ? 'yes' : 'no'
  try {
    process.kill(mark.pid, 0)
    return 'yes'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 'yes' : 'no'
  }
}
