/**
 * How much an address, a device and an account may store in a day: in bytes, and a row costs what it
 * takes with its indexes, so that rows are counted as well. What is over waits on the device.
 */
import type { Context } from 'koa'
import type { Knex } from 'knex'

import type { Op, OpResult } from '#shared/sync/protocol.ts'
import type { Principal } from '#shared/sync/limits.ts'
import type { RateLimits, RateRule, Wait } from '../http/rateLimit.ts'

import { ruleOf } from '#shared/kinds/schema.ts'
import { addressOf, waits } from '../http/rateLimit.ts'
import { TABLES } from './tables.ts'

const A_DAY_MS = 24 * 3_600_000
const MB = 1_000_000
/** Of a new row: its ids, its owner and its places in four indexes. Measured by `bench -- storage`. */
export const ROW_COST = 640
/**
 * Of a row that is there: PostgreSQL writes all of it anew, with its places in indexes, the latest
 * versions of its kit and its owner, and what was there before goes when it is cleaned up.
 */
const CHANGE_COST = 320
/** Kinds whose rows change. */
const REWRITTEN = ['kit', 'line', 'step', 'task', 'log'] as const
/** A device and an account may have so much of what their address may. */
const DEVICE_SHARE = 0.25

/** Half at once, and as much again in the course of a day: together what the setting says. */
function ruleAndCost(bytesADay: number, bytes: number): [RateRule, number] {
  const burst = bytesADay / 2
  return [{ burst, perMs: A_DAY_MS / burst }, Math.min(bytes, burst)]
}

export interface StorageEnv {
  db: Knex
  limits: RateLimits
  env: { STORE_MB_PER_DAY: number }
}

/**
 * Counts bytes that are about to be stored; what is more than a whole budget takes all of it, or it
 * would wait for ever. @returns null, or how long they have to wait and for what
 */
export async function takeStorage(
  { limits, env }: StorageEnv,
  ctx: Context,
  principal: Principal,
  bytes: number,
): Promise<Wait | null> {
  const most = env.STORE_MB_PER_DAY * MB
  if (most === 0 || bytes === 0) return null
  const isAccount = principal.startsWith('u:')
  const own = isAccount ? most : most * DEVICE_SHARE
  // The address first: with nothing left, a key that was made up for this leaves nothing behind.
  const ofAddress = [`stored:${addressOf(ctx)}`, ...ruleAndCost(most, bytes)] as const
  const after = await limits.tryTake(...ofAddress)
  if (after > 0) return { after, why: 'address_bytes' }
  const ownAfter = await limits.tryTake(`stored:${principal}`, ...ruleAndCost(own, bytes))
  if (ownAfter === 0) return null
  await limits.giveBack(...ofAddress)
  return { after: ownAfter, why: isAccount ? 'account_bytes' : 'device_bytes' }
}

/** What ops add to the database by themselves, bytes. */
export function costOf(ops: readonly Op[]): number {
  return ops.reduce((sum, op) => {
    const { inKit, required } = ruleOf(op.kind)
    const isNew = inKit ? op.kit !== null : required.every((name) => op.cells[name])
    const cells = Buffer.byteLength(JSON.stringify(op.cells))
    return sum + (isNew ? ROW_COST : CHANGE_COST) + cells
  }, 0)
}

/**
 * What ops cost beside that for rows that are there: each is written as a whole, however little of it
 * changes, and values of another device that the sender has not read are kept as rows of their own.
 */
async function rewriteCost(
  db: Knex,
  principal: Principal,
  ops: readonly Op[],
  ownerCursor: number,
): Promise<number> {
  const cellsById = new Map(ops.map(({ id, cells }) => [id, Object.keys(cells).length]))
  const costs = await Promise.all(
    REWRITTEN.map(async (kind) => {
      const ids = ops.filter((op) => op.kind === kind).map(({ id }) => id)
      if (ids.length === 0) return 0
      // As it is stored, perhaps compressed: nothing is unpacked for this.
      const rows: { id: string; bytes: number; owner_ver: string }[] = await db(TABLES[kind])
        .whereRaw(kind === 'kit' ? 'kit_id = any(?)' : 'id = any(?)', [ids])
        .where({ owner: principal })
        .select('id', 'owner_ver', db.raw('pg_column_size(cells) as bytes'))
      return rows.reduce((sum, { id, bytes, owner_ver: version }) => {
        const isUnread = kind !== 'task' && Number(version) > ownerCursor
        return sum + bytes + (isUnread ? ROW_COST * (cellsById.get(id) ?? 0) : 0)
      }, 0)
    }),
  )
  return costs.reduce((sum, cost) => sum + cost, 0)
}

async function fullCost(
  db: Knex,
  principal: Principal,
  ops: readonly Op[],
  ownerCursor: number,
): Promise<number> {
  return costOf(ops) + (await rewriteCost(db, principal, ops, ownerCursor))
}

/** Counts a kit of which one value is about to be written. @returns as takeStorage() */
export async function takeRewrite(
  env: StorageEnv,
  ctx: Context,
  principal: Principal,
  kitId: string,
): Promise<Wait | null> {
  const ops = [{ kind: 'kit' as const, id: kitId, kit: null, cells: {} }]
  return takeStorage(env, ctx, principal, await fullCost(env.db, principal, ops, Infinity))
}

/** All ops of a batch that is more than may be stored today, by their index: they wait, together. */
export async function holdOverQuota(
  env: StorageEnv,
  ctx: Context,
  principal: Principal,
  { ops, ownerCursor }: { ops: readonly Op[]; ownerCursor: number },
): Promise<Map<number, OpResult>> {
  if (ops.length === 0 || env.env.STORE_MB_PER_DAY === 0) return new Map()
  const cost = await fullCost(env.db, principal, ops, ownerCursor)
  const wait = await takeStorage(env, ctx, principal, cost)
  return new Map(wait ? ops.map((_op, index) => [index, waits(wait)]) : [])
}
