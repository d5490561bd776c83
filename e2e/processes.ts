// Processes of one browser profile or one parent, so that a test kills those and no others.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** A browser's memory is freed before it is gone, which may take a busy machine a while. */
const GONE_WITHIN_MS = 60_000

type Process = { readonly pid: number; readonly parent: number; readonly command: string }

/** This process and all its descendants that are alive now. */
export function processTree(pid: number): readonly number[] {
  return withDescendants([pid], listProcesses())
}

/** Whether it still runs; a zombie, which nobody has waited for, does not count. */
export function isAlive(pid: number): boolean {
  return listProcesses().some((one) => one.pid === pid)
}

/**
 * SIGKILLs the whole browser that runs on this profile folder, and waits until it is gone. Every
 * engine is started with the folder as (part of) an argument, and its name is unique to one test.
 */
export async function killProfile(profile: string): Promise<void> {
  for (const endAt = Date.now() + GONE_WITHIN_MS; Date.now() < endAt; await wait(20)) {
    const processes = listProcesses()
    const roots = processes.filter(({ command }) => isStartedOn(profile, command))
    if (roots.length === 0) return
    const pids = withDescendants(
      roots.map(({ pid }) => pid),
      processes,
    )
    for (const pid of pids) kill(pid)
  }
  throw new Error(`Processes of ${profile} survived SIGKILL`)
}

/** "--user-data-dir=FOLDER", "--profile FOLDER": the whole path, as browser-1 is not browser-10. */
function isStartedOn(profile: string, command: string) {
  return [`=${profile} `, ` ${profile} `].some((text) => `${command} `.includes(text))
}

function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Gone between looking and killing: its parent took it along.
  }
}

function withDescendants(roots: readonly number[], processes: readonly Process[]) {
  const found = new Set(roots)
  for (let before = 0; before < found.size;) {
    before = found.size
    for (const { pid, parent } of processes) if (found.has(parent)) found.add(pid)
  }
  return [...found]
}

function listProcesses(): readonly Process[] {
  return existsSync('/proc/self/stat') ? listFromProc() : listFromPs()
}

function listFromProc(): readonly Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        // The program's name, in brackets, may itself hold spaces: count from the last bracket.
        const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
        // Zombies have no command line any more, kernel threads never had one.
        return command ? [{ pid: Number(name), parent: Number(parent), command }] : []
      } catch {
        return [] // ended while we were reading
      }
    })
}

function listFromPs(): readonly Process[] {
  const lines = execFileSync('ps', ['-axwwo', 'pid=,ppid=,command='], { encoding: 'utf8' })
  return lines.split('\n').flatMap((line) => {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return pid && parent ? [{ pid: Number(pid), parent: Number(parent), command }] : []
  })
}
