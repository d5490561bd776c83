/** Seeds a fresh database with the built-in catalogue and three months of price history. */
import type { Knex } from 'knex'

import { setImmediate as turn } from 'node:timers/promises'

import { ensureMerchants } from '../catalogue/merchants.ts'
import { storeParts } from '../catalogue/storeParts.ts'
import { DEMO_MERCHANTS } from './demoMerchants.ts'
import { demoIncoming } from './demoOffers.ts'
import { ORIGINAL_PARTS } from './demoParts.ts'

const DAY_MS = 24 * 3_600_000
/** Observation days of the made-up history. */
const DAYS_AGO = [88, 70, 56, 41, 27, 12, 0]

// Advisory lock, unique in the database; see also db/migrate.ts.
const ADVISORY_LOCK = 7_370_119

/** Does nothing if it ran before: later changes stay. */
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

/** Terms have to exist before a merchant's first offer. */
export async function plantDemoMerchants(db: Knex): Promise<void> {
  await ensureMerchants(
    db,
    DEMO_MERCHANTS.map(({ terms }) => terms),
  )
}

/** Removes the demo, for installations with content of their own. */
export async function removeDemo(db: Knex): Promise<void> {
  // Merchants come first and go last: without them there is nothing to search for among all parts.
  if (!(await db('merchants').where({ is_demo: true }).first('id'))) return
  await db.transaction(async (trx) => {
    await trx('parts').where({ is_demo: true }).delete()
    await trx('merchants').where({ is_demo: true }).delete()
  })
}
