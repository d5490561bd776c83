/** Sources of files as they are kept: made, changed, listed with how they are doing, removed. */
import type { Knex } from 'knex'

import type { RandomBytes } from '#shared/ids.ts'
import type { Source, SourceSettings } from '#shared/catalogue/source.ts'
import type { Shapes } from './columns.ts'

import { MAX_SOURCES } from '#shared/catalogue/source.ts'
import { isId, newId } from '#shared/ids.ts'
import { nextRun } from '#shared/catalogue/schedule.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { audit } from '../accounts/audit.ts'
import { merchantKey } from '../parts/merchants.ts'
import { unname, unsay } from '../parts/saidBy.ts'
import { feedsOf } from './feedStore.ts'
import { retell } from '../words/told.ts'

const RUNS_SHOWN = 5

export interface SourceRow {
  id: string
  name: string
  kind: Source['kind']
  address: string
  merchant: string
  format: Source['format']
  encoding: string
  decimal: Source['decimal']
  currency: string
  rate: number | null
  rate_at: Date | null
  mapping: Source['mapping']
  schedule: string
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
  const rows: SourceRow[] = await db('feed_sources').orderBy(['name', 'id']).limit(MAX_SOURCES)
  const ids = rows.map(({ id }) => id)
  const runs = await feedsOf(db, ids, RUNS_SHOWN)
  return rows.map((row) => ({
    ...settingsOf(row),
    id: row.id,
    rateAt: row.rate_at?.getTime() ?? null,
    nextAt: row.next_at?.getTime() ?? null,
    lastOkAt: row.last_ok_at?.getTime() ?? null,
    failures: row.failures,
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

function settingsOf(row: SourceRow): SourceSettings {
  return {
    name: row.name,
    kind: row.kind,
    address: row.address,
    merchant: row.merchant,
    format: row.format,
    encoding: row.encoding,
    decimal: row.decimal,
    currency: row.currency,
    rate: row.rate,
    mapping: row.mapping,
    schedule: row.schedule,
    priceHours: row.price_hours,
    historyAllowed: row.history_allowed,
  }
}

interface By {
  now: number
  random: RandomBytes
  /** User id. */
  by: string
}

const columnsOf = (settings: SourceSettings, now: number) => ({
  name: settings.name,
  kind: settings.kind,
  address: settings.address,
  merchant: settings.merchant,
  format: settings.format,
  encoding: settings.encoding,
  decimal: settings.decimal,
  currency: settings.currency,
  rate: settings.rate,
  mapping: JSON.stringify(settings.mapping),
  schedule: settings.schedule,
  price_hours: settings.priceHours,
  history_allowed: settings.historyAllowed,
  next_at: dateOf(settings.kind === 'address' ? nextRun(settings.schedule, now) : null),
})

export const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))

/** Its first file waits for somebody's word. @returns its id */
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
      throw new Problem(
        'too_many_sources',
        409,
        t('At most {most} sources: remove one first.', { most: MAX_SOURCES }),
      )
    }
    await trx('feed_sources').insert({
      ...columnsOf(settings, now),
      id,
      rate_at: settings.rate === null ? null : new Date(now),
      is_asking: true,
      created_by: by,
      created_at: new Date(now),
    })
    await setTermsOf(trx, id, settings)
    await audit(trx, now, { actor: by, action: 'make_source', subject: `source:${id}` })
    return id
  })
}

/** How its file is read: what is changed here makes another file of it. */
const READING = ['address', 'format', 'encoding', 'decimal', 'currency'] as const

/** @returns false when there is none */
export async function changeSource(
  db: Knex,
  id: string,
  settings: SourceSettings,
  { now, by }: Omit<By, 'random'>,
): Promise<boolean> {
  // A path may hold what the database refuses to read.
  if (!isId(id)) return false
  return db.transaction(async (trx) => {
    const before: SourceRow | undefined = await trx('feed_sources')
      .where({ id })
      .forUpdate()
      .first()
    if (!before) return false
    const isReadAnew =
      READING.some((name) => before[name] !== settings[name]) ||
      !isSame(before.mapping, settings.mapping)
    await trx('feed_sources')
      .where({ id })
      .update({
        ...columnsOf(settings, now),
        ...(before.rate !== settings.rate && {
          rate_at: settings.rate === null ? null : new Date(now),
        }),
        // What is known of the file at the address is of how it was read.
        etag: '',
        last_modified: '',
        failures: 0,
        ...(isReadAnew && { is_asking: true, shapes: '{}' }),
      })
    await setTermsOf(trx, id, settings)
    await audit(trx, now, { actor: by, action: 'change_source', subject: `source:${id}` })
    return true
  })
}

function isSame(a: object, b: object): boolean {
  const names = (of: object) => Object.keys(of).sort((x, y) => (x < y ? -1 : 1))
  return JSON.stringify(a, names(a)) === JSON.stringify(b, names(b))
}

/** How long the prices of its merchants stand, and whether they are kept over time. */
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

/** What it said of parts goes; its offers stay until their time is over. @returns false when there is none */
export async function removeSource(
  db: Knex,
  id: string,
  now: number,
  by: string,
): Promise<boolean> {
  if (!isId(id)) return false
  return db.transaction(async (trx) => {
    const gone = await trx('feed_sources').where({ id }).delete()
    if (gone > 0) {
      // After the delete: it waits for an import that is about to end.
      await unsay(trx, id, null)
      await unname(trx, id)
      await audit(trx, now, { actor: by, action: 'remove_source', subject: `source:${id}` })
    }
    return gone > 0
  })
}
