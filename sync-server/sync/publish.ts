/** Effects of a saved version: the kit's summary, for lists and searches. */
import type { Knex } from 'knex'

import { ofKind } from '#shared/kinds/schema.ts'
import { fold } from '#shared/text/fold.ts'
import type { StoredRow } from '#shared/sync/decide.ts'

import { isBlankLine } from '#shared/kinds/kit.ts'
import { priceSum } from '#shared/kinds/priceSum.ts'
import { bodyOf, MAX_VERSIONS, savedAtOf } from '#shared/kinds/version.ts'

/** Stores the newest version's summary in its kit, and trims versions to `MAX_VERSIONS`. */
export async function publish(trx: Knex.Transaction, changed: readonly StoredRow[]): Promise<void> {
  const versions = ofKind(changed, 'version')
  if (versions.length > 0) {
    await summarise(trx, versions)
    await dropOldest(trx, [...new Set(versions.map((row) => row.kit))])
  }
  const kitIds = [...new Set([...versions, ...ofKind(changed, 'kit')].map((row) => row.kit))]
  if (kitIds.length > 0) await relist(trx, kitIds)
}

/**
 * Lists a kit publicly or removes it: saved, named, public, and neither deleted nor hidden. A name
 * that is empty or starts with "Build " counts as none (S125).
 */
export async function relist(trx: Knex.Transaction, kitIds: readonly string[]): Promise<void> {
  await trx.raw(
    `with listed as (
       select kit_id, saved_at, search from kits
       where kit_id = any(:kitIds) and version_id is not null and hidden_at is null
         and coalesce(cells->'visibility'->>0, 'public') = 'public'
         and coalesce(cells->'del'->>0, 'false') <> 'true'
         and btrim(summary->>'name') <> '' and summary->>'name' not like 'Build %'),
     unlisted as (
       delete from listings
       where kit_id = any(:kitIds) and kit_id not in (select kit_id from listed))
     insert into listings select kit_id, saved_at, search from listed
     on conflict (kit_id) do update set saved_at = excluded.saved_at, search = excluded.search
     where (listings.saved_at, listings.search) <> (excluded.saved_at, excluded.search)`,
    { kitIds: [...kitIds] },
  )
}

async function summarise(trx: Knex.Transaction, versions: readonly StoredRow[]): Promise<void> {
  const newest = new Map<string, StoredRow>()
  for (const row of versions) {
    const known = newest.get(row.kit)
    if (!known || savedAtOf(row.cells) >= savedAtOf(known.cells)) newest.set(row.kit, row)
  }
  const records = [...newest.values()].map((row) => {
    const body = bodyOf(row.cells)
    const { name = '', vehicle = null, task = '', notes = '' } = body ?? {}
    // Computed here: the device's own totals are not trusted.
    const lines = (body?.lines ?? []).filter((line) => !isBlankLine(line))
    const { cents, unpriced, ...money } = priceSum(lines, body ?? {})
    const words = [vehicle?.year, vehicle?.make, vehicle?.model, task, name]
    return {
      kit_id: row.kit,
      version_id: row.id,
      saved_at: new Date(savedAtOf(row.cells)).toISOString(),
      summary: {
        name,
        notes,
        vehicle,
        task,
        total: cents,
        lines: lines.length,
        unpriced,
        ...money,
      },
      search: fold(words.filter(Boolean).join(' ')),
    }
  })
  await trx.raw(
    `update kits set version_id = x.version_id, saved_at = x.saved_at, summary = x.summary,
       search = x.search
     from jsonb_to_recordset(?::jsonb) as x(
       kit_id text, version_id text, saved_at timestamptz, summary jsonb, search text)
     where kits.kit_id = x.kit_id and (kits.saved_at is null or kits.saved_at <= x.saved_at)`,
    [JSON.stringify(records)],
  )
}

/** The row stays, so that no cursor misses it; its content goes. */
async function dropOldest(trx: Knex.Transaction, kitIds: readonly string[]): Promise<void> {
  await trx.raw(
    `with ranked as (
       select kit_id, id, row_number() over (
         partition by kit_id order by (cells->'savedAt'->>1) collate "C" desc) as place
       from versions where kit_id = any(:kitIds) and cells->'body' is not null)
     update versions set cells = jsonb_set(
         versions.cells - 'body', '{del}', jsonb_build_array(true, versions.cells->'savedAt'->1))
     from ranked where ranked.place > :kept
       and versions.kit_id = ranked.kit_id and versions.id = ranked.id`,
    { kitIds: [...kitIds], kept: MAX_VERSIONS },
  )
}
