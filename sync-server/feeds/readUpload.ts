/** Reads files that operators uploaded. One of a source stays until it is decided about. */
import type { Knex } from 'knex'

import type { SourceDeps } from './runSource.ts'
import type { SourceRow } from './sourceStore.ts'
import type { Staging } from './stageFeed.ts'

import { access, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { newId } from '#shared/ids.ts'
import { JobFailure, OUR_SIDE } from '../jobs/jobFailure.ts'
import { beginFeed, dropFeeds, refuseFeed } from './feedStore.ts'
import { isHeld, stagingOf } from './runSource.ts'
import { readSource } from './sourceStore.ts'
import { keepFile, keptFile } from './spool.ts'
import { NOT_UTF8 } from './textOfFile.ts'

/** Longer reads are answered before their end. */
const ANSWER_AFTER_MS = 10_000

export interface Upload {
  name: string
  /** User id. */
  by: string
  /** Null for a file by itself. */
  source: SourceRow | null
  /** How a file by itself is read. */
  said: Pick<Staging, 'format' | 'charset' | 'merchant'>
}

const WESTERN = 'windows-1252'
const BY_ITSELF = { encoding: '', mapping: {}, sourceId: null, money: null } as const

/** Reads the file in a folder of the spool. @returns the id of its feed, whose row says the rest */
export async function readUpload(
  deps: SourceDeps,
  folder: string,
  upload: Upload,
): Promise<string> {
  const { source } = upload
  if (!source) return read(deps, join(folder, 'feed'), upload)
  await keepFile(deps.env, source.id, folder)
  return read(deps, keptFile(deps.env, source.id), upload)
}

/** Reads the kept file of a source whose settings were changed. @returns false where there is none */
export async function readAnew(deps: SourceDeps, sourceId: string, by: string): Promise<boolean> {
  const source = await readSource(deps.db, sourceId)
  const last: { name: string } | undefined = await deps
    .db('feeds')
    .where({ source_id: sourceId })
    .orderBy('run', 'desc')
    .first('name')
  const path = keptFile(deps.env, sourceId)
  const isKept = await access(path).then(
    () => true,
    () => false,
  )
  if (!source || !last || !isKept) return false
  const said = { format: 'auto', charset: '', merchant: '' } as const
  await read(deps, path, { name: last.name, by, source, said })
  return true
}

async function read(
  deps: SourceDeps,
  path: string,
  { name, by, source, said }: Upload,
): Promise<string> {
  const { db } = deps
  const now = deps.now()
  const id = newId(deps.random)
  // An earlier file of the source that still waits is out of date.
  if (source) await dropFeeds(db, { source_id: source.id })
  await beginFeed(db, { id, name, source_id: source?.id ?? null, uploaded_by: by }, { now })
  const staging = source
    ? stagingOf(source, { id, charset: said.charset, now })
    : { ...BY_ITSELF, ...said, id, now }
  await Promise.race([
    lookAt(deps, path, staging, source),
    sleep(ANSWER_AFTER_MS, undefined, { ref: false }),
  ])
  return id
}

/**
 * Whether a file is not UTF-8 and nobody said what it is: then it begins anew in the encoding of
 * Western spreadsheets, which the settings of its source show.
 */
async function isOfSpreadsheet(db: Knex, { id, encoding }: SourceRow, feedId: string) {
  if (encoding !== '') return false
  const begun = await db('feeds')
    .where({ id: feedId, state: 'refused', error: NOT_UTF8 })
    .update({ state: 'reading', error: '', alive_at: db.raw('now()') })
  if (begun > 0) await db('feed_sources').where({ id }).update({ encoding: WESTERN })
  return begun > 0
}

/** Never throws: the result is in the feed's row. */
async function lookAt(
  { db, files, log }: SourceDeps,
  path: string,
  staging: Staging,
  source: SourceRow | null,
): Promise<void> {
  const { id } = staging
  try {
    await files.run({ does: 'read', path, staging })
    if (source && (await isOfSpreadsheet(db, source, id)))
      await files.run({ does: 'read', path, staging: { ...staging, encoding: WESTERN } })
    const isFit = await db('feeds').where({ id, state: 'waiting' }).first('id')
    if (isFit) await isHeld(db, { shapes: source?.shapes ?? {}, is_asking: false }, id)
  } catch (error) {
    log.error({ err: error, feed: id }, 'a file could not be read')
    // If the database is down, clearDeadFeeds() does it later.
    const sentence = error instanceof JobFailure ? error.message : OUR_SIDE
    await refuseFeed(db, id, sentence).catch(() => undefined)
  }
  if (!source) await rm(dirname(path), { recursive: true, force: true })
}
