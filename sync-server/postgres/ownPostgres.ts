/**
 * The PostgreSQL that comes with Wrenchlist, for whoever sets no DATABASE_URL: made with the first
 * start, a child of the server, kept alive while that lives, and ended with it.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { addressOf, createCluster, findPlace, isPassing, leavePlace } from './cluster.ts'
import {
  startCluster,
  stopCluster,
  type Access,
  type Cluster,
  type Place,
  type Running,
} from './cluster.ts'
import { checkDataDir, clusterFolder, clustersIn, makeDataDir, releaseFile } from './dataFolder.ts'
import { isAsLeft, noteClosed, noteOpen } from './left.ts'
import { lockDirectory } from './lock.ts'
import { endOrphan, readPostmaster, runningPostmaster } from './postmaster.ts'
import { findPrograms } from './programs.ts'
import { runAsFor, type RunAs } from './runAs.ts'
import { writeFor } from './writeFor.ts'

export interface OwnPostgresLog {
  warn(message: string): void
  fatal(message: string): void
}

interface Options {
  dataDir: string
  /** That it takes at most. */
  connections: number
  log: OwnPostgresLog
  /** Called before a new database is made, which takes seconds. */
  onCreate?: () => void
  /** Windows has no Unix sockets that PostgreSQL's clients here could use. */
  access?: Access
}

export interface OwnPostgres {
  /** What a client connects to, for as long as this is open, over crashes of PostgreSQL. */
  url: string
  /** False when files of another day may have been put in its place; see left.ts. */
  isAsLeft: boolean
  /** From now on it is: to be called when devices will be told, if they have to be. */
  noteOpen(): void
  /** Ends it. Clients should be gone: it waits for nobody. */
  close(): Promise<void>
}

/** Backends of a PostgreSQL that was killed end when they notice, and hold its memory until then. */
const PASSING_MS = 20_000
const CLOSING_MS = 6_000
const FIRST_DELAY_MS = 100
const LONGEST_DELAY_MS = 5_000
/** Whoever lived so long was started well. */
const STEADY_MS = 3_000

/** @throws a sentence for people when the folder cannot be used, or is in use */
export async function openOwnPostgres(options: Options): Promise<OwnPostgres> {
  const { log, onCreate, access = process.platform === 'win32' ? 'port' : 'socket' } = options
  const dataDir = resolve(options.dataDir)
  const runAs = ownerOf(dataDir)
  makeDataDir(dataDir, runAs)
  const lock = await lockDirectory(dataDir, () =>
    log.fatal(`The lock in ${dataDir} was removed by somebody else. Stop one of the processes.`),
  )
  try {
    const programs = findPrograms(runAs, dataDir)
    checkDataDir(dataDir, programs.major, runAs)
    const folder = clusterFolder(dataDir, programs.major)
    const cluster: Cluster = { folder, programs, runAs, access }
    if (existsSync(folder)) await endLast(cluster)
    const isNew = !existsSync(folder)
    if (isNew) {
      onCreate?.()
      createCluster(cluster)
    }
    const isOurs = isNew || isAsLeft(dataDir, folder)
    const running = await keepRunning(cluster, options)
    writeFor(runAs, releaseFile(folder), programs.release)
    return {
      url: running.url,
      isAsLeft: isOurs,
      noteOpen: () => noteOpen(dataDir, folder, runAs),
      async close() {
        try {
          if (await running.close()) noteClosed(dataDir, folder, runAs)
        } finally {
          lock.release()
        }
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The owner of the database, once there is one, else of the folder it is to be made in. */
function ownerOf(dataDir: string): RunAs {
  const [cluster] = clustersIn(dataDir)
  return runAsFor(cluster?.folder ?? dataDir)
}

interface KeptRunning {
  url: string
  /** @returns whether it closed its files */
  close(): Promise<boolean>
}

/** Starts it, and again whenever it ends without being told to: soon at first, then ever slower. */
async function keepRunning(
  cluster: Cluster,
  { connections, log }: Pick<Options, 'connections' | 'log'>,
): Promise<KeptRunning> {
  const place = await findPlace(cluster)
  let running = await startPatiently(cluster, place, connections).catch((error: unknown) => {
    leavePlace(cluster, place)
    throw error
  })
  let isClosing = false
  let delayMs = FIRST_DELAY_MS
  let restarting = Promise.resolve()

  function watch({ child, heard }: Running): void {
    const startedAt = performance.now()
    child.once('exit', (code, signal) => {
      if (isClosing) return
      if (performance.now() - startedAt > STEADY_MS) delayMs = FIRST_DELAY_MS
      log.warn(`PostgreSQL ended (${signal ?? code}), it is started again: ${heard()}`)
      restarting = restart()
    })
  }

  async function restart(): Promise<void> {
    while (!isClosing) {
      await sleep(delayMs)
      delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS)
      if (isClosing) return
      try {
        await endOrphan(cluster.folder)
        running = await startCluster(cluster, place, connections)
        return watch(running)
      } catch (error) {
        log.warn(`PostgreSQL does not start: ${(error as Error).message}`)
      }
    }
  }

  watch(running)
  return {
    url: addressOf(cluster, place),
    async close() {
      isClosing = true
      // One that takes longer is told to end with this process.
      await Promise.race([restarting, sleep(CLOSING_MS)])
      const isClean = await stopCluster(running.child, cluster)
      leavePlace(cluster, place)
      return isClean
    },
  }
}

async function startPatiently(
  cluster: Cluster,
  place: Place,
  connections: number,
): Promise<Running> {
  for (const end = performance.now() + PASSING_MS; ; await sleep(FIRST_DELAY_MS)) {
    try {
      return await startCluster(cluster, place, connections)
    } catch (error) {
      if (!isPassing((error as Error).message) || performance.now() > end) throw error
    }
  }
}

async function endLast(cluster: Cluster): Promise<void> {
  const last = readPostmaster(cluster.folder)
  await endOrphan(cluster.folder)
  if (last) leavePlace(cluster, last)
}

/**
 * The address of the PostgreSQL of a server that runs on this folder, for commands beside it;
 * undefined when none does.
 */
export function reachOwnPostgres(dataDir: string): string | undefined {
  const [cluster] = clustersIn(dataDir)
  if (!cluster) return undefined
  const postmaster = runningPostmaster(cluster.folder)
  return postmaster?.isReady ? addressOf(cluster, postmaster) : undefined
}
