/** THE write path: every op of a device or a REST route goes through here. */
import type { Knex } from 'knex'
import type { Logger } from 'pino'

import type { Op, OpResult } from '#shared/sync/protocol.ts'
import type { Principal } from '#shared/cells/limits.ts'
import type { Live } from './live.ts'

import { kitIdOf, ofKind, ruleOf } from '#shared/kinds/schema.ts'
import { createHash } from 'node:crypto'

import { isKitAlive, textIn } from '#shared/cells/cells.ts'
import { decide, inOrder, rowKey } from '#shared/sync/decide.ts'
import { type Heard, noteRefusals, type Refusals, refusedFrom } from '#shared/sync/refusals.ts'
import { base64url, newBuildId, type RandomBytes } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { taskKey } from '#shared/kinds/task.ts'
import { takenAway, type TakenAway } from '../accounts/sessions.ts'
import { isAway } from '../db/isAway.ts'
import { tellOfComments } from '../notices/kitNotices.ts'
import { approvePopular } from './globalTasks.ts'
import {
  keepRefusals,
  loadWorld,
  lockOwners,
  startOver,
  storeWorld,
  TakenMeanwhile,
  WRITE_LIMITS,
} from './world.ts'

/** Dependencies of the write path. */
export interface ApplyEnv {
  db: Knex
  log: Logger
  now: () => number
  random: RandomBytes
  /** The server's node name in stamps. */
  serverNode: string
  /** Pokes waiting devices. */
  live: Live
}

export interface Batch {
  principal: Principal
  /** Author of the account's comments; null for a device. */
  name: string | null
  ops: readonly Op[]
  /** Version up to which the device has read its owner's stream. */
  ownerCursor: number
  /** For devices that count refusals; REST has stamps of the server's own. */
  heard?: Heard | undefined
}

export interface Applied {
  results: OpResult[]
  /** Rows (`rowKey`) the sender has as stored, with the version it wrote. */
  known: Map<string, number>
  /** Owner's version, if only the sender wrote since `ownerCursor`: it has everything up to it. */
  readTo?: number
  /** Count of clock refusals, which the sender has to learn. */
  refusals?: number
}

const RETRY_AFTER_SECONDS = 30
const TRIES = 3

/**
 * Applies ops in one transaction. If it fails other than by a collision, each kit is retried on its
 * own, so that one bad kit refuses only itself.
 * @returns one result per op, in the order of the ops. Never throws for what a client can send.
 */
export async function applyOps(env: ApplyEnv, batch: Batch): Promise<Applied> {
  if (batch.ops.length === 0) return { results: [], known: new Map() }
  try {
    return await retried(env, batch)
  } catch (error) {
    if (isConnectionError(error) || error instanceof Problem) throw error
    env.log.error({ err: error }, 'a batch failed as a whole, trying kit by kit')
    return byKit(env, batch)
  }
}

/** applyOps() within the caller's transaction, which has locked the owner. */
export async function applyInTransaction(
  trx: Knex.Transaction,
  env: ApplyEnv,
  batch: Batch,
  refusals: Refusals = [],
): Promise<Applied> {
  await requireOpenAccount(trx, batch.principal)
  const world = await loadWorld(trx, batch.ops, batch.principal)
  const deciding = {
    now: env.now(),
    serverNode: env.serverNode,
    drawBuildId: () => newBuildId(env.random),
    beatenId,
  }
  const { principal, name, ownerCursor, heard } = batch
  const actor = { principal, name, ownerCursor, refusedFrom: refusedFrom(refusals, heard) }
  const deleted = [...world.rows.values()].filter(
    (row) => row.kind === 'kit' && !isKitAlive(row.cells),
  )
  const results: OpResult[] = Array.from({ length: batch.ops.length }, () => ({ err: 'retry' }))
  for (const index of inOrder(batch.ops)) {
    const op = batch.ops[index]
    if (op) results[index] = decide(world, op, actor, deciding)
  }
  const noted = heard && noteRefusals(refusals, heard, deciding.now, results)
  if (noted) await keepRefusals(trx, principal, noted.refusals)
  const version = await storeWorld(trx, env, world, batch.principal)
  const newTasks = ofKind(world.changed, 'task')
  if (newTasks.length > 0 && batch.principal.startsWith('u:')) {
    const names = newTasks.map((row) => taskKey(textIn(row.cells, 'name')))
    await approvePopular(trx, env, names)
  }
  // A new row has no version yet.
  const comments = ofKind(world.changed, 'comment').filter((row) => row.ownerVersion === 0)
  await tellOfComments(trx, env.now(), world, comments)
  const restored = deleted.filter((row) => isKitAlive(row.cells))
  await startOver(
    trx,
    restored.map((row) => row.id),
  )
  const known = new Map<string, number>()
  for (const row of world.changed) {
    if (row.ownerVersion <= batch.ownerCursor) known.set(rowKey(row.kind, row.id), version)
  }
  const isAlone = version === batch.ownerCursor + 1
  return {
    results,
    known,
    ...(isAlone && { readTo: version }),
    ...(noted?.count && { refusals: noted.count }),
  }
}

/**
 * Refuses writes of an account deleted or suspended while the request waited for its lock: the
 * token was checked before. Throws 401.
 */
export async function requireOpenAccount(
  trx: Knex.Transaction,
  principal: Principal,
): Promise<void> {
  if (!principal.startsWith('u:')) return
  const account: TakenAway | undefined = await trx('users')
    .where('id', principal.slice(2))
    .first('deleted_at', 'suspended_at')
  if (!account || account.deleted_at || account.suspended_at) throw takenAway(account)
}

/**
 * Runs `work` in a transaction with a push's timeouts; up to 3 retries after a collision.
 * @param principals owners of the rows it may write; their other writers wait
 * @param work gets the refusals of the last of them
 */
export async function inWriteTransaction<T>(
  db: Knex,
  principals: readonly Principal[],
  work: (trx: Knex.Transaction, refusals: Refusals) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(async (trx) => {
        if (principals.length === 0) await trx.raw(`select ${WRITE_LIMITS}`)
        return work(trx, await lockOwners(trx, principals))
      })
    } catch (error) {
      if (attempt === TRIES || !isCollision(error)) throw error
    }
  }
}

async function retried(env: ApplyEnv, batch: Batch): Promise<Applied> {
  try {
    return await inWriteTransaction(env.db, [batch.principal], (trx, refusals) =>
      applyInTransaction(trx, env, batch, refusals),
    )
  } catch (error) {
    if (!isCollision(error)) throw error
    return { results: batch.ops.map(() => retryLater()), known: new Map() }
  }
}

async function byKit(env: ApplyEnv, batch: Batch): Promise<Applied> {
  const kitOf = await kitsOfRows(env.db, batch.ops)
  const groups = new Map<string, number[]>()
  batch.ops.forEach((op, index) => {
    const key = kitIdOf(op) || (kitOf.get(op.id) ?? op.id)
    groups.set(key, [...(groups.get(key) ?? []), index])
  })
  const results: OpResult[] = batch.ops.map(() => retryLater())
  const known = new Map<string, number>()
  let refusals: number | undefined
  for (const indexes of groups.values()) {
    const ops = indexes.map((index) => batch.ops[index]).filter((op) => op !== undefined)
    try {
      const applied = await retried(env, { ...batch, ops })
      indexes.forEach((index, at) => (results[index] = applied.results[at] ?? retryLater()))
      for (const [key, version] of applied.known) known.set(key, version)
      refusals ??= applied.refusals
    } catch (error) {
      if (isConnectionError(error)) throw error
      env.log.error({ err: error, kinds: ops.map((op) => op.kind) }, 'a kit could not be stored')
    }
  }
  return { results, known, ...(refusals !== undefined && { refusals }) }
}

async function kitsOfRows(db: Knex, ops: readonly Op[]): Promise<Map<string, string>> {
  const ids = ops.filter((op) => ruleOf(op.kind).inKit).map((op) => op.id)
  if (ids.length === 0) return new Map()
  const { rows } = await db.raw<{ rows: { id: string; kit_id: string }[] }>(
    `select id, kit_id from lines where id = any(:ids)
     union all select id, kit_id from steps where id = any(:ids)
     union all select id, kit_id from versions where id = any(:ids)
     union all select id, kit_id from comments where id = any(:ids)`,
    { ids },
  )
  return new Map(rows.map((row) => [row.id, row.kit_id]))
}

const retryLater = (): OpResult => ({ err: 'retry', after: RETRY_AFTER_SECONDS })

/** Deterministic: repeated deliveries of the winner give the same id. */
export function beatenId(rowId: string, cell: string, stamp: string): string {
  const digest = createHash('sha256').update(`${rowId} ${cell} ${stamp}`).digest()
  return base64url(digest.subarray(0, 16))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Serialization failure, deadlock, lock timeout, or a row another transaction took first. */
function isCollision(error: unknown): boolean {
  return error instanceof TakenMeanwhile || ['40001', '40P01', '55P03'].includes(codeOf(error))
}

/**
 * The database is away: the whole request fails, not an op. A statement timeout or a lack of room
 * may be one op's fault, so its kits are retried one by one.
 */
function isConnectionError(error: unknown): boolean {
  return isAway(error) && !/^(53[^3]|57014|40)/.test(codeOf(error))
}
