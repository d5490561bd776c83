/** Price history of a part, of merchants that allow prices to be kept. */
import type { Knex } from 'knex'

import type { PartHistory } from '#shared/catalogue/part.ts'
import type { PriceObservation } from '#shared/catalogue/priceHistory.ts'
import type { PartRow } from './findParts.ts'

import { readMerchants } from './merchants.ts'
import { IN_DOLLARS } from './readOffers.ts'

const DAY_MS = 24 * 3_600_000

/** Month number: years times 12 plus months, UTC. */
export function monthOf(ms: number): number {
  const at = new Date(ms)
  return at.getUTCFullYear() * 12 + at.getUTCMonth()
}

function monthStart(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12)
}

/** The cheapest sellers: a chart of more is unreadable, and an answer has a limit. */
const MAX_SELLERS = 30

interface MonthRow {
  merchant_id: number
  month: number
  steps: number[]
}

/** @param days how far back; the last price before the window comes too, if its month has one */
export async function readHistory(
  db: Knex,
  part: PartRow,
  days: number,
  now: number,
): Promise<PartHistory> {
  const since = now - days * DAY_MS
  const sellers: number[] = await db('offers')
    .where({ part_id: part.id, stands: true })
    .whereRaw(IN_DOLLARS)
    .orderBy(['base_cents', 'merchant_id'])
    .limit(MAX_SELLERS)
    .pluck('merchant_id')
  const merchants = [...(await readMerchants(db, sellers)).values()]
  const rows: MonthRow[] = await db('price_months')
    .where({ part_id: part.id })
    .where('month', '>=', monthOf(since))
    .whereRaw('merchant_id = any(?::int[])', [sellers])
    .orderBy('month')
    // JSON parses many times faster than PostgreSQL's array text.
    .select('merchant_id', 'month', db.raw('to_jsonb(steps) as steps'))
  const allowed = merchants.filter((merchant) => merchant.history_allowed)
  return {
    partNumber: part.number,
    brand: part.brand,
    since,
    until: now,
    isDemo: part.is_demo,
    merchants: allowed.map(({ id, name }) => {
      const seen = rows.filter((row) => row.merchant_id === id).flatMap(observationsOf)
      // The last price before the window still counts inside it.
      const first = seen.findLastIndex(({ at }) => at <= since)
      return { id: String(id), name, observations: seen.slice(Math.max(0, first)) }
    }),
    withheld: merchants.filter(({ history_allowed: may }) => !may).map(({ name }) => name),
  }
}

function observationsOf({ month, steps }: MonthRow): PriceObservation[] {
  const start = monthStart(month)
  const all: PriceObservation[] = []
  for (let index = 0; index + 1 < steps.length; index += 2) {
    all.push({ at: start + (steps[index] ?? 0) * 60_000, cents: steps[index + 1] ?? 0 })
  }
  return all
}
