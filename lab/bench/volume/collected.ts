/** Cost of collecting deleted rows and old drafts, in steps of one transaction each. */
import type { Database } from '../../../sync-server/db/connect.ts'
import type { Statement } from './plans.ts'
import type { Row } from '../report.ts'

import { packStamp } from '#shared/cells/stamp.ts'
import { collect } from '../../../sync-server/housekeeping/collection.ts'
import { CHUNK } from '../../../sync-server/housekeeping/housekeeping.ts'
import { summary } from '../lab.ts'

const DAY_MS = 86_400_000
/** Rows due of each kind: deleted kits, deleted lines, idle drafts. */
const DUE = Number(process.env['DUE'] ?? 20_000)
const MAX_STEP_MS = 2_000

/** Runs with nothing due, then with a backlog; `database` is left smaller. */
export async function collected(database: Database & { take(): Statement[] }): Promise<Row[]> {
  const { knex: db } = database
  const step = async () => {
    const started = performance.now()
    const count = await db.transaction((trx) => collect(trx, Date.now(), CHUNK))
    return { count, ms: performance.now() - started }
  }
  await step()
  database.take()
  const idle = await step()
  const idlePages = database.take().reduce((sum, { buffers }) => sum + buffers, 0)
  await age(database)
  const times: number[] = []
  for (let done = false; !done;) {
    const { count, ms } = await step()
    times.push(ms)
    done = count < CHUNK
  }
  const { median, p95 } = summary(times)
  return [
    {
      what: 'nothing to collect',
      figure: idlePages,
      unit: 'pages',
      budget: 200,
      note: `${idle.ms.toFixed(0)} ms`,
    },
    {
      what: `longest step, ${DUE} kits, ${DUE} lines and ${DUE} drafts due`,
      figure: Math.round(Math.max(...times)),
      unit: 'ms',
      budget: MAX_STEP_MS,
      note: `${times.length} steps of at most ${CHUNK} rows a kind; median ${median.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
    },
  ]
}

async function age({ knex: db }: Database): Promise<void> {
  const gone = JSON.stringify({ del: [true, packStamp(Date.now() - 200 * DAY_MS, 0, 'benchbenc')] })
  const old = packStamp(Date.now() - 201 * DAY_MS, 0, 'benchbenc')
  const back = `(select jsonb_object_agg(key, jsonb_build_array(value->0, '${old}'::text)) from jsonb_each(cells))`
  await db.raw(
    `update kits set cells = ${back} || ?::jsonb where kit_id in (select kit_id from kits order by kit_id limit ?)`,
    [gone, DUE],
  )
  await db.raw(
    `update lines set cells = ${back} || ?::jsonb where (kit_id, id) in (
       select kit_id, id from lines order by kit_id desc, id desc limit ?)`,
    [gone, DUE],
  )
  await db.raw(
    `update kits set owner = 'd:' || owner, updated_at = now() - interval '200 days'
     where kit_id in (select kit_id from kits order by kit_id offset ? limit ?)`,
    [DUE, DUE],
  )
}
