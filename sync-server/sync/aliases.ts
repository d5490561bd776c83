/**
 * What strangers read names no device. A stamp ends in the name of the installation that gave it:
 * under one name everywhere, it would link the kits that somebody made without an account.
 */
import { createHmac } from 'node:crypto'
import type { Knex } from 'knex'

import type { Alias } from '#shared/sync/cells.ts'

import { readState } from './serverNode.ts'

const MAX_KEPT = 10_000

/** The names that devices have in each kit, for as long as this database lives. */
export async function readAliases(db: Knex): Promise<Alias> {
  const secret = await readState(db, 'alias')
  const kept = new Map<string, string>()
  return (node, kit) => {
    const key = `${kit} ${node}`
    const known = kept.get(key)
    if (known) return known
    const hash = createHmac('sha256', secret).update(key).digest('base64url').slice(0, 8)
    // In front the smallest digit: of one moment's stamps one's own comes after all aliases.
    const alias = `-${hash}`
    if (kept.size >= MAX_KEPT) kept.clear()
    kept.set(key, alias)
    return alias
  }
}
