/** How much an owner may begin: operations are counted, whichever way they come. What is over waits. */
import type { Context } from 'koa'
import type { Knex } from 'knex'

import type { Op, OpResult } from '#shared/sync/protocol.ts'
import type { Principal } from '#shared/sync/limits.ts'
import type { RateLimits, RateRule, Wait } from '../http/rateLimit.ts'

import { textIn } from '#shared/sync/cells.ts'
import { isStorable } from '#shared/kinds/define.ts'
import { MAX_LOG_ENTRIES } from '#shared/kinds/logEntry.ts'
import { countMisses, missesWait } from '../http/misses.ts'
import { addressOf, waits } from '../http/rateLimit.ts'

const MAX_KITS_A_DEVICE = 500
const MAX_KITS_AN_ACCOUNT = 20_000
const A_DAY_S = 24 * 3_600
const A_DAY_MS = A_DAY_S * 1_000
/** Without an account, from one address: a key costs nothing, so keys are not what is counted. */
const NEW_KITS: RateRule = { burst: 300, perMs: A_DAY_MS / 300 }
const NEW_TASKS: RateRule = { burst: 20, perMs: A_DAY_MS / 20 }

export interface NewRowEnv {
  db: Knex
  limits: RateLimits
}

/** Counts kits that are about to begin. @returns null, or how long they have to wait and for what */
export async function takeKits(
  { db, limits }: NewRowEnv,
  principal: Principal,
  address: string,
  count: number,
): Promise<Wait | null> {
  const isAccount = principal.startsWith('u:')
  const max = isAccount ? MAX_KITS_AN_ACCOUNT : MAX_KITS_A_DEVICE
  const held: { count?: string | number } | undefined = await db('kits')
    .where('owner', principal)
    .count({ count: '*' })
    .first()
  if (Number(held?.count ?? 0) + count > max) return { after: A_DAY_S, why: 'kits_full' }
  const after = isAccount ? 0 : await limits.tryTake(`new-kits:${address}`, NEW_KITS, count)
  return after > 0 ? { after, why: 'kits' } : null
}

/** Counts one task that is about to begin. @returns 0, or the seconds after which it may */
export function takeTask(limits: RateLimits, principal: Principal): Promise<number> {
  return limits.tryTake(`new-tasks:${principal}`, NEW_TASKS)
}

/** Which ops of a batch have to wait, by their index: they are kept by the device, not lost. */
export async function holdNewRows(
  env: NewRowEnv,
  ctx: Context,
  principal: Principal,
  ops: readonly Op[],
): Promise<Map<number, OpResult>> {
  const held = new Map<number, OpResult>()
  const kits = await newOps(env.db, 'kits', ops, (op) => op.kind === 'kit' && !!op.cells['buildId'])
  const wait = await waitOfKits(env, ctx, principal, ops, kits)
  if (wait) for (const index of kits) held.set(index, waits(wait))
  let after = 0
  for (const index of await newOps(env.db, 'tasks', ops, (op) => op.kind === 'task')) {
    // Once they have to wait, all that follow do.
    after ||= await takeTask(env.limits, principal)
    if (after > 0) held.set(index, waits({ after, why: 'tasks' }))
  }
  await holdLog(env.db, principal, ops, held)
  return held
}

/** New kits are counted, and as misses those that ask for a build id of another kit. */
async function waitOfKits(
  env: NewRowEnv,
  ctx: Context,
  principal: Principal,
  ops: readonly Op[],
  kits: readonly number[],
): Promise<Wait | null> {
  if (kits.length === 0) return null
  const after = await missesWait(env.limits, ctx)
  if (after > 0) return { after, why: 'misses' }
  const wanted = kits.map((index) => textIn(ops[index]?.cells ?? {}, 'buildId')).filter(isStorable)
  const taken: { kit_id: string }[] = await env
    .db('build_ids')
    .whereRaw('build_id = any(?)', [wanted])
    .select('kit_id')
  const own = new Set(kits.map((index) => ops[index]?.id))
  const foreign = taken.filter((row) => !own.has(row.kit_id)).length
  const missed = await countMisses(env.limits, ctx, foreign)
  if (missed > 0) return { after: missed, why: 'misses' }
  return takeKits(env, principal, addressOf(ctx), kits.length)
}

/** An owner's log is full at some time; what is taken out of it makes room after its time. */
async function holdLog(
  db: Knex,
  owner: Principal,
  ops: readonly Op[],
  held: Map<number, OpResult>,
): Promise<void> {
  const entries = await newOps(db, 'log_entries', ops, (op) => op.kind === 'log')
  if (entries.length === 0) return
  const stored = await db('log_entries').where({ owner }).count<{ count: string }>().first()
  const room = MAX_LOG_ENTRIES - Number(stored?.count ?? 0)
  const full = waits({ after: A_DAY_S, why: 'log_full' })
  for (const index of entries.slice(Math.max(0, room))) held.set(index, full)
}

/** The indexes of ops whose row is not there yet. */
async function newOps(
  db: Knex,
  table: 'kits' | 'tasks' | 'log_entries',
  ops: readonly Op[],
  isMeant: (op: Op) => boolean,
): Promise<number[]> {
  const meant = [...ops.keys()].filter((index) => {
    const op = ops[index]
    return op !== undefined && isMeant(op)
  })
  if (meant.length === 0) return []
  const ids = meant.map((index) => ops[index]?.id ?? '')
  // By the primary key, or every push of a new kit would read the index of all kits.
  const isNamed = table === 'kits' ? 'kit_id = any(?)' : `kit_id = '' and id = any(?)`
  const stored: string[] = await db(table).whereRaw(isNamed, [ids]).pluck('id')
  const known = new Set(stored)
  return meant.filter((index) => !known.has(ops[index]?.id ?? ''))
}
