/** Hourly statistics for charts: people, kits, saves, and delays of sync. */
import type { Reading } from '#shared/admin/status.ts'
import type { Knex } from 'knex'

import type { Metrics } from '../metrics/metrics.ts'

const HOUR_MS = 3_600_000
/** Statement timeout: counting large tables is slow, once an hour. */
const PATIENCE_MS = 60_000
/** Points of an hourly chart; longer ones are by day. */
const MAX_HOURS = 72

export interface ReadingsDeps {
  db: Knex
  now(): number
  metrics: Pick<Metrics, 'takeDelays'>
}

/** Adds this process's delays, and stores the hour that just ended, once. */
export async function takeReading({ db, now, metrics }: ReadingsDeps): Promise<void> {
  const hour = Math.floor(now() / HOUR_MS) * HOUR_MS
  await addDelays(db, hour, metrics.takeDelays())
  const [begin, end] = [new Date(hour - HOUR_MS), new Date(hour)]
  if (await db('readings').where({ hour: begin }).first('hour')) return
  await db.transaction(async (trx) => {
    await trx.raw(`select set_config('statement_timeout', '${PATIENCE_MS}', true)`)
    // Just ended: a missed hour is not made up.
    await trx.raw(
      `insert into readings (hour, people, kits, saves)
       select :begin::timestamptz,
         (select count(*) from users where deleted_at is null and created_at < :end::timestamptz),
         count(*), count(*) filter (where saved_at >= :begin::timestamptz and saved_at < :end::timestamptz)
       from kits where saved_at is not null and coalesce((cells->'del'->>0)::boolean, false) = false
       on conflict do nothing`,
      { begin, end },
    )
  })
}

async function addDelays(db: Knex, hour: number, delays: ReadonlyMap<number, number>) {
  if (delays.size === 0) return
  const rows = Array.from(delays, ([upTo, pushes]) => ({
    hour: new Date(hour),
    up_to: upTo,
    pushes,
  })).sort((a, b) => a.up_to - b.up_to)
  await db('sync_delays')
    .insert(rows)
    .onConflict(['hour', 'up_to'])
    .merge({ pushes: db.raw('sync_delays.pushes + excluded.pushes') })
}

interface Row {
  at: Date
  people: number | null
  kits: number | null
  saves: number | null
  /** Pairs of `up_to` and `pushes`, ascending. */
  delays: [number, number][] | null
}

/** The last days, oldest first, by hour, or by day for more than three. */
export async function listReadings(db: Knex, now: number, days: number): Promise<Reading[]> {
  const step = days * 24 > MAX_HOURS ? 'day' : 'hour'
  const { rows } = await db.raw<{ rows: Row[] }>(
    `with steps as (
       select at from generate_series(
         date_trunc(:step, :now::timestamptz, 'UTC') - (:count - 1) * ('1 ' || :step)::interval,
         date_trunc(:step, :now::timestamptz, 'UTC'), ('1 ' || :step)::interval) as at)
     select s.at, r.people, r.kits, r.saves, d.delays
     from steps s
     left join lateral (
       select (array_agg(people order by hour desc))[1] as people,
         (array_agg(kits order by hour desc))[1] as kits, sum(saves)::int as saves
       from readings where hour >= s.at and hour < s.at + ('1 ' || :step)::interval) r on true
     left join lateral (
       select jsonb_agg(jsonb_build_array(up_to, pushes) order by up_to) as delays from (
         select up_to, sum(pushes) as pushes from sync_delays
         where hour >= s.at and hour < s.at + ('1 ' || :step)::interval group by up_to) b) d on true
     order by s.at`,
    { step, now: new Date(now), count: step === 'day' ? days : days * 24 },
  )
  return rows.map(({ at, people, kits, saves, delays }) => ({
    at: at.toISOString(),
    people,
    kits,
    saves,
    ...delaysOf(delays ?? []),
  }))
}

function delaysOf(delays: readonly [number, number][]) {
  const pushes = delays.reduce((sum, [, count]) => sum + count, 0)
  const late = delays.reduce((sum, [upTo, count]) => sum + (upTo > 60 ? count : 0), 0)
  const part = (share: number): number | null => {
    let seen = 0
    for (const [upTo, count] of delays) {
      seen += count
      if (seen >= pushes * share) return upTo
    }
    return null
  }
  return { pushes, late, median: part(0.5), p95: part(0.95) }
}
