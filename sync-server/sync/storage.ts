/**
 * Daily storage quota per address, device and account, in bytes. A row costs its size with indexes,
 * so that many small rows count too. Excess ops wait on the device.
 */
import type { Context } from 'koa'
import type { Knex } from 'knex'

import type { Op, OpResult } from '#shared/sync/protocol.ts'
import type { Principal } from '#shared/cells/limits.ts'

import { ruleOf, ALL_KINDS, ofKind } from '#shared/kinds/schema.ts'
import { addressOf, type RateLimits, type RateRule, type Wait, waits } from '../http/rateLimit.ts'
import { TABLES } from './read/tables.ts'

const A_DAY_MS = 24 * 3_600_000
const MB = 1_000_000
/** Overhead of a new row: ids, owner and four index entries. Measured by `bench -- storage`. */
export const ROW_COST = 640
/**
 * Overhead of a changed row: PostgreSQL writes a new tuple with index entries, and new versions of
 * its kit and owner; vacuum reclaims the old one later.
 */
const CHANGE_COST = 320
/** Kinds that cost a rewrite: those a device without an account writes. */
const REWRITTEN = ALL_KINDS.filter((kind) => ruleOf(kind).writers === 'owner')
/** A device's share of its address's quota. */
const DEVICE_SHARE = 0.25

/** Half as a burst, half refilled over the day: together the setting. */
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
 * Counts bytes about to be stored; a cost above the whole budget takes all of it, or it would wait
 * for ever. @returns null, or the wait and its limit
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
  // The address first: once it is used up, a made-up key leaves no counter behind.
  const ofAddress = [`stored:${addressOf(ctx)}`, ...ruleAndCost(most, bytes)] as const
  const after = await limits.tryTake(...ofAddress)
  if (after > 0) return { after, why: 'address_bytes' }
  const ownAfter = await limits.tryTake(`stored:${principal}`, ...ruleAndCost(own, bytes))
  if (ownAfter === 0) return null
  await limits.giveBack(...ofAddress)
  return { after: ownAfter, why: isAccount ? 'account_bytes' : 'device_bytes' }
}

/** Stored bytes of the ops themselves. */
export function costOf(ops: readonly Op[]): number {
  return ops.reduce((sum, op) => {
    const { inKit, required } = ruleOf(op.kind)
    const isNew = inKit ? op.kit !== null : required.every((name) => op.cells[name])
    const cells = Buffer.byteLength(JSON.stringify(op.cells))
    return sum + (isNew ? ROW_COST : CHANGE_COST) + cells
  }, 0)
}

/**
 * Further cost of ops on existing rows: each row is rewritten whole, however little changes, and
 * another device's unread values are kept as beaten rows.
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
      const ids = ofKind(ops, kind).map(({ id }) => id)
      if (ids.length === 0) return 0
      // Stored size, perhaps compressed: nothing is unpacked.
      const rows: { id: string; bytes: number; owner_ver: string }[] = await db(TABLES[kind])
        .whereRaw(kind === 'kit' ? 'kit_id = any(?)' : 'id = any(?)', [ids])
        .where({ owner: principal })
        .select('id', 'owner_ver', db.raw('pg_column_size(cells) as bytes'))
      return rows.reduce((sum, { id, bytes, owner_ver: version }) => {
        const isUnread = !ruleOf(kind).insertOnce && Number(version) > ownerCursor
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

/** Counts a kit about to be rewritten for one cell. @returns as takeStorage() */
export async function takeRewrite(
  env: StorageEnv,
  ctx: Context,
  principal: Principal,
  kitId: string,
): Promise<Wait | null> {
  const ops = [{ kind: 'kit' as const, id: kitId, kit: null, cells: {} }]
  return takeStorage(env, ctx, principal, await fullCost(env.db, principal, ops, Infinity))
}

/** All ops of a batch over the quota, by index: they wait together. */
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
