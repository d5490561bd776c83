/**
 * Aliases of devices for strangers. A stamp ends in its device's node name; the same name
 * everywhere would link the kits of one person without an account.
 */
import { createHmac } from 'node:crypto'
import type { Knex } from 'knex'

import type { Alias } from '#shared/cells/cells.ts'

import { readState } from './serverNode.ts'

const MAX_KEPT = 10_000

/** Node aliases per kit, stable for the life of this database. */
export async function readAliases(db: Knex): Promise<Alias> {
  const secret = await readState(db, 'alias')
  const kept = new Map<string, string>()
  return (node, kit) => {
    const key = `${kit} ${node}`
    const known = kept.get(key)
    if (known) return known
    const hash = createHmac('sha256', secret).update(key).digest('base64url').slice(0, 8)
    // The smallest digit first: at equal times a reader's own stamp sorts after all aliases.
    const alias = `-${hash}`
    if (kept.size >= MAX_KEPT) kept.clear()
    kept.set(key, alias)
    return alias
  }
}
