/**
 * Pushes pending rows and pulls changes in one round trip. The page and the service worker run this
 * same function; two runs at once are harmless, only wasteful.
 */
import type { Digest } from '#shared/sync/digest.ts'
import type { Op, OpResult, SyncAnswer } from '#shared/sync/protocol.ts'
import type { Kind } from '#shared/kinds/schema.ts'
import type { Net } from '../../api/net.ts'
import type { PendingRow } from '../../device/db.ts'
import type { Sender } from '../../device/session.ts'
import type { SessionEnd } from '../../device/sessionEnd.ts'
import { type EditEnv, type StoreTx, getMeta } from '../../device/store.ts'

import {
  MAX_CELLS,
  MAX_CLAIMED_KITS,
  MAX_CLAIMS,
  MAX_OPS,
  ownerScope,
} from '#shared/cells/limits.ts'
import { MAX_QUEUE_AGE_S, MIN_QUEUE_AGE_S } from '#shared/cells/limits.ts'
import { applyAnswer, isDue, type Outbox } from '../receive/applyAnswer.ts'
import { postpone, refuseRow } from '../receive/applyResult.ts'
import { openBuffer } from '../../device/layerTx.ts'
import { readClaims } from '../receive/claims.ts'
import { readTick } from '../../device/clock.ts'
import { readRefusals } from '../write/refusedStamps.ts'
import { readBegun, readCursors, readLeftOut } from '../receive/cursors.ts'
import { currentPrincipal, putSession, readSenders, readSession } from '../../device/session.ts'

export type FlushResult =
  /** `isLeft`: edits arrived meanwhile; they go out with the debounce, not at once. */
  | { kind: 'done'; isLeft?: true }
  | { kind: 'failed'; retryAfterMs?: number; isSilent?: true }
  | { kind: 'unauthorized'; ended?: SessionEnd }
  | { kind: 'outdated' }

/** Send order of kinds: parents before rows that need them. */
const SEND_ORDER: readonly Kind[] = ['kit', 'line', 'step', 'version', 'comment', 'task', 'log']
/** Leaves room in the 512 KiB request for envelope and stamps. */
const MAX_SEND_BYTES = 400 * 1024
/** More rounds than any honest exchange needs; ends an endless disagreement. */
const MAX_ROUNDS = 200
/** More bad rows in one flush point to the server, not the rows. */
const MAX_PARKED = 3
const encoder = new TextEncoder()

/** From here on, rows are read and written in batches. */
const MANY_ROWS = 200

export interface FlushLimits {
  maxBytes?: number
  maxOps?: number
  /** Called with the rows pulled so far when a pull takes several answers. */
  onRows?: (count: number) => void
  /** Row count from which an answer is applied in batches. */
  manyRows?: number
  /** Digest of an account's rows, audited by the server when there is nothing to send. */
  audit?: (principal: string) => Promise<{ cursor: number; digest: Digest } | null>
}

/**
 * Pushes and pulls until nothing more can be sent now, for the signed-in account and for the device
 * itself.
 * @param limits `maxBytes` bounds one request, for a send while the page is closing
 */
export async function flush(
  env: EditEnv,
  net: Net,
  limits: FlushLimits = {},
): Promise<FlushResult> {
  const { senders, isExpired } = await env.store.transact(async (tx) => {
    const all = await readSenders(tx)
    const { account } = await readSession(tx)
    const shown = await currentPrincipal(tx)
    const withWork = await Promise.all(
      all.map(async ({ principal }) => (await tx.range('pending', principal)).length > 0),
    )
    // Nobody shows the device's own scope while an account is signed in.
    const senders = all.filter(({ principal }, at) => principal === shown || withWork[at])
    return { senders, isExpired: account?.isExpired === true }
  })
  let worst: FlushResult = isExpired ? { kind: 'unauthorized' } : { kind: 'done' }
  for (const sender of senders) {
    const result = await flushFor(env, net, sender, limits)
    if (result.kind === 'unauthorized') await expire(env, sender, result.ended)
    if (result.kind === 'outdated') return result
    const isLeft = 'isLeft' in worst && result.kind === 'done'
    if (result.kind === 'failed' || (worst.kind === 'done' && !isLeft)) worst = result
  }
  return worst
}

/** The server revoked the token: edits stay here until the next login. */
async function expire(env: EditEnv, sender: Sender, ended?: SessionEnd): Promise<void> {
  await env.store.transact(async (tx) => {
    const session = await readSession(tx)
    const isSame =
      'token' in sender.credential && session.account?.token === sender.credential.token
    if (!isSame || !session.account) return
    const account = { ...session.account, isExpired: true, ...(ended && { ended }) }
    await putSession(tx, { ...session, account })
  })
}

async function flushFor(
  env: EditEnv,
  net: Net,
  sender: Sender,
  limits: FlushLimits,
): Promise<FlushResult> {
  let maxOps = limits.maxOps ?? MAX_OPS
  let parked = 0
  let isProbed = false
  let rows = 0
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const outbox = await env.store.transact((tx) =>
      readOutbox(tx, env, sender, maxOps, limits.maxBytes ?? MAX_SEND_BYTES),
    )
    if (round === 0 && outbox.sent.length === 0) await addAudit(outbox, limits)
    const result = await net.sync(outbox.request, sender)
    if (result.kind === 'unauthorized' || result.kind === 'outdated') return result
    if (result.kind === 'failed') return result
    if (result.kind !== 'answer') {
      // A server that fails on an empty request fails on all of them: no op is to blame.
      const isDoubtful = result.kind === 'tooLarge' && outbox.sent.length === 1
      if ((result.kind === 'fault' || isDoubtful) && !isProbed) {
        isProbed = true
        if (outbox.sent.length === 0 || !(await isAnswering(net, outbox))) return { kind: 'failed' }
        // The obstacle may be gone since: the row is refused when it is too large again.
        if (isDoubtful) continue
      }
      if (outbox.sent.length > 1) {
        maxOps = Math.ceil(outbox.sent.length / 2)
        continue
      }
      const [only] = outbox.sent
      if (!only || ++parked > MAX_PARKED) return { kind: 'failed' }
      await env.store.transact((tx) => {
        const work = { tx, env, p: sender.principal }
        return result.kind === 'fault'
          ? postpone(work, only, 0)
          : refuseRow(work, only, result.kind)
      })
      maxOps = limits.maxOps ?? MAX_OPS
      continue
    }
    const outcome = await takeOver(env, outbox, result.answer, limits.manyRows ?? MANY_ROWS)
    rows += result.answer.rows.length
    if (result.answer.more) limits.onRows?.(rows)
    if (outcome === 'gone') return { kind: 'done' }
    const isStuck = outbox.sent.length > 0 && result.answer.results.every(isLater)
    if (isStuck) return { kind: 'done' }
    if (outcome === 'again' || outbox.hasMore) continue
    return outcome === 'typedOn' ? { kind: 'done', isLeft: true } : { kind: 'done' }
  }
  return { kind: 'done' }
}

async function addAudit({ request }: Outbox, { audit }: FlushLimits): Promise<void> {
  const { principal, claims = [], cursors } = request
  if (!audit || claims.length > 0 || !principal.startsWith('u:')) return
  // A failed digest must not block the sync.
  const found = await audit(principal).catch(() => null)
  if (found && found.cursor === cursors[ownerScope(principal)]) request.audit = found.digest
}

/** Applies an answer in one transaction; a large one in batches. */
async function takeOver(
  env: EditEnv,
  outbox: Outbox,
  answer: SyncAnswer,
  manyRows: number,
): ReturnType<typeof applyAnswer> {
  return env.store.transact(async (tx) => {
    if (answer.rows.length < manyRows) return applyAnswer(tx, env, outbox, answer)
    const buffered = await openBuffer(tx, outbox.sender.principal, answer.rows)
    const outcome = await applyAnswer(buffered, env, outbox, answer)
    await buffered.close()
    return outcome
  })
}

async function isAnswering(net: Net, { request, sender }: Outbox): Promise<boolean> {
  return (await net.sync({ ...request, claims: [], ops: [] }, sender)).kind === 'answer'
}

const isRemoval = ({ kind, cells }: PendingRow): boolean =>
  kind !== 'kit' && cells['del']?.[0] === true

const isLater = (result: OpResult): boolean => result.err === 'retry'

/** Whether any pending row exists, due or not. */
export async function hasPending(env: EditEnv): Promise<boolean> {
  return env.store.transact(async (tx) => {
    for (const { principal } of await readSenders(tx)) {
      if ((await tx.range('pending', principal)).length > 0) return true
    }
    return false
  })
}

/** Age of the oldest sent row in seconds; 0 when short, or when the clock was changed. */
function queueAge(sent: readonly PendingRow[], now: number): number {
  const age = Math.floor((now - Math.min(...sent.map((row) => row.at))) / 1_000)
  return age >= MIN_QUEUE_AGE_S && age <= MAX_QUEUE_AGE_S ? age : 0
}

async function readOutbox(
  tx: StoreTx,
  env: EditEnv,
  sender: Sender,
  maxOps: number,
  maxBytes: number,
): Promise<Outbox> {
  const principal = sender.principal
  const claims = await readClaims(tx, principal)
  const sentClaims = claims
    .slice(0, MAX_CLAIMS)
    .map((claim) => ({ ...claim, kits: claim.kits.slice(0, MAX_CLAIMED_KITS) }))
  const claimed = new Set(sentClaims.flatMap((claim) => claim.kits))
  // Sent before its claim, a kit would come back as somebody else's.
  const unclaimed = new Set(
    claims.flatMap((claim) => claim.kits).filter((kitId) => !claimed.has(kitId)),
  )
  // Blind cells must not overwrite server values that nobody here has read: pull first.
  const isRead = (await getMeta(tx, `lastOk:${principal}`)) !== undefined
  const due = (await tx.range('pending', principal)).filter(
    (row) => isDue(row, env.now()) && !unclaimed.has(row.kit) && (isRead || !row.blind?.length),
  )
  // Deletions first: they make room in a full kit.
  due.sort(
    (a, b) =>
      SEND_ORDER.indexOf(a.kind) - SEND_ORDER.indexOf(b.kind) ||
      Number(isRemoval(b)) - Number(isRemoval(a)) ||
      a.at - b.at,
  )
  const sent: PendingRow[] = []
  const ops: Op[] = []
  let cells = 0
  let bytes = 0
  for (const row of due) {
    const count = Object.keys(row.cells).length
    const size = encoder.encode(JSON.stringify(row.cells)).length + 60
    const isFull = sent.length >= maxOps || cells + count > MAX_CELLS || bytes + size > maxBytes
    if (isFull && sent.length > 0) break
    const isNew =
      row.kind !== 'kit' && row.kit !== '' && !(await tx.get('rows', [principal, row.kind, row.id]))
    sent.push(row)
    ops.push({ kind: row.kind, id: row.id, kit: isNew ? row.kit : null, cells: row.cells })
    cells += count
    bytes += size
  }
  await readLeftOut(tx, principal)
  const cursors = await readCursors(tx, principal)
  const age = queueAge(sent, env.now())
  const readAt = await readTick(tx)
  const gen = await getMeta(tx, `gen:${principal}`)
  const begun = await readBegun(tx, principal)
  const history = typeof gen === 'string' && cursors[ownerScope(principal)] ? { gen } : {}
  const refusals = ops.length > 0 ? { refusals: await readRefusals(tx) } : {}
  const request = {
    principal,
    node: sender.node,
    claims: sentClaims,
    ops,
    cursors,
    age,
    ...history,
    ...refusals,
    ...(begun ? { begun } : {}),
  }
  const hasMore = sent.length < due.length || unclaimed.size > 0
  return { sender, request, sent, readAt, sentAt: env.now(), hasMore }
}
