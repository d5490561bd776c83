/** Puts the built-in catalogue into a fresh database, with a past of three months. */
import type { Knex } from 'knex'

import { setImmediate as turn } from 'node:timers/promises'

import { ensureMerchants } from '../parts/merchants.ts'
import { storeParts } from '../parts/storeParts.ts'
import { DEMO_MERCHANTS } from './demoMerchants.ts'
import { demoIncoming } from './demoOffers.ts'
import { ORIGINAL_PARTS } from './demoParts.ts'

const DAY_MS = 24 * 3_600_000
/** When the made-up past was looked at. */
const DAYS_AGO = [88, 70, 56, 41, 27, 12, 0]

// Any number, as long as nobody else in the same database locks it; see also db/migrate.ts.
const ADVISORY_LOCK = 7_370_119

/** Does nothing where it was done before: what was changed since stays as it is. */
export async function plantDemo(db: Knex, now: number): Promise<void> {
  const planted = await db('parts').where({ origin: 'built-in' }).first('id')
  if (planted) return
  await db.transaction(async (trx) => {
    // A second server that starts at once waits, and finds it done.
    await trx.raw('select pg_advisory_xact_lock(?)', [ADVISORY_LOCK])
    if (await trx('parts').where({ origin: 'built-in' }).first('id')) return
    await plantDemoMerchants(trx)
    for (const days of DAYS_AGO) {
      const at = now - days * DAY_MS
      const parts = ORIGINAL_PARTS.map((part) => demoIncoming(part, '', at))
      await storeParts(trx, parts, { origin: 'built-in', isDemo: true, now })
      await turn()
    }
  })
}

/** Their terms have to be there before their first offer. */
export async function plantDemoMerchants(db: Knex): Promise<void> {
  await ensureMerchants(
    db,
    DEMO_MERCHANTS.map(({ terms }) => terms),
  )
}

/** Takes the demonstration out: for installations that have something of their own to show. */
export async function removeDemo(db: Knex): Promise<void> {
  // Its merchants came first and go last: without them there is nothing to look for among all parts.
  if (!(await db('merchants').where({ is_demo: true }).first('id'))) return
  await db.transaction(async (trx) => {
    await trx('parts').where({ is_demo: true }).delete()
    await trx('merchants').where({ is_demo: true }).delete()
  })
}
