/** Rate limits of new rows per owner, over all routes. Excess ops wait. */
import type { Context } from 'koa'
import type { Knex } from 'knex'

import type { Op, OpResult } from '#shared/sync/protocol.ts'
import type { Principal } from '#shared/cells/limits.ts'

import { textIn } from '#shared/cells/cells.ts'
import { isStorable } from '#shared/define.ts'
import { MAX_LOG_ENTRIES } from '#shared/kinds/logEntry.ts'
import { countMisses, missesWait } from '../http/misses.ts'
import { addressOf, type RateLimits, type RateRule, type Wait, waits } from '../http/rateLimit.ts'

const MAX_KITS_A_DEVICE = 500
const MAX_KITS_AN_ACCOUNT = 20_000
const A_DAY_S = 24 * 3_600
const A_DAY_MS = A_DAY_S * 1_000
/** Per address without an account: keys are free, so they are not counted. */
const NEW_KITS: RateRule = { burst: 300, perMs: A_DAY_MS / 300 }
const NEW_TASKS: RateRule = { burst: 20, perMs: A_DAY_MS / 20 }
/** A workshop has several devices behind one address. */
const NEW_TASKS_OF_ADDRESS: RateRule = { burst: 60, perMs: A_DAY_MS / 60 }

export interface NewRowEnv {
  db: Knex
  limits: RateLimits
}

/** Counts new kits. @returns null, or the wait and its limit */
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

/** Counts one new task. @returns 0, or the seconds to wait */
export async function takeTask(
  limits: RateLimits,
  principal: Principal,
  address: string,
): Promise<number> {
  const after = await limits.tryTake(`new-tasks:${principal}`, NEW_TASKS)
  if (after > 0 || principal.startsWith('u:')) return after
  return limits.tryTake(`new-tasks:${address}`, NEW_TASKS_OF_ADDRESS)
}

/** Ops to hold, by index: they wait on the device. */
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
    // After the first refusal the rest waits too.
    after ||= await takeTask(env.limits, principal, addressOf(ctx))
    if (after > 0) held.set(index, waits({ after, why: 'tasks' }))
  }
  await holdLog(env.db, principal, ops, held)
  return held
}

/** Counts new kits, and as misses those that ask for a taken build id. */
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

/** Holds entries over the log's limit; deleted ones free their room when collected. */
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

/** Indexes of ops whose row does not exist yet. */
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
  // By primary key: otherwise every push of a new kit would scan the index of all kits.
  const isNamed = table === 'kits' ? 'kit_id = any(?)' : `kit_id = '' and id = any(?)`
  const stored: string[] = await db(table).whereRaw(isNamed, [ids]).pluck('id')
  const known = new Set(stored)
  return meant.filter((index) => !known.has(ops[index]?.id ?? ''))
}
