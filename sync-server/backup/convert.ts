// Converts a database of another PostgreSQL major version to the current one. The old cluster is
// read from a copy and stays untouched.
import type { OwnPostgresLog } from '../postgres/ownPostgres.ts'

import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { lchownSync, lstatSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { compareDatabases } from './compareDatabases.ts'
import { restoreBackup } from './restoreBackup.ts'
import { writeBackup } from './writeBackup.ts'
import { connect, type Database } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import {
  addressesOf,
  createCluster,
  findPlace,
  leavePlace,
  startCluster,
} from '../postgres/cluster.ts'
import { stopCluster, type Cluster } from '../postgres/cluster.ts'
import { clusterFolder, clustersIn, makeDataDir, releaseFile } from '../postgres/dataFolder.ts'
import { fetchPrograms } from './engines.ts'
import { noteOpen } from '../postgres/left.ts'
import { lockDirectory } from '../postgres/lock.ts'
import { endOrphan } from '../postgres/postmaster.ts'
import { findPrograms } from '../postgres/programs.ts'
import { passwordFile } from '../postgres/roles.ts'
import { type RunAs, runAsFor } from '../postgres/runAs.ts'
import { writeFor } from '../postgres/writeFor.ts'

export interface Converted {
  /** The old cluster, left as it was. */
  from: string
  to: string
  rows: number
}

interface Options {
  dataDir: string
  version: string
  log: OwnPostgresLog
  say(line: string): void
}

const CONNECTIONS = 10

/** @throws a sentence for people; nothing has changed then */
export async function convertDatabase(options: Options): Promise<Converted> {
  const dataDir = resolve(options.dataDir)
  const runAs = runAsFor(clustersIn(dataDir)[0]?.folder ?? dataDir)
  makeDataDir(dataDir, runAs)
  const lock = await lockDirectory(dataDir, () =>
    options.log.fatal(`The lock in ${dataDir} was removed by somebody else.`),
  )
  let work = ''
  try {
    const programs = findPrograms(runAs, dataDir)
    const to = clusterFolder(dataDir, programs.major)
    if (existsSync(to)) throw new Error(`${to} is there already: nothing has to be converted.`)
    const [old] = clustersIn(dataDir)
    if (!old) throw new Error(`There is no database in ${dataDir} that could be converted.`)
    // Left by an interrupted conversion.
    for (const name of readdirSync(dataDir)) {
      if (name.startsWith('converting-'))
        rmSync(join(dataDir, name), { recursive: true, force: true })
    }
    const from = old.folder
    await endOrphan(from)
    refuseLinks(from)
    work = mkdtempSync(join(dataDir, 'converting-'))
    give(work, runAs)
    const draft: Cluster = { folder: join(work, 'new'), programs, runAs, access: 'socket' }
    const rows = await withSource(old, work, runAs, options, (source) =>
      carry(source, draft, join(work, 'all.backup'), options),
    )
    renameSync(draft.folder, to)
    renameSync(passwordFile(draft.folder), passwordFile(to))
    writeFor(runAs, releaseFile(to), programs.release)
    noteOpen(dataDir, to, runAs)
    return { from, to, rows }
  } finally {
    if (work) rmSync(work, { recursive: true, force: true })
    lock.release()
  }
}

/** A copied link would still point into the original, and writes would reach it. */
function refuseLinks(cluster: string): void {
  for (const name of readdirSync(cluster, { recursive: true, encoding: 'utf8' })) {
    if (!lstatSync(join(cluster, name)).isSymbolicLink()) continue
    throw new Error(
      `${join(cluster, name)} is a link to somewhere else. Put back what it leads to, and run this again.`,
    )
  }
}

/** Opens a copy of a cluster, migrated to this version's schema. */
async function withSource<T>(
  { major, folder: from }: { major: number; folder: string },
  work: string,
  runAs: RunAs,
  { say, log }: Options,
  act: (source: Database) => Promise<T>,
): Promise<T> {
  say(`Copying ${from}.`)
  const copy = join(work, 'old')
  cpSync(from, copy, { recursive: true })
  const version = readRelease(from)
  say(`Opening it with PostgreSQL ${major}, which is fetched for this where it is not here.`)
  const { programs, remove } = fetchPrograms({ major, version }, runAs, work)
  try {
    give(copy, runAs)
    // Some Node versions do not copy a folder's mode.
    chmodSync(copy, 0o700)
    rmSync(join(copy, 'postmaster.pid'), { force: true })
    const cluster: Cluster = { folder: copy, programs, runAs, access: 'socket' }
    return await whileRunning(cluster, async (databaseUrl) =>
      migrated(await connect({ databaseUrl, pool: 1, log }), act),
    )
  } finally {
    remove()
  }
}

async function migrated<T>(source: Database, act: (source: Database) => Promise<T>): Promise<T> {
  try {
    await migrate(source)
    return await act(source)
  } finally {
    await source.close()
  }
}

/** Copies all of `source` into a new cluster. @returns rows compared */
async function carry(
  source: Database,
  draft: Cluster,
  file: string,
  { version, log, say }: Options,
): Promise<number> {
  say('Writing everything to a file.')
  await writeBackup(source.knex, file, { version, now: Date.now() })
  say('Making the new database.')
  createCluster(draft)
  return whileRunning(draft, async (databaseUrl) => {
    const target = await connect({ databaseUrl, pool: 1, log })
    try {
      await restoreBackup(target, file, { isReplacing: false, isMove: true })
      say('Comparing both, row by row.')
      return await compareDatabases(source.knex, target.knex)
    } finally {
      await target.close()
    }
  })
}

async function whileRunning<T>(cluster: Cluster, act: (url: string) => Promise<T>): Promise<T> {
  const place = await findPlace(cluster)
  const running = await startCluster(cluster, place, CONNECTIONS)
  try {
    return await act(addressesOf(cluster, place).ownerUrl)
  } finally {
    await stopCluster(running.child, cluster)
    leavePlace(cluster, place)
  }
}

function readRelease(cluster: string): string {
  try {
    return readFileSync(releaseFile(cluster), 'utf8')
  } catch {
    return ''
  }
}

/** Recursive chown. */
function give(folder: string, runAs: RunAs): void {
  if (!runAs) return
  for (const name of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    lchownSync(join(folder, name), runAs.uid, runAs.gid)
  }
}
