/** Resolves links that were shared before the server had their kit. */
import type { Knex } from 'knex'

import { createHash } from 'node:crypto'

import { boundName, bytesToMark, markOfHash, type BoundName } from '#shared/cells/boundLink.ts'

export function markOf(kitId: string): string {
  return markOfHash(createHash('sha256').update(bytesToMark(kitId)).digest())
}

/** The kit that has this build id, or asked for it and got another, if its id gives the mark. */
export async function findBoundKit(db: Knex, bound: BoundName): Promise<string | null> {
  const names = [bound.buildId, boundName(bound.buildId, bound.mark)]
  const rows: { kit_id: string }[] = await db('build_ids')
    .whereRaw('build_id = any(?)', [names])
    .select('kit_id')
  return rows.find((row) => markOf(row.kit_id) === bound.mark)?.kit_id ?? null
}
