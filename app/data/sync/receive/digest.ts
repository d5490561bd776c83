/** Digest of an account's confirmed rows for the audit. Loaded when there is nothing to send. */
import type { Json } from '#shared/cells/cells.ts'

import { type Digest, Digesting } from '#shared/sync/digest.ts'
import { isContent } from '#shared/kinds/schema.ts'
import { ownerScope } from '#shared/cells/limits.ts'
import { differedKey } from './applyAnswer.ts'
import { readCursors } from './cursors.ts'
import { type EditEnv, recoveryKey, type Store, type StoreTx, getMeta } from '../../device/store.ts'

/** Rows per transaction: an edit waits for no more than these. */
const AT_ONCE = 500
/** Above this, reading takes a while and is throttled. */
const MANY_ROWS = 5_000
const SELDOM_MS = 15 * 60_000
/** A difference that survives a recovery would trigger recoveries forever. */
const HEALED_MS = 24 * 3_600_000

interface Found {
  /** Cursor of the owner's scope, and the server history it belongs to. */
  cursor: number
  gen: Json | undefined
  digest: Digest
  at: number
}

/** Cached: without a new pull the digest is the same. */
const found = new WeakMap<Store, Map<string, Found>>()

/**
 * Digest of an account on this device, as of its cursor.
 * @returns null when an audit is not worthwhile now
 */
export async function digestOf(env: EditEnv, principal: string): Promise<Found | null> {
  const known = found.get(env.store) ?? new Map<string, Found>()
  found.set(env.store, known)
  const [cursor, gen] = await env.store.transact(
    async (tx) =>
      [await cursorIn(tx, env, principal), await getMeta(tx, `gen:${principal}`)] as const,
  )
  if (cursor === null) return null
  const before = known.get(principal)
  if (before?.cursor === cursor && before.gen === gen) return before
  const isSoon = before !== undefined && env.now() - before.at < SELDOM_MS
  if (isSoon && before.digest[0] > MANY_ROWS) return null
  const digesting = new Digesting()
  for (let after = ''; ;) {
    const from = after
    const rows = await env.store.transact((tx) =>
      tx.range('rows', principal, { after: from, limit: AT_ONCE }),
    )
    digesting.add(rows.filter((row) => row.mine))
    const last = rows.at(-1)
    if (!last) break
    after = `${last.kind} ${last.id}`
  }
  // An answer was applied meanwhile: next time.
  if ((await env.store.transact((tx) => cursorIn(tx, env, principal))) !== cursor) return null
  const now: Found = { cursor, gen, digest: digesting.digest, at: env.now() }
  known.set(principal, now)
  return now
}

/** Null while rows are known to be missing. */
async function cursorIn(tx: StoreTx, env: EditEnv, principal: string): Promise<number | null> {
  const [healing, sweep, differed] = await Promise.all([
    getMeta(tx, recoveryKey(principal)),
    getMeta(tx, `sweep:${principal}`),
    getMeta(tx, differedKey(principal)),
  ])
  if (healing === true || (typeof sweep === 'number' && sweep > 0)) return null
  if (typeof differed === 'number' && Math.abs(env.now() - differed) < HEALED_MS) return null
  if (await isGivenAgain(tx, principal)) return null
  return (await readCursors(tx, principal))[ownerScope(principal)] || null
}

/** Whether a pending row has no confirmed one: it may be queued for a resend. */
async function isGivenAgain(tx: StoreTx, principal: string): Promise<boolean> {
  const waiting = (await tx.range('pending', principal)).filter(({ kind }) => isContent(kind))
  const rows = await tx.many(
    'rows',
    waiting.map(({ kind, id }) => [principal, kind, id]),
  )
  return waiting.some((_row, at) => rows[at] === undefined)
}
