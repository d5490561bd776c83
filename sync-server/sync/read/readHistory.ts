/** History of a kit: its older versions, and the kit it was copied from. */
import type { Knex } from 'knex'

import type { Cell } from '#shared/cells/cells.ts'

import { isId } from '#shared/ids.ts'
import { MAX_ANSWER_BYTES } from '#shared/cells/limits.ts'
import { isListed, publicKit, readKit, type StoredKit } from './readKit.ts'

export interface VersionContent {
  id: string
  /** JSON of a `VersionBody`, with its stamp. */
  body: Cell
}

/**
 * Content of versions of a kit, newest first; at least one, and as many as fit an answer. Missing
 * ones have to be asked for again, or are gone.
 */
export async function readVersions(
  db: Knex,
  kitId: string,
  ids: readonly string[],
): Promise<VersionContent[]> {
  const { rows } = await db.raw<{ rows: { id: string; body: string; stamp: string }[] }>(
    // As text: a megabyte of JSON within JSON is slow to parse, and passed on unread.
    `select id, cells->'body'->>0 as body, cells->'body'->>1 as stamp from (
       select id, cells, saved, sum(size) over (order by saved desc, id) - size as above from (
         select id, cells, (cells->'savedAt'->>1) collate "C" as saved,
           octet_length(cells->'body'->>0) as size
         from versions
         where kit_id = :kitId and id = any(:ids) and cells->'body' is not null) as asked) as summed
     where above = 0 or above + octet_length(cells->'body'->>0) <= :most
     order by saved desc, id`,
    { kitId, ids: [...ids], most: MAX_ANSWER_BYTES },
  )
  return rows.map(({ id, body, stamp }) => ({ id, body: [body, stamp] }))
}

export interface Original {
  kitId: string
  buildId: string
  name: string
  /** The owner's username; null for a deleted account. */
  author: string | null
}

/**
 * The kit another was copied from, for readers of the copy: only a listed one. The link of an
 * unlisted kit is its owner's to share.
 */
export async function readOriginal(db: Knex, copy: StoredKit): Promise<Original | null> {
  const kitId = originOf(copy)
  const stored = kitId === null ? null : await readKit(db, { kitId })
  const kit = stored && isListed(stored) ? publicKit(stored) : null
  if (!stored || !kit) return null
  return { kitId: kit.id, buildId: kit.buildId, name: kit.name, author: stored.author }
}

function originOf({ cells }: StoredKit): string | null {
  const fork = cells['fork']?.[0]
  const from = typeof fork === 'object' && fork !== null && 'from' in fork ? fork['from'] : null
  return isId(from) ? from : null
}
