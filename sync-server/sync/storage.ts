/**
 * How much an address, a device and an account may store in a day: in bytes, and a row costs what it
 * takes with its indexes, so that rows are counted as well. What is over waits on the device.
 */
import type { Context } from 'koa'

import type { Op, OpResult } from '#shared/protocol.ts'
import type { Principal } from '#shared/limits.ts'
import type { RateLimits, RateRule } from '../http/rateLimit.ts'

import { ruleOf } from '#shared/schema.ts'
import { addressOf } from '../http/rateLimit.ts'

const A_DAY_MS = 24 * 3_600_000
const MB = 1_000_000
/** Of a new row: its ids, its owner and its places in four indexes. Measured by `bench -- storage`. */
export const ROW_COST = 640
/** Of a row that is there: its place in the journal until it is cleaned up. */
const CHANGE_COST = 64
/** A device and an account may have so much of what their address may. */
const DEVICE_SHARE = 0.25

/** Half at once, and as much again in the course of a day: together what the setting says. */
const ruleFor = (bytesADay: number): RateRule => ({
  burst: bytesADay / 2,
  perMs: A_DAY_MS / (bytesADay / 2),
})

export interface StorageEnv {
  limits: RateLimits
  env: { STORE_MB_PER_DAY: number }
}

/** Counts bytes that are about to be stored. @returns 0, or the seconds after which they may be */
export async function takeStorage(
  { limits, env }: StorageEnv,
  ctx: Context,
  principal: Principal,
  bytes: number,
): Promise<number> {
  const most = env.STORE_MB_PER_DAY * MB
  if (most === 0 || bytes === 0) return 0
  const own = principal.startsWith('u:') ? most : most * DEVICE_SHARE
  const wait = await limits.tryTake(`stored:${principal}`, ruleFor(own), bytes)
  return wait || limits.tryTake(`stored:${addressOf(ctx)}`, ruleFor(most), bytes)
}

/** What ops may add to the database at most, bytes. */
export function costOf(ops: readonly Op[]): number {
  return ops.reduce((sum, op) => {
    const { inKit, required } = ruleOf(op.kind)
    const isNew = inKit ? op.kit !== null : required.every((name) => op.cells[name])
    const cells = Buffer.byteLength(JSON.stringify(op.cells))
    return sum + (isNew ? ROW_COST : CHANGE_COST) + cells
  }, 0)
}

/** All ops of a batch that is more than may be stored today, by their index: they wait, together. */
export async function holdOverQuota(
  env: StorageEnv,
  ctx: Context,
  principal: Principal,
  ops: readonly Op[],
): Promise<Map<number, OpResult>> {
  const after = await takeStorage(env, ctx, principal, costOf(ops))
  return new Map(after > 0 ? ops.map((_op, index) => [index, { err: 'retry', after }]) : [])
}
