/** Takes the answer of a sync over into the store. */
import type { Cells } from '#shared/sync/cells.ts'
import type { Cursors, Scope } from '#shared/sync/limits.ts'
import type { PulledRow, SyncAnswer, SyncRequest } from '#shared/sync/protocol.ts'
import type { PendingRow, StoredRow } from '../../device/db.ts'
import type { Sender } from '../../device/session.ts'
import type { EditEnv, StoreTx } from '../../device/store.ts'

import { isContentCell, isRowAlive } from '#shared/sync/cells.ts'
import { ownerScope, TASK_SCOPE } from '#shared/sync/limits.ts'
import { acknowledge, applyResult, heldId, sendKitAgain } from './applyResult.ts'
import { forgetLeft, isClaimed, leaveKits, leftAfter, noteLeft } from './claims.ts'
import { OpenClock, readTick } from '../../device/clock.ts'
import { confirm, sendLater } from './confirm.ts'
import { begunKey, noteUnknown, readBegun, readCursors } from './cursors.ts'
import { claimAgain, dropClaims } from './givenClaims.ts'
import { beginHealing, endHealing } from './heal.ts'
import { tellDeleted } from './notices.ts'
import { offerBeaten, offerCovered, settleEqual } from './offers.ts'
import { readSenders } from '../../device/session.ts'
import { hearRefusals } from '../write/refusedStamps.ts'
import { healingKey } from '../../device/store.ts'

/** Longer than any wait the server names. */
const MAX_WAIT_MS = 24 * 3_600_000

/** One request on its way, and the pending rows it carries. */
export interface Outbox {
  sender: Sender
  request: SyncRequest
  sent: PendingRow[]
  /** Whether more is due than fitted in. */
  hasMore: boolean
  /** The device's own time when it was read, right or wrong. */
  sentAt: number
  /** The device's clock when it was read; see readTick(). */
  readAt: string
}

/**
 * Takes an answer over, whole or not at all: rows and cursors are stored together.
 * @returns `gone` for one that belongs to nobody any more, `again` when there is more to ask at once,
 * `typedOn` when somebody has changed something since the request was made
 */
export async function applyAnswer(
  tx: StoreTx,
  env: EditEnv,
  outbox: Outbox,
  answer: SyncAnswer,
): Promise<'gone' | 'done' | 'again' | 'typedOn'> {
  const { principal: p, epoch, node } = outbox.sender
  const senders = await readSenders(tx)
  // Somebody signed in or out while the request was under way: it belongs to nobody now.
  if (!senders.some((sender) => sender.principal === p && sender.epoch === epoch)) return 'gone'
  const isTypedOn = (await readTick(tx)) !== outbox.readAt
  const clock = await OpenClock.open(tx, node, env.now())
  clock.correct(answer.now, outbox.sentAt)
  const gen = await tx.getMeta(`gen:${p}`)
  const isOther = typeof gen === 'string' && gen !== answer.gen
  const hasLost = answer.lost === true || answer.differs === true || isOther
  // Asked of an earlier history; another answer may have told of this one before.
  const isOfEarlier = outbox.request.gen !== undefined && outbox.request.gen !== answer.gen
  const isHealing = (await tx.getMeta(healingKey(p))) === true
  if (answer.differs) await tx.putMeta(differedKey(p), env.now())
  if (answer.refusals) await hearRefusals(tx, answer.refusals)
  // A restored server may have lost what only this device still has.
  const reset = await resetsOf(tx, p, outbox.request.cursors, answer)
  if (!hasLost) await dropReset(tx, env, p, reset)
  await leaveKits(tx, p, answer.gone)
  const scope = ownerScope(p)
  const readTo = answer.cursors[scope] ?? outbox.request.cursors[scope] ?? 0
  if (hasLost) await forgetLeft(tx, p)
  else await noteLeft(tx, p, answer.gone, readTo)
  const sweep = Number(await tx.getMeta(sweepKey(p))) || 0
  const added = sweep > 0 ? await rowsNotHere(tx, p, outbox.sent) : []
  // Whatever waited long has its answer; if that is to wait on, it is shown again.
  if (outbox.sent.length > 0) await tx.deleteProblems(outbox.sent.map(heldId))
  const begunAnew = await kitsBegunAnew(tx, p, outbox.sent, answer)
  const missing = hasLost || isOfEarlier ? [] : await kitsNotThere(tx, p, answer)
  for (const [index, row] of outbox.sent.entries()) {
    const result = answer.results[index]
    // What a server that went back does not know is no reason to split anything off.
    if (!result || ((hasLost || isOfEarlier) && result.err)) continue
    // Where its claim, answered here, found nothing the id is another account’s, for good.
    const isForeign = answer.claims?.[row.kit] === 'unknown'
    if (result.err === 'not_owner' && !isForeign && (await claimAgain(tx, p, row.kit))) continue
    await applyResult(tx, env, clock, p, row, result)
  }
  // Only now: what this answer refused and another let through is not to wait as if it were new.
  const told = new Set(outbox.sent.map(({ kind, id }) => `${kind}:${id}`))
  for (const { kit, there } of begunAnew) await sendKitAgain(tx, env, p, kit, there, told)
  for (const kit of missing) await sendKitAgain(tx, env, p, kit, {})
  // The server does not read to us what we have just told it.
  for (const row of await storedOf(tx, p, added)) await tx.putRows([{ ...row, sweep }])
  const isTaken = isClaimed(tx, p)
  // A server that went back may take this account's rows for somebody's: healing asks for all of
  // them again, after it has put aside what is here.
  const rows = hasLost ? [] : answer.rows
  for (const row of rows) {
    for (const [, stamp] of Object.values(row.cells)) clock.observe(stamp)
    // Not yet said to the server; what it says is another's is read like anybody's.
    if (row.mine && (await isTaken(row.kit))) continue
    if (row.mine) await offerCovered(tx, env, p, row)
    await confirm(tx, p, row, row.cells, row.mine ? sweep : 0)
    if (row.mine) await acknowledgePulled(tx, p, row)
    if (row.kind === 'beaten') await offerBeaten(tx, env, clock, p, row)
  }
  if (rows.length + outbox.sent.length > 0) await settleEqual(tx, env, clock, p)
  await tellDeleted(tx, env, p, node, rows)
  // An answer from before a kit left may be the later one to arrive: it brings nothing back.
  await leaveKits(tx, p, await leftAfter(tx, p, readTo))
  if (answer.claims) await dropClaims(tx, env, clock, p, answer.claims)
  const cursors = await readCursors(tx, p)
  const isGap = Object.keys(cursors).some((scope) => hasGap(scope, cursors, outbox.request.cursors))
  if (hasLost) await beginHealing(tx, env, p)
  else if (!answer.more && !isGap) {
    if (isHealing) await endHealing(tx, p)
    if (sweep > 0) await endSweep(tx, p, sweep)
  }
  if (answer.hasUnknown) await noteUnknown(tx, p)
  // Another database stands behind the address: what was read before means nothing to it.
  const next = hasLost ? zeroed(cursors) : forwards(cursors, outbox.request.cursors, answer, reset)
  await tx.putMeta(`cursors:${p}`, next)
  await noteBegun(tx, p, next, answer)
  await tx.putMeta(`gen:${p}`, answer.gen)
  // What comes in several answers was read when the last of them is here.
  if (!answer.more) await tx.putMeta(`lastOk:${p}`, env.now())
  await clock.close()
  if (hasLost || answer.more) return 'again'
  if (isTypedOn) return 'typedOn'
  // What an answer itself has left to send, such as a copy of a kit.
  return (await tx.allPending(p)).some((row) => isDue(row, env.now())) ? 'again' : 'done'
}

/** A time further off than any wait was written by a clock that was wrong. */
export function isDue({ next, held }: PendingRow, now: number): boolean {
  return !held && (next <= now || next > now + MAX_WAIT_MS)
}

/**
 * The kits among the sent rows that the server had collected meanwhile and has begun anew with them,
 * and what of their own row it has. It says so, or it gives another build id than is known here. It
 * never changes one; where its first answer was lost nothing was collected, and what is sent again is
 * there already.
 */
async function kitsBegunAnew(
  tx: StoreTx,
  p: string,
  sent: readonly PendingRow[],
  { results }: SyncAnswer,
): Promise<{ kit: string; there: Cells }[]> {
  const found: { kit: string; there: Cells }[] = []
  for (const [index, { kind, id, cells }] of sent.entries()) {
    const { again, set, stale } = results[index] ?? {}
    const given = set?.['buildId'] ?? stale?.['buildId']
    const known = given ? (await tx.getRow(p, kind, id))?.cells['buildId'] : undefined
    const isOther = kind === 'kit' && given?.[0] !== known?.[0]
    if (again === 1 || isOther) found.push({ kit: id, there: { ...cells, ...stale, ...set } })
  }
  return found
}

/** Kits that an account took over, as drafts the server had once and has collected since. */
async function kitsNotThere(tx: StoreTx, p: string, { claims = {} }: SyncAnswer) {
  const unknown = Object.keys(claims).filter((kit) => claims[kit] === 'unknown')
  const rows = await tx.getRows(unknown.map((kit) => [p, 'kit', kit]))
  return unknown.filter((_, at) => rows[at]?.mine)
}

/**
 * Two answers may be taken over in the wrong order: only a reset turns a cursor back. And one that
 * continues from further on than this device has read, since it begins anew, moves nothing: what
 * lies between was not read.
 */
function forwards(
  cursors: Cursors,
  asked: Cursors,
  answer: SyncAnswer,
  reset: readonly Scope[],
): Cursors {
  const next = { ...cursors }
  // What was dropped and has no rows in this answer, as others filled it, is read from its start: an
  // answer taken over before may have moved the cursor past all of it.
  for (const scope of reset) if (scope in next) next[scope] = 0
  for (const [scope, version] of Object.entries(answer.cursors)) {
    const isReset = reset.includes(scope)
    const isBack = version < (cursors[scope] ?? 0) && !isReset
    if (!isBack && (isReset || !hasGap(scope, cursors, asked))) next[scope] = version
  }
  return next
}

/** What the server says of readings from the start goes with the cursors that were taken over. */
async function noteBegun(
  tx: StoreTx,
  p: string,
  cursors: Cursors,
  { cursors: versions, begun = {} }: SyncAnswer,
): Promise<void> {
  const before = await readBegun(tx, p)
  const isTaken = ([scope]: [string, number]) => cursors[scope] === versions[scope]
  const isGoingOn = ([scope, at]: [string, number]) => !isTaken([scope, at]) && cursors[scope] !== 0
  const next = [
    ...Object.entries(before ?? {}).filter(isGoingOn),
    ...Object.entries(begun).filter(isTaken),
  ]
  if (before || next.length > 0) await tx.putMeta(begunKey(p), Object.fromEntries(next))
}

/**
 * What is to be read again from its start. Not what another answer has read further meanwhile than
 * this one, which was written before it: all it says is known already.
 */
async function resetsOf(
  tx: StoreTx,
  p: string,
  asked: Cursors,
  { reset, cursors: versions }: SyncAnswer,
): Promise<Scope[]> {
  if (reset.length === 0) return []
  const cursors = await readCursors(tx, p)
  return reset.filter((scope) => {
    const readTo = cursors[scope] ?? 0
    return readTo <= (asked[scope] ?? 0) || readTo <= (versions[scope] ?? readTo)
  })
}

function hasGap(scope: string, cursors: Cursors, asked: Cursors): boolean {
  return (asked[scope] ?? 0) > (cursors[scope] ?? 0)
}

function zeroed(cursors: Cursors): Cursors {
  return Object.fromEntries(Object.keys(cursors).map((scope) => [scope, 0]))
}

/**
 * A scope the server can no longer continue comes again from its start; pending is not touched. The
 * owner's own may come in several answers with no signal in between: what is here stays until the
 * last of them.
 */
async function dropReset(
  tx: StoreTx,
  env: EditEnv,
  p: string,
  reset: readonly Scope[],
): Promise<void> {
  for (const scope of reset) {
    if (scope === ownerScope(p)) await tx.putMeta(sweepKey(p), env.now())
    else if (scope.startsWith('k:')) {
      const rows = await rowsOfScope(tx, p, scope.slice(2))
      await tx.deleteRows(rows.map((row) => [p, row.kind, row.id]))
    } else if (scope === TASK_SCOPE) {
      // Tasks are in no kit. Those of others come again, but for what an administrator took back.
      const tasks = (await tx.rowsOfKit(p, '')).filter((row) => row.kind === 'task' && !row.mine)
      await tx.deleteRows(tasks.map((row) => [p, row.kind, row.id]))
    }
  }
}

/** When this device and the server last turned out to differ; the audit rests for a while. */
export const differedKey = (p: string): string => `differed:${p}`

const sweepKey = (p: string): string => `sweep:${p}`

async function rowsNotHere(tx: StoreTx, p: string, sent: readonly PendingRow[]) {
  const stored = await tx.getRows(sent.map(({ kind, id }) => [p, kind, id]))
  return sent.filter((_, at) => stored[at] === undefined)
}

async function storedOf(tx: StoreTx, p: string, sent: readonly PendingRow[]): Promise<StoredRow[]> {
  const stored = await tx.getRows(sent.map(({ kind, id }) => [p, kind, id]))
  return stored.filter((row) => row !== undefined)
}

async function endSweep(tx: StoreTx, p: string, sweep: number): Promise<void> {
  const gone = (await tx.allRows(p)).filter((row) => row.mine && row.sweep !== sweep)
  for (const row of gone) await keepTypedInto(tx, row, sweep)
  await tx.deleteRows(gone.map((row) => [p, row.kind, row.id]))
  await tx.putMeta(sweepKey(p), 0)
}

/** What somebody typed into brings all of its row back, as it does where the server says it is gone. */
async function keepTypedInto(tx: StoreTx, row: StoredRow, sweep: number): Promise<void> {
  const { p, kind, id, kit } = row
  const cells = (await tx.getPending(p, kind, id))?.cells ?? {}
  if (kind === 'kit' || !isRowAlive(row.cells) || !Object.keys(cells).some(isContentCell)) return
  // Its kit is gone with it: there is nothing to go back to.
  if (kit !== '' && (await tx.getRow(p, 'kit', kit))?.sweep !== sweep) return
  await sendLater(tx, row, {})
}

/** What a kit's own stream brought: of one's own kit only what others wrote into it. */
async function rowsOfScope(tx: StoreTx, p: string, kitId: string) {
  const rows = await tx.rowsOfKit(p, kitId)
  const isOwn = rows.some((row) => row.kind === 'kit' && row.mine)
  return isOwn ? rows.filter((row) => !row.mine) : rows
}

/** What waits here with the stamp and value of a pulled cell is there: its own answer was lost. */
async function acknowledgePulled(tx: StoreTx, p: string, row: PulledRow): Promise<void> {
  const names = await acknowledge(tx, p, row, Object.keys(row.cells))
  if (names > 0) await tx.deleteProblems([heldId(row)])
}
