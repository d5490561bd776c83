/** Feed sources: created, changed, listed with their state, removed. */
import type { Knex } from 'knex'

import type { RandomBytes } from '#shared/ids.ts'
import type { Source, SourceSettings } from '#shared/catalogue/source.ts'
import type { Shapes } from './columns.ts'

import { MAX_SOURCES } from '#shared/catalogue/source.ts'
import { isId, newId } from '#shared/ids.ts'
import { nextRun } from '#shared/catalogue/schedule.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { audit } from '../auditLog/auditLog.ts'
import { merchantKey } from '../catalogue/merchants.ts'
import { unsay } from '../catalogue/saidBy.ts'
import { forgetNames } from '../catalogue/saidNames.ts'
import { forgetOffers } from '../catalogue/saidOffers.ts'
import { msSql } from '../db/keyset.ts'
import { discardOpen, feedsOf } from './feedStore.ts'
import { retell } from '../words/told.ts'

const RUNS_SHOWN = 5

export interface SourceRow extends Omit<SourceSettings, 'priceHours' | 'historyAllowed'> {
  id: string
  rate_at: Date | null
  price_hours: number
  history_allowed: boolean
  etag: string
  last_modified: string
  next_at: Date | null
  failures: number
  error: string
  last_ok_at: Date | null
  imported_at: Date | null
  is_asking: boolean
  shapes: Shapes
  merchant_ids: number[]
  created_by: string
}

/** By name, each with its newest runs. */
export async function listSources(db: Knex): Promise<Source[]> {
  type Row = Omit<Source, 'runs'>
  const rows: Row[] = await db('feed_sources')
    .orderBy(['name', 'id'])
    .limit(MAX_SOURCES)
    .select(
      db.raw(
        `id, name, kind, address, merchant, format, encoding, decimal, currency, rate, mapping,
           schedule, price_hours as "priceHours", history_allowed as "historyAllowed", failures,
           error, ${msSql('rate_at')} as "rateAt", ${msSql('next_at')} as "nextAt",
           ${msSql('last_ok_at')} as "lastOkAt"`,
      ),
    )
  const ids = rows.map(({ id }) => id)
  const runs = await feedsOf(db, ids, RUNS_SHOWN)
  return rows.map((row) => ({
    ...row,
    error: retell(row.error),
    runs: runs.filter(({ sourceId }) => sourceId === row.id),
  }))
}

export async function readSource(db: Knex, id: string): Promise<SourceRow | null> {
  const row: SourceRow | undefined = isId(id)
    ? await db('feed_sources').where({ id }).first()
    : undefined
  return row ?? null
}

interface By {
  now: number
  random: RandomBytes
  /** User id. */
  by: string
}

const columnsOf = (settings: SourceSettings, now: number, before?: SourceRow) => {
  const { priceHours: price_hours, historyAllowed: history_allowed, mapping, ...same } = settings
  const next = settings.kind === 'address' ? nextRun(settings.schedule, now) : null
  return {
    ...same,
    mapping: JSON.stringify(mapping),
    price_hours,
    history_allowed,
    next_at: dateOf(next),
    ...(before?.rate !== settings.rate && {
      rate_at: settings.rate === null ? null : new Date(now),
    }),
  }
}

export const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))

/** The first feed waits for approval. @returns the source id */
export function makeSource(
  db: Knex,
  settings: SourceSettings,
  { now, random, by }: By,
): Promise<string> {
  const id = newId(random)
  return db.transaction(async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(hashtext(?))', ['feed_sources'])
    const [{ n } = { n: 0 }] = await trx('feed_sources').count<{ n: string }[]>('* as n')
    if (Number(n) >= MAX_SOURCES) {
      const sentence = t('At most {most} sources: remove one first.', { most: MAX_SOURCES })
      throw new Problem('too_many_sources', 409, sentence)
    }
    await trx('feed_sources').insert({
      ...columnsOf(settings, now),
      id,
      is_asking: true,
      created_by: by,
      created_at: new Date(now),
    })
    await setTermsOf(trx, id, settings)
    await audit(trx, now, { actor: by, action: 'make_source', subject: `source:${id}` })
    return id
  })
}

/** Settings that change how the file is read: a change makes earlier feeds void. */
const READING = ['address', 'merchant', 'format', 'encoding', 'decimal', 'currency'] as const

/**
 * Whether a change needs a proof: not of a file that is looked at before it counts, unless the terms
 * of its prices change.
 */
export const takesProof = (before: SourceRow, settings: SourceSettings): boolean =>
  before.kind !== 'upload' ||
  settings.kind !== 'upload' ||
  before.price_hours !== settings.priceHours ||
  before.history_allowed !== settings.historyAllowed

/** @returns whether its file is read otherwise; null when there is none */
export async function changeSource(
  db: Knex,
  id: string,
  settings: SourceSettings,
  { now, by }: Omit<By, 'random'>,
): Promise<{ isReadAnew: boolean } | null> {
  // A path may hold characters that PostgreSQL refuses.
  if (!isId(id)) return null
  return db.transaction(async (trx) => {
    const before: SourceRow | undefined = await trx('feed_sources')
      .where({ id })
      .forUpdate()
      .first()
    if (!before) return null
    const isReadAnew =
      READING.some((name) => before[name] !== settings[name]) ||
      !isSame(before.mapping, settings.mapping)
    await trx('feed_sources')
      .where({ id })
      .update({
        ...columnsOf(settings, now, before),
        // The cached state of the file belongs to the old settings.
        etag: '',
        last_modified: '',
        failures: 0,
        ...(isReadAnew && { is_asking: true, shapes: '{}' }),
      })
    if (isReadAnew) await discardOpen(trx, { source_id: id })
    if (takesProof(before, settings)) await setTermsOf(trx, id, settings)
    await audit(trx, now, { actor: by, action: 'change_source', subject: `source:${id}` })
    return { isReadAnew: isReadAnew || before.rate !== settings.rate }
  })
}

function isSame(a: object, b: object): boolean {
  const names = (of: object) => Object.keys(of).sort((x, y) => (x < y ? -1 : 1))
  return JSON.stringify(a, names(a)) === JSON.stringify(b, names(b))
}

/** Sets its merchants' terms: how long prices stand, and whether history is kept. */
async function setTermsOf(trx: Knex, id: string, settings: SourceSettings): Promise<void> {
  const { priceHours, historyAllowed, merchant } = settings
  const changed: { id: number }[] = await trx('merchants')
    .whereRaw(
      `(id = any((select merchant_ids from feed_sources where id = ?)::int[]) or name_key = ?)
       and not is_demo and (max_age_hours, history_allowed) is distinct from (?::int, ?::boolean)`,
      [id, merchantKey(merchant), priceHours, historyAllowed],
    )
    .update({ max_age_hours: priceHours, history_allowed: historyAllowed })
    .returning('id')
  if (historyAllowed) return
  for (const { id: merchantId } of changed) {
    await trx('price_months').where({ merchant_id: merchantId }).delete()
  }
}

/** Removes a source and its facts; offers stay until they expire. @returns false for none */
export async function removeSource(
  db: Knex,
  id: string,
  now: number,
  by: string,
): Promise<boolean> {
  if (!isId(id)) return false
  return db.transaction(async (trx) => {
    // The lock keeps new runs from starting.
    await trx('feed_sources').where({ id }).forUpdate().first('id')
    await discardOpen(trx, { source_id: id })
    const gone = await trx('feed_sources').where({ id }).delete()
    if (gone > 0) {
      // After the delete, which waits for an import that is about to end.
      await unsay(trx, id, null)
      await forgetNames(trx, id)
      await forgetOffers(trx, id)
      await audit(trx, now, { actor: by, action: 'remove_source', subject: `source:${id}` })
    }
    return gone > 0
  })
}
