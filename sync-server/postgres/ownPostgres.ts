/**
 * Wrenchlist's own PostgreSQL, used without DATABASE_URL: created at the first start, a child of
 * the server, kept alive while that lives, and stopped with it.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { addressesOf, createCluster, findPlace, isPassing, leavePlace } from './cluster.ts'
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
import type { Addresses } from './roles.ts'
import { writeFor } from './writeFor.ts'

export interface OwnPostgresLog {
  warn(message: string): void
  fatal(message: string): void
}

interface Options {
  dataDir: string
  /** max_connections. */
  connections: number
  log: OwnPostgresLog
  /** Called before a new database is created, which takes seconds. */
  onCreate?: () => void
  /** Windows has no Unix sockets for PostgreSQL's clients here. */
  access?: Access
}

/** The URLs hold while this is open, over crashes of PostgreSQL. */
export interface OwnPostgres extends Addresses {
  /** False when older files may have been put in place; see left.ts. */
  isAsLeft: boolean
  /** Call once devices will be told of that, if they have to be. */
  noteOpen(): void
  /** Stops it, without waiting for clients. */
  close(): Promise<void>
}

/** Orphaned backends of a killed PostgreSQL hold its memory until they notice. */
const PASSING_MS = 20_000
const CLOSING_MS = 6_000
const FIRST_DELAY_MS = 100
const LONGEST_DELAY_MS = 5_000
/** A start that survives this long was good. */
const STEADY_MS = 3_000

/** @throws a sentence for people when the folder is unusable, or in use */
export async function openOwnPostgres(options: Options): Promise<OwnPostgres> {
  const { log, onCreate, access = process.platform === 'win32' ? 'port' : 'socket' } = options
  const dataDir = resolve(options.dataDir)
  const runAs = ownerOf(dataDir)
  makeDataDir(dataDir, runAs)
  const lock = await lockDirectory(dataDir, () =>
    log.fatal(`The lock in ${dataDir} was removed by somebody else. Stop one of the processes.`),
  )
  try {
    const programs = findPrograms(runAs, dataDir, clustersIn(dataDir)[0]?.major)
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
      ...running.addresses,
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

/** Owner of the database if there is one, else of the folder to create it in. */
function ownerOf(dataDir: string): RunAs {
  const [cluster] = clustersIn(dataDir)
  return runAsFor(cluster?.folder ?? dataDir)
}

interface KeptRunning {
  addresses: Addresses
  /** @returns whether it shut down cleanly */
  close(): Promise<boolean>
}

/** Restarts it whenever it exits unasked, with backoff. */
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
    addresses: addressesOf(cluster, place),
    async close() {
      isClosing = true
      // A slower restart is stopped with this process.
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

/** URLs of a running server's PostgreSQL in this folder, for commands; undefined without one. */
export function reachOwnPostgres(dataDir: string): Addresses | undefined {
  const [cluster] = clustersIn(dataDir)
  if (!cluster) return undefined
  const postmaster = runningPostmaster(cluster.folder)
  return postmaster?.isReady ? addressesOf(cluster, postmaster) : undefined
}
