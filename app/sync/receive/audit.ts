/**
 * Reads what this device has of an account's kits, to be compared with what the server has. Loaded
 * when there is nothing else to send.
 */
import type { Digest } from '#shared/sync/audit.ts'
import type { Json } from '#shared/sync/cells.ts'
import type { EditEnv, Store, StoreTx } from '../../device/store.ts'

import { Digesting } from '#shared/sync/audit.ts'
import { isContent } from '#shared/kinds/schema.ts'
import { ownerScope } from '#shared/sync/limits.ts'
import { differedKey } from './applyAnswer.ts'
import { readCursors } from './cursors.ts'
import { healingKey } from '../../device/store.ts'

/** Rows of one transaction: what is typed meanwhile waits for no more than these. */
const AT_ONCE = 500
/** From here on reading takes a while, and is done seldom. */
const MANY_ROWS = 5_000
const SELDOM_MS = 15 * 60_000
/** What differs again right after it was healed would be healed for ever. */
const HEALED_MS = 24 * 3_600_000

interface Found {
  /** Up to where the owner's stream was read, and in which history of the server. */
  cursor: number
  gen: Json | undefined
  digest: Digest
  at: number
}

/** As long as nothing new was read, there is nothing new to be counted. */
const found = new WeakMap<Store, Map<string, Found>>()

/**
 * What this device has of an account, as of its cursor.
 * @returns null when it is not worth asking now
 */
export async function auditOf(env: EditEnv, p: string): Promise<Found | null> {
  const known = found.get(env.store) ?? new Map<string, Found>()
  found.set(env.store, known)
  const [cursor, gen] = await env.store.transact(
    async (tx) => [await cursorIn(tx, env, p), await tx.getMeta(`gen:${p}`)] as const,
  )
  if (cursor === null) return null
  const before = known.get(p)
  if (before?.cursor === cursor && before.gen === gen) return before
  const isSoon = before !== undefined && env.now() - before.at < SELDOM_MS
  if (isSoon && before.digest[0] > MANY_ROWS) return null
  const digesting = new Digesting()
  for (let after = ''; ;) {
    const from = after
    const rows = await env.store.transact((tx) => tx.someRows(p, from, AT_ONCE))
    digesting.add(rows.filter((row) => row.mine))
    const last = rows.at(-1)
    if (!last) break
    after = `${last.kind} ${last.id}`
  }
  // Something was taken over meanwhile: next time.
  if ((await env.store.transact((tx) => cursorIn(tx, env, p))) !== cursor) return null
  const now: Found = { cursor, gen, digest: digesting.digest, at: env.now() }
  known.set(p, now)
  return now
}

/** Null while what is here is known not to be all. */
async function cursorIn(tx: StoreTx, env: EditEnv, p: string): Promise<number | null> {
  const [healing, sweep, differed] = await Promise.all([
    tx.getMeta(healingKey(p)),
    tx.getMeta(`sweep:${p}`),
    tx.getMeta(differedKey(p)),
  ])
  if (healing === true || (typeof sweep === 'number' && sweep > 0)) return null
  if (typeof differed === 'number' && Math.abs(env.now() - differed) < HEALED_MS) return null
  if (await isGivenAgain(tx, p)) return null
  return (await readCursors(tx, p))[ownerScope(p)] || null
}

/** Whether a row waits that is nowhere else here: it may be one that the server is to be given again. */
async function isGivenAgain(tx: StoreTx, p: string): Promise<boolean> {
  const waiting = (await tx.allPending(p)).filter(({ kind }) => isContent(kind))
  const rows = await tx.getRows(waiting.map(({ kind, id }) => [p, kind, id]))
  return waiting.some((_row, at) => rows[at] === undefined)
}
