/** `GET /api/kits`: saved kits, newest first, in keyset pages. */
import type { Knex } from 'knex'

import { fold } from '#shared/text/fold.ts'
import type { PriceSum } from '#shared/kinds/priceSum.ts'
import type { Vehicle } from '#shared/vehicles/vehicle.ts'

import { z } from 'zod'

import { isId } from '#shared/ids.ts'
import { MAX_ANSWER_BYTES, type Principal } from '#shared/cells/limits.ts'
import { anyText, countTo } from '../../http/texts.ts'
import { roomInTurn } from '../../http/turns.ts'
import { namedFields, sumAnswer } from './readKit.ts'

export const MAX_KITS_A_PAGE = 200
const MAX_WORDS = 10

/** `after` is the previous page's `next`: time and id of its last kit. */
export const listQuery = z.object({
  limit: countTo(MAX_KITS_A_PAGE, 100),
  q: anyText(200).default(''),
  mine: z.enum(['0', '1'], '0 or 1').default('0'),
  after: z
    .string()
    .regex(/^\d{1,15}\.[\w-]{22}$/, 'not a position in the list')
    .optional(),
})
export type ListQuery = z.infer<typeof listQuery>

const OWN = `owner = ? and version_id is not null and coalesce(cells->'del'->>0, 'false') <> 'true'`

const NEWEST_FIRST = [
  { column: 'saved_at', order: 'desc' },
  { column: 'kit_id', order: 'desc' },
]

/** Notes are long: a page ends before its answer exceeds `MAX_ANSWER_BYTES`. */
const MAX_LIST_BYTES = MAX_ANSWER_BYTES * 0.75
/** Position, total count, and running total of bytes of each kit. */
const PLACE = `row_number() over (order by saved_at desc, kit_id desc) as place,
  count(*) over () as of,
  sum(octet_length(summary::text) + 400) over (order by saved_at desc, kit_id desc) as above`

interface ListRow {
  kit_id: string
  build_id: string
  owner: string
  saved_at: Date
  summary: {
    name: string
    notes: string
    vehicle: Vehicle | null
    task: string
    total: number
    lines: number
    /** Lines without a price; absent where 018_unpriced found none. */
    unpriced?: number
  } & Pick<PriceSum, 'others' | 'unread' | 'apart' | 'of'>
}

/**
 * Lists everybody's public kits, or with `owner` all saved kits of one account. Each word of `q`
 * has to be in year, make, model, task or name.
 * @returns the kits, and the cursor of the next page, null at the end
 */
export async function listKits(db: Knex, query: ListQuery, owner: Principal | null) {
  const found = (owner ? db('kits').whereRaw(OWN, [owner]) : db('listings'))
    .where((kits) => {
      for (const word of fold(query.q).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)) {
        kits.whereRaw(`search like ? escape '\\'`, [`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`])
      }
    })
    .where((kits) => {
      const [ms, id] = query.after?.split('.') ?? []
      if (ms === undefined || !isId(id)) return
      kits.whereRaw('(saved_at, kit_id) < (to_timestamp(?::double precision / 1000), ?)', [ms, id])
    })
    .orderBy(NEWEST_FIRST)
    .limit(query.limit + 1)
    .select('kit_id')
  const sized = db('kits')
    .whereIn('kit_id', found)
    .select('kit_id', 'build_id', 'owner', 'saved_at', 'summary', db.raw(PLACE))
  const rows: (ListRow & { of: string })[] = await db(sized.as('sized'))
    .whereRaw('(above < ? or place = 1)', [MAX_LIST_BYTES])
    .orderBy(NEWEST_FIRST)
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  const isEnd = Number(last?.of ?? 0) === page.length
  const next = last && !isEnd ? `${last.saved_at.getTime()}.${last.kit_id}` : null
  const kits: ReturnType<typeof listed>[] = []
  for (const row of page) {
    // Formatting a sum may take a while.
    await roomInTurn()
    kits.push(listed(row))
  }
  return { kits, next }
}

function listed({ kit_id: id, build_id: buildId, owner, saved_at: savedAt, summary }: ListRow) {
  const { name, notes, vehicle, task, total, lines, unpriced = 0, ...money } = summary
  const sum = { cents: total, unpriced, ...money }
  return {
    ...namedFields({ id, buildId, name, notes, vehicle, task }, owner),
    ...sumAnswer(sum),
    partsCount: lines,
    savedAt: savedAt.toISOString(),
  }
}
