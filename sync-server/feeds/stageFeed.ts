/**
 * Looks at every row of a file and lays those aside that are fit. Nothing of it is in the catalogue
 * before an administrator says so; a file that does not read to its end leaves nothing at all.
 */
import type { Knex } from 'knex'

import type { Feed } from '#shared/catalogue/feed.ts'
import type { IncomingPart } from '../parts/incoming.ts'
import type { FileRow } from './refusedFile.ts'

import { MAX_FEED_BYTES, MAX_FEED_PROBLEMS, MAX_FEED_ROWS } from '#shared/catalogue/feed.ts'
import { PREVIEW_PARTS } from '#shared/catalogue/job.ts'
import { brandKey, partNumberKey } from '#shared/catalogue/partNumber.ts'
import { previewOf } from '../jobs/scrape.ts'
import { forgetful } from '../db/forgetful.ts'
import { refuseFeed } from './feedStore.ts'
import { partOfRow } from './partOfRow.ts'
import { readCsv } from './readCsv.ts'
import { readJsonFeed } from './readJsonFeed.ts'
import { RefusedFile } from './refusedFile.ts'

/** Rows of one statement, or fewer of long ones: they are written as JSON in one turn. */
const BATCH = 400
const BATCH_CHARS = 512 * 1024

export interface Staging {
  id: string
  format: 'csv' | 'json'
  /** Of all rows, '' when each names its own. */
  merchant: string
  now: number
}

interface Counts extends Pick<
  Feed,
  'rows' | 'accepted' | 'refused' | 'problems' | 'parts' | 'ignored'
> {}

interface Fit {
  row: number
  key: string
  part: IncomingPart
}

/** Reads `bytes` to their end; how it went is in the feed. Throws what nobody expects: refuse it then. */
export async function stageFeed(
  db: Knex,
  bytes: AsyncIterable<Buffer>,
  staging: Staging,
): Promise<void> {
  const { id, format, merchant } = staging
  const text = decoded(bytes)
  const rows = format === 'csv' ? readCsv(text, merchant !== '') : readJsonFeed(text)
  try {
    const counts = await stage(db, rows, staging)
    if (counts.accepted === 0)
      throw new RefusedFile('No row of the file is fit.', { cause: counts })
    await db('feeds')
      .where({ id, state: 'reading' })
      .update({ ...written(counts), state: 'waiting' })
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error
    const counts = isCounts(error.cause) ? written(error.cause) : {}
    await refuseFeed(db, id, error.message, counts)
  }
}

const isCounts = (value: unknown): value is Counts =>
  typeof value === 'object' && value !== null && 'problems' in value

const written = ({ problems, parts, ignored, ...counts }: Counts) => ({
  ...counts,
  problems: JSON.stringify(problems),
  parts: JSON.stringify(parts),
  ignored: JSON.stringify(ignored),
})

async function stage(
  db: Knex,
  all: AsyncIterable<FileRow[]>,
  { id, merchant, now }: Staging,
): Promise<Counts> {
  const counts: Counts = { rows: 0, accepted: 0, refused: 0, problems: [], parts: [], ignored: [] }
  const refuse = (row: number, reason: string) => {
    counts.refused++
    if (counts.problems.length < MAX_FEED_PROBLEMS) counts.problems.push({ row, reason })
  }
  let batch: Fit[] = []
  let chars = 0
  const flush = async () => {
    // Rows of a file that a crash cut short are thrown away with it.
    const taken = await forgetful(db, (trx) => insert(trx, id, batch))
    for (const { row, part } of batch) {
      if (!taken.has(row)) refuse(row, 'An earlier row says the same part and merchant.')
      else if (counts.parts.length < PREVIEW_PARTS) counts.parts.push(previewOf(part))
    }
    counts.accepted += taken.size
    batch = []
    chars = 0
    const isStillWanted = await db('feeds')
      .where({ id, state: 'reading' })
      .update({ ...written(counts), alive_at: db.raw('now()') })
    if (isStillWanted === 0) throw new RefusedFile('It was discarded.')
  }
  for await (const rows of all) {
    for (const each of rows) {
      if ('ignored' in each) {
        counts.ignored = each.ignored
        continue
      }
      if (++counts.rows > MAX_FEED_ROWS) {
        throw new RefusedFile(
          `The file has more than ${MAX_FEED_ROWS.toLocaleString('en-US')} rows. Please part it.`,
        )
      }
      const read = 'problem' in each ? each : partOfRow(each.record, { merchant, now })
      if ('problem' in read) refuse(each.row, read.problem)
      else {
        batch.push({ row: each.row, key: keyOf(read.part), part: read.part })
        chars += charsOf(each)
      }
      if (batch.length >= BATCH || chars >= BATCH_CHARS) await flush()
    }
  }
  await flush()
  return counts
}

function charsOf(row: FileRow): number {
  let chars = 0
  if ('record' in row) for (const name in row.record) chars += row.record[name]?.length ?? 0
  return chars
}

function keyOf({ number, brand, offers }: IncomingPart): string {
  return [partNumberKey(number), brandKey(brand), brandKey(offers[0]?.merchant ?? '')].join('|')
}

/** @returns the rows that were laid aside; the others say what one before them has said */
async function insert(db: Knex, id: string, batch: readonly Fit[]): Promise<Set<number>> {
  if (batch.length === 0) return new Set()
  const { rows } = await db.raw<{ rows: { row: number }[] }>(
    `insert into feed_rows (feed_id, row, key, part)
     select :id, r.row, r.key, r.part
     from jsonb_to_recordset(:batch::jsonb) as r(row int, key text, part jsonb) order by r.row
     on conflict do nothing returning row`,
    { id, batch: JSON.stringify(batch) },
  )
  return new Set(rows.map(({ row }) => row))
}

/** UTF-8, as it arrives. */
async function* decoded(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let size = 0
  const decode = (chunk?: Buffer): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    } catch {
      throw new RefusedFile('The file is not UTF-8. Save it as “CSV UTF-8”.')
    }
  }
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > MAX_FEED_BYTES) throw new RefusedFile('The file is larger than 512 MB.')
    yield decode(chunk)
  }
  yield decode()
}
