/** Applies a sync answer to the store. */
import type { Unstamped } from '../../device/work.ts'
import type { PulledRow, SyncAnswer, SyncRequest } from '#shared/sync/protocol.ts'
import type { PendingRow, StoredRow } from '../../device/db.ts'

import { type Cells, isContentCell, isRowAlive } from '#shared/cells/cells.ts'
import { type Cursors, ownerScope, type Scope, TASK_SCOPE } from '#shared/cells/limits.ts'
import { acknowledge, applyResult, parkedId, sendKitAgain } from './applyResult.ts'
import { claimAgain, dropClaims, forgetLeft, isClaimed } from './claims.ts'
import { leaveKits, leftAfter, noteLeft } from './claims.ts'
import { OpenClock, readTick } from '../../device/clock.ts'
import { confirm, sendLater } from './confirm.ts'
import { begunKey, noteUnknown, readBegun, readCursors } from './cursors.ts'
import { beginRecovery, endRecovery } from './recoverFromRollback.ts'
import { tellDeleted } from './notices.ts'
import { offerBeaten, offerCovered, settleEqual } from './offers.ts'
import { readSenders, type Sender } from '../../device/session.ts'
import { hearRefusals } from '../write/refusedStamps.ts'
import { deleteRows, type EditEnv, recoveryKey, rowKey, type StoreTx } from '../../device/store.ts'
import { getMeta, putMeta } from '../../device/store.ts'

/** Longer than any backoff the server sends. */
const MAX_WAIT_MS = 24 * 3_600_000

/** A request under way, and the pending rows it carries. */
export interface Outbox {
  sender: Sender
  request: SyncRequest
  sent: PendingRow[]
  /** Whether more rows are due than fit. */
  hasMore: boolean
  /** Uncorrected device clock when the outbox was read. */
  sentAt: number
  /** Device clock when the outbox was read; see readTick(). */
  readAt: string
}

/**
 * Applies an answer, all or nothing: rows and cursors are stored together.
 * @returns `gone` when the session changed meanwhile, `again` when there is more to ask at once,
 * `typedOn` when an edit was stored since the request was made
 */
export async function applyAnswer(
  tx: StoreTx,
  env: EditEnv,
  outbox: Outbox,
  answer: SyncAnswer,
): Promise<'gone' | 'done' | 'again' | 'typedOn'> {
  const { principal: p, epoch, node } = outbox.sender
  const senders = await readSenders(tx)
  // Somebody signed in or out during the request: the answer has no owner now.
  if (!senders.some((sender) => sender.principal === p && sender.epoch === epoch)) return 'gone'
  const isTypedOn = (await readTick(tx)) !== outbox.readAt
  const clock = await OpenClock.open(tx, node, env.now())
  clock.correct(answer.now, outbox.sentAt)
  const work = { tx, env, clock, p }
  const gen = await getMeta(tx, `gen:${p}`)
  const isOther = typeof gen === 'string' && gen !== answer.gen
  const hasLost = answer.lost === true || answer.differs === true || isOther
  // Asked of an earlier history; another answer may have reported the new one already.
  const isOfEarlier = outbox.request.gen !== undefined && outbox.request.gen !== answer.gen
  const isRecovering = (await getMeta(tx, recoveryKey(p))) === true
  if (answer.differs) await putMeta(tx, differedKey(p), env.now())
  if (answer.refusals) await hearRefusals(tx, answer.refusals)
  // A restored server may have lost rows only this device still has.
  const reset = await resetsOf(tx, p, outbox.request.cursors, answer)
  if (!hasLost) await dropReset(work, reset)
  await leaveKits(tx, p, answer.gone)
  const scope = ownerScope(p)
  const readTo = answer.cursors[scope] ?? outbox.request.cursors[scope] ?? 0
  if (hasLost) await forgetLeft(tx, p)
  else await noteLeft(tx, p, answer.gone, readTo)
  const sweep = Number(await getMeta(tx, sweepKey(p))) || 0
  const here = sweep > 0 ? await storedOf(tx, outbox.sent) : []
  const added = outbox.sent.filter((_, at) => sweep > 0 && here[at] === undefined)
  // A parked row that was sent has its answer; if it must wait on, it is parked again.
  if (outbox.sent.length > 0) await tx.delete('problems', outbox.sent.map(parkedId))
  const begunAnew = await kitsBegunAnew(tx, p, outbox.sent, answer)
  const missing = hasLost || isOfEarlier ? [] : await kitsNotThere(tx, p, answer)
  for (const [index, row] of outbox.sent.entries()) {
    const result = answer.results[index]
    // Errors of a server that rolled back are no reason to fork.
    if (!result || ((hasLost || isOfEarlier) && result.err)) continue
    // The claim in this answer found no draft, so the id is another account's, for good.
    const isForeign = answer.claims?.[row.kit] === 'unknown'
    if (result.err === 'not_owner' && !isForeign && (await claimAgain(tx, p, row.kit))) continue
    await applyResult(work, row, result)
  }
  // After the results: cells this answer refused and another let through must not be sent as new.
  const told = new Set(outbox.sent.map(({ kind, id }) => `${kind}:${id}`))
  for (const { kit, there } of begunAnew) await sendKitAgain(work, kit, there, told)
  for (const kit of missing) await sendKitAgain(work, kit, {})
  // Rows just sent are not echoed, so they get the sweep number here.
  for (const row of await storedOf(tx, added)) if (row) await tx.put('rows', [{ ...row, sweep }])
  const isTaken = isClaimed(tx, p)
  // A rolled-back server may call this account's rows another's: recovery sets local rows aside
  // first, and then pulls everything again.
  const rows = hasLost ? [] : answer.rows
  for (const row of rows) {
    for (const [, stamp] of Object.values(row.cells)) clock.observe(stamp)
    // The claim is not sent yet; a row the server calls another's is applied as such.
    if (row.mine && (await isTaken(row.kit))) continue
    if (row.mine) await offerCovered(work, row)
    await confirm(tx, p, row, row.cells, row.mine ? sweep : 0)
    if (row.mine) await acknowledgePulled(tx, p, row)
    if (row.kind === 'beaten') await offerBeaten(work, row)
  }
  if (rows.length + outbox.sent.length > 0) await settleEqual(work)
  await tellDeleted(work, node, rows)
  // An answer from before the kit left may arrive after it: it must not bring rows back.
  await leaveKits(tx, p, await leftAfter(tx, p, readTo))
  if (answer.claims) await dropClaims(work, answer.claims)
  const cursors = await readCursors(tx, p)
  const isGap = Object.keys(cursors).some((scope) => hasGap(scope, cursors, outbox.request.cursors))
  if (hasLost) await beginRecovery(work)
  else if (!answer.more && !isGap) {
    if (isRecovering) await endRecovery(tx, p)
    if (sweep > 0) await endSweep(tx, p, sweep)
  }
  if (answer.hasUnknown) await noteUnknown(tx, p)
  // A different database answered: old cursors mean nothing to it.
  const next = hasLost ? zeroed(cursors) : forwards(cursors, outbox.request.cursors, answer, reset)
  await putMeta(tx, `cursors:${p}`, next)
  await noteBegun(tx, p, next, answer)
  await putMeta(tx, `gen:${p}`, answer.gen)
  // A pull in several answers is complete with the last one.
  if (!answer.more) await putMeta(tx, `lastOk:${p}`, env.now())
  await clock.close()
  if (hasLost || answer.more) return 'again'
  if (isTypedOn) return 'typedOn'
  // Rows the answer itself queued, such as a copy of a kit.
  return (await tx.range('pending', p)).some((row) => isDue(row, env.now())) ? 'again' : 'done'
}

/** `next` beyond the longest backoff was written by a wrong device clock. */
export function isDue({ next, held }: PendingRow, now: number): boolean {
  return !held && (next <= now || next > now + MAX_WAIT_MS)
}

/**
 * Kits among the sent rows that the server had collected and re-created from them, with the cells
 * it has of the kit row. The server says so with `again`, or returns another build id than is known
 * here: it never changes one, and a resend after a lost answer finds the row in place.
 */
async function kitsBegunAnew(
  tx: StoreTx,
  principal: string,
  sent: readonly PendingRow[],
  { results }: SyncAnswer,
): Promise<{ kit: string; there: Cells }[]> {
  const found: { kit: string; there: Cells }[] = []
  for (const [index, { kind, id, cells }] of sent.entries()) {
    const { again, set, stale } = results[index] ?? {}
    const given = set?.['buildId'] ?? stale?.['buildId']
    const known = given
      ? (await tx.get('rows', [principal, kind, id]))?.cells['buildId']
      : undefined
    const isOther = kind === 'kit' && given?.[0] !== known?.[0]
    if (again === 1 || isOther) found.push({ kit: id, there: { ...cells, ...stale, ...set } })
  }
  return found
}

/** Kits an account claimed whose drafts the server has collected since. */
async function kitsNotThere(tx: StoreTx, principal: string, { claims = {} }: SyncAnswer) {
  const unknown = Object.keys(claims).filter((kit) => claims[kit] === 'unknown')
  const rows = await tx.many(
    'rows',
    unknown.map((kit) => [principal, 'kit', kit]),
  )
  return unknown.filter((_, at) => rows[at]?.mine)
}

/**
 * Advances cursors. Answers may be applied out of order: only a reset moves a cursor back, and an
 * answer that starts beyond the current cursor moves nothing, because the rows between were not
 * read.
 */
function forwards(
  cursors: Cursors,
  asked: Cursors,
  answer: SyncAnswer,
  reset: readonly Scope[],
): Cursors {
  const next = { ...cursors }
  // A dropped scope without rows in this answer is re-read from the start: an earlier answer may
  // have moved the cursor past all of them.
  for (const scope of reset) if (scope in next) next[scope] = 0
  for (const [scope, version] of Object.entries(answer.cursors)) {
    const isReset = reset.includes(scope)
    const isBack = version < (cursors[scope] ?? 0) && !isReset
    if (!isBack && (isReset || !hasGap(scope, cursors, asked))) next[scope] = version
  }
  return next
}

/** Stores the server's marks of unfinished re-reads whose cursors were applied. */
async function noteBegun(
  tx: StoreTx,
  principal: string,
  cursors: Cursors,
  { cursors: versions, begun = {} }: SyncAnswer,
): Promise<void> {
  const before = await readBegun(tx, principal)
  const isTaken = ([scope]: [string, number]) => cursors[scope] === versions[scope]
  const isGoingOn = ([scope, at]: [string, number]) => !isTaken([scope, at]) && cursors[scope] !== 0
  const next = [
    ...Object.entries(before ?? {}).filter(isGoingOn),
    ...Object.entries(begun).filter(isTaken),
  ]
  if (before || next.length > 0) await putMeta(tx, begunKey(principal), Object.fromEntries(next))
}

/** Scopes to re-read from the start, except those a later answer has already read further. */
async function resetsOf(
  tx: StoreTx,
  principal: string,
  asked: Cursors,
  { reset, cursors: versions }: SyncAnswer,
): Promise<Scope[]> {
  if (reset.length === 0) return []
  const cursors = await readCursors(tx, principal)
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
 * Drops a scope the server can no longer continue; pending rows stay. The owner's scope may take
 * several answers, with no signal in between: its rows stay until the last one.
 */
async function dropReset(work: Unstamped, reset: readonly Scope[]): Promise<void> {
  const { tx, env, p: principal } = work
  for (const scope of reset) {
    if (scope === ownerScope(principal)) await putMeta(tx, sweepKey(principal), env.now())
    else if (scope.startsWith('k:')) {
      await deleteRows(tx, 'rows', await rowsOfScope(tx, principal, scope.slice(2)))
    } else if (scope === TASK_SCOPE) {
      // Tasks belong to no kit. Others' come again, except any an administrator removed.
      const alone = await tx.range('rows', principal, { kit: '' })
      const tasks = alone.filter((row) => row.kind === 'task' && !row.mine)
      await deleteRows(tx, 'rows', tasks)
    }
  }
}

/** When this device and the server last differed; pauses the audit for a while. */
export const differedKey = (principal: string): string => `differed:${principal}`

const sweepKey = (principal: string): string => `sweep:${principal}`

/** Confirmed rows of the sent ones, in their order. */
const storedOf = (tx: StoreTx, sent: readonly PendingRow[]) => tx.many('rows', sent.map(rowKey))

async function endSweep(tx: StoreTx, principal: string, sweep: number): Promise<void> {
  const gone = (await tx.range('rows', principal)).filter((row) => row.mine && row.sweep !== sweep)
  for (const row of gone) await keepTypedInto(tx, row, sweep)
  await deleteRows(tx, 'rows', gone)
  await putMeta(tx, sweepKey(principal), 0)
}

/** An edited row is queued whole again, as when the server answers `gone`. */
async function keepTypedInto(tx: StoreTx, row: StoredRow, sweep: number): Promise<void> {
  const { p, kind, id, kit } = row
  const cells = (await tx.get('pending', [p, kind, id]))?.cells ?? {}
  if (kind === 'kit' || !isRowAlive(row.cells) || !Object.keys(cells).some(isContentCell)) return
  // Its kit is gone too: there is nothing to return to.
  if (kit !== '' && (await tx.get('rows', [p, 'kit', kit]))?.sweep !== sweep) return
  await sendLater(tx, row, {})
}

/** Rows pulled through a kit's own stream: for an own kit only others' rows. */
async function rowsOfScope(tx: StoreTx, principal: string, kitId: string) {
  const rows = await tx.range('rows', principal, { kit: kitId })
  const isOwn = rows.some((row) => row.kind === 'kit' && row.mine)
  return isOwn ? rows.filter((row) => !row.mine) : rows
}

/** A pending cell pulled with the same stamp and value has arrived: its answer was lost. */
async function acknowledgePulled(tx: StoreTx, principal: string, row: PulledRow): Promise<void> {
  const names = await acknowledge(tx, principal, row, Object.keys(row.cells))
  if (names > 0) await tx.delete('problems', [parkedId(row)])
}
