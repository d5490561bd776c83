/**
 * Parses every row of a file and stages the valid ones. Nothing reaches the catalogue before an
 * administrator, or the source's schedule, approves; a file that fails half-way stages nothing.
 */
import type { Knex } from 'knex'

import type { Feed, FeedMapping } from '#shared/catalogue/feed.ts'
import type { SourceFormat } from '#shared/catalogue/source.ts'
import type { IncomingPart } from '../catalogue/incoming.ts'
import type { Effect } from '../catalogue/effect.ts'
import type { Columns } from './columns.ts'
import type { Reading } from './partOfRow.ts'
import type { Cells, FileRow, RefusedRow } from './refusedFile.ts'

import { MAX_FEED_PROBLEMS, MAX_FEED_ROWS, MAX_REFUSED_KEPT } from '#shared/catalogue/feed.ts'
import { PREVIEW_PARTS } from '#shared/catalogue/job.ts'
import { cleanText } from '#shared/define.ts'
import { previewOf } from '../sources/scrape.ts'
import { forgetful } from '../db/forgetful.ts'
import { notSpokenFor } from '../catalogue/spokenFor.ts'
import { columnsBy, SAMPLES } from './columns.ts'
import { addEffects, countOutOfStock, effectOf, NO_EFFECT } from '../catalogue/effect.ts'
import { refuseFeed } from './feedStore.ts'
import { nameByGtin } from './nameByGtin.ts'
import { partOfRow } from './partOfRow.ts'
import { readRows } from './readRows.ts'
import { RefusedFile } from './refusedFile.ts'
import { keyOf } from './rowKey.ts'
import { checkPacking, textOfFile } from './textOfFile.ts'
import { tell, tellMany, type Told, withoutQuotes } from '../words/told.ts'

/** Rows per statement, fewer of long ones: the JSON is built in one turn. */
const BATCH = 400
const BATCH_CHARS = 512 * 1024
/** Reasons counted separately. */
const MAX_REASONS = 50
const SAID_BEFORE = tell('An earlier row says the same part and merchant.')

export interface Staging extends Reading {
  id: string
  format: SourceFormat
  /** Set by the operator; '' for the file's own. */
  encoding: string
  /** From the response headers. */
  charset: string
  mapping: FeedMapping
  /** Null for a single uploaded file. */
  sourceId: string | null
}

interface Counts extends Pick<Feed, 'rows' | 'accepted' | 'refused' | 'problems' | 'parts'> {
  effect: Effect
  /** By kind, with the first of each. */
  reasons: Map<Told, { count: number; first: Told }>
}

export interface Fit {
  row: number
  key: string
  part: IncomingPart
}

/**
 * Reads a file to its end; the result is in the feed's row. Throws on unexpected errors: refuse the
 * feed then.
 * @param open reads the bytes from the start, each time
 */
export async function stageFeed(
  db: Knex,
  open: () => AsyncIterable<Buffer>,
  staging: Staging,
): Promise<void> {
  const { id, merchant, mapping } = staging
  const columns = columnsBy(mapping, merchant !== '')
  const counts: Counts = {
    rows: 0,
    accepted: 0,
    refused: 0,
    problems: [],
    parts: [],
    effect: NO_EFFECT,
    reasons: new Map(),
  }
  try {
    await checkPacking(open())
    const rows = readRows(textOfFile(open(), staging), staging.format)
    await stage(db, rows, columns, counts, staging)
    if (counts.accepted === 0) throw new RefusedFile(noneFits(counts))
    await db('feeds')
      .where({ id, state: 'reading' })
      .update({ ...written(counts, columns), state: 'waiting' })
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error
    await refuseFeed(db, id, error.message, { ...written(counts, columns), effect: null })
  }
}

const mostFirst = ({ reasons }: Counts) => [...reasons].sort(([, a], [, b]) => b.count - a.count)

function written(counts: Counts, columns: Columns) {
  const { rows, accepted, refused, ...lists } = counts
  const told = {
    ...lists,
    reasons: mostFirst(counts)
      .slice(0, MAX_REASONS)
      .map(([reason, { count }]) => ({ reason, count })),
    headings: columns.headings(),
    ignored: columns.ignored(),
    shapes: columns.shapes(),
  }
  const json = Object.entries(told).map(([name, value]) => [name, JSON.stringify(value)])
  return { rows, accepted, refused, ...Object.fromEntries(json) }
}

/** The usual cause: all rows are refused for one reason. */
function noneFits(counts: Counts): Told {
  const [[, most] = []] = mostFirst(counts)
  if (!most) return tell('The file has no rows.')
  const { count, first } = most
  const reason = [first]
  return count === counts.rows
    ? tell('No row of the file is fit. All of them: {reason}', { reason })
    : tellMany(
        count,
        'No row of the file is fit. {count} of them: {reason}',
        'No row of the file is fit. {count} of them: {reason}',
        { reason },
      )
}

async function stage(
  db: Knex,
  all: AsyncIterable<FileRow[]>,
  columns: Columns,
  counts: Counts,
  staging: Staging,
): Promise<void> {
  const { id } = staging
  let batch: (Fit & { cells: Cells })[] = []
  let refused: Required<RefusedRow>[] = []
  let chars = 0
  const refuse = ({ row, problem, kind = withoutQuotes(problem), cells = {} }: RefusedRow) => {
    counts.refused++
    if (counts.reasons.has(kind) || counts.reasons.size < 2 * MAX_REASONS) {
      const known = counts.reasons.get(kind) ?? { count: 0, first: problem }
      counts.reasons.set(kind, { ...known, count: known.count + 1 })
    }
    if (counts.problems.length < MAX_FEED_PROBLEMS) counts.problems.push({ row, reason: problem })
    if (counts.refused <= MAX_REFUSED_KEPT) refused.push({ row, kind, problem, cells })
  }
  const flush = async () => {
    const strangers = await notSpokenFor(db, staging, batch.map(sellerOf))
    batch = batch.filter((each) => {
      const problem = strangers.get(sellerOf(each))
      if (problem) refuse({ row: each.row, problem, cells: each.cells })
      return !problem
    })
    await nameByGtin(db, batch)
    const effect = await effectOf(db, staging, batch)
    // After a crash the whole feed is thrown away, so its rows need no durable commit.
    const taken = await forgetful(db, (trx) => insert(trx, id, batch))
    for (const { row, part, cells } of batch) {
      if (!taken.has(row)) refuse({ row, problem: SAID_BEFORE, cells })
      else if (counts.parts.length < PREVIEW_PARTS) counts.parts.push(previewOf(part))
    }
    await forgetful(db, (trx) => insertRefused(trx, id, refused))
    counts.accepted += taken.size
    counts.effect = addEffects(counts.effect, effect)
    batch = []
    refused = []
    chars = 0
    const isStillWanted = await db('feeds')
      .where({ id, state: 'reading' })
      .update({ ...written(counts, columns), alive_at: db.raw('now()') })
    if (isStillWanted === 0) throw new RefusedFile(tell('It was discarded.'))
  }
  for await (const rows of all) {
    for (const each of rows) {
      if ('headings' in each) {
        try {
          columns.check(each.headings)
        } catch (error) {
          // The operator needs sample values to map the columns.
          for (const { cells } of rows.slice(1, 1 + SAMPLES).filter(isRow))
            columns.fieldsOf(cells ?? {})
          throw error
        }
        continue
      }
      if (++counts.rows > MAX_FEED_ROWS) {
        throw new RefusedFile(
          tell('The file has more than {most} rows. Please part it.', { most: MAX_FEED_ROWS }),
        )
      }
      const { cells = {} } = each
      const read = 'problem' in each ? each : partOfRow(columns.fieldsOf(cells), staging)
      if ('problem' in read) refuse({ row: each.row, cells, ...read })
      else batch.push({ row: each.row, key: keyOf(read.part), part: read.part, cells })
      chars += charsOf(cells)
      if (batch.length + refused.length >= BATCH || chars >= BATCH_CHARS) await flush()
    }
  }
  await flush()
  const outOfStock = await countOutOfStock(db, staging.sourceId, counts.effect)
  counts.effect = { ...counts.effect, outOfStock }
}

const isRow = (each: FileRow): each is Exclude<FileRow, { headings: string[] }> =>
  !('headings' in each)

const sellerOf = ({ part }: Pick<Fit, 'part'>): string => part.offers[0]?.merchant ?? ''

function charsOf(cells: Cells): number {
  let chars = 0
  for (const name in cells) chars += name.length + (cells[name]?.length ?? 0)
  return chars
}

/** @returns staged rows; the others repeat an earlier one */
async function insert(db: Knex, id: string, batch: readonly Fit[]): Promise<Set<number>> {
  if (batch.length === 0) return new Set()
  const fits = batch.map(({ row, key, part }) => ({ row, key, part }))
  const { rows } = await db.raw<{ rows: { row: number }[] }>(
    `insert into feed_rows (feed_id, row, key, part)
     select :id, r.row, r.key, r.part
     from jsonb_to_recordset(:batch::jsonb) as r(row int, key text, part jsonb) order by r.row
     on conflict do nothing returning row`,
    { id, batch: JSON.stringify(fits) },
  )
  return new Set(rows.map(({ row }) => row))
}

async function insertRefused(
  db: Knex,
  id: string,
  rows: readonly Required<RefusedRow>[],
): Promise<void> {
  if (rows.length === 0) return
  // Cells that PostgreSQL cannot store may be why a row was refused.
  const kept = JSON.stringify(
    rows.map(({ cells, ...row }) => ({
      ...row,
      cells: Object.fromEntries(
        Object.entries(cells).map((pair) => pair.map(cleanText) as [string, string]),
      ),
    })),
  )
  await db.raw(
    `insert into feed_refused (feed_id, row, kind, reason, cells)
     select :id, r.row, r.kind, r.problem, r.cells
     from json_to_recordset(:kept::json) as r(row int, kind text, problem text, cells json)
     on conflict do nothing`,
    { id, kept },
  )
}
