/** Sends queued calls; the page and the service worker run the same code. */
import { type CallRow, db } from '../device/db.ts'
import { backoffMs } from '../device/delay.ts'
import { fieldOf, type Json } from '#shared/cells/cells.ts'
import { type Answer, request } from './request.ts'

const TIMEOUT_MS = 15_000
const MAX_WAIT_MS = 24 * 3_600_000
/** Server's limit per request (shared/analytics.ts). */
const EVENTS_AT_ONCE = 50

/** Sends queued calls. Never throws: a call that fails stays queued. */
export async function sendCalls(): Promise<void> {
  const calls = await db.calls.where('kind').notEqual('event').toArray()
  for (const call of calls) if (isDue(call)) await send(call)
  await sendEvents()
}

function isDue({ problem, next }: CallRow): boolean {
  const now = Date.now()
  // `next` beyond the longest wait was written by a wrong device clock.
  return problem === undefined && (next <= now || next > now + MAX_WAIT_MS)
}

/** Events go out in one batch. One the server refuses is dropped. */
async function sendEvents(): Promise<void> {
  const calls = await takeEvents()
  const [first] = calls
  if (!first) return
  const events = calls.map(({ body }) => body)
  const answer = await post('/api/analytics', { events })
  const { status } = answer
  if (isGood(answer) || (answer.isOurs && status >= 400 && status < 500 && status !== 429)) {
    return db.calls.bulkDelete(calls.map(({ id }) => id))
  }
  const next = Date.now() + waitOf(first, answer)
  await db.calls.bulkPut(calls.map((call) => ({ ...call, tries: call.tries + 1, next })))
}

/** Claims due events in a transaction, so the page and the worker never count one twice. */
function takeEvents(): Promise<CallRow[]> {
  return db.transaction('rw', db.calls, async () => {
    const events = await db.calls.where('kind').equals('event').sortBy('at')
    const due = events.filter(isDue).slice(0, EVENTS_AT_ONCE)
    const next = Date.now() + 2 * TIMEOUT_MS
    await db.calls.bulkPut(due.map((call) => ({ ...call, next })))
    return due
  })
}

async function send(call: CallRow): Promise<void> {
  const { id, kind, body } = call
  const answer = await (kind === 'logout'
    ? post('/api/auth/logout', undefined, {
        Authorization: `Bearer ${typeof body === 'string' ? body : ''}`,
      })
    : post('/api/contact', body, { 'Idempotency-Key': id }))
  const isOver = kind === 'logout' && answer.isOurs && answer.status === 401
  if (isGood(answer) || isOver) return db.calls.delete(id)
  const sentence = fieldOf(answer.json(), 'error')
  const isRefused = answer.status === 400 || answer.status === 422
  await db.calls.update(
    id,
    isRefused && typeof sentence === 'string'
      ? { problem: sentence }
      : { tries: call.tries + 1, next: Date.now() + waitOf(call, answer) },
  )
}

/** A portal's or proxy's wait does not count. */
function waitOf({ tries }: CallRow, { isOurs, retryAfterMs }: Answer): number {
  return Math.max(isOurs ? retryAfterMs : 0, backoffMs(tries))
}

const isGood = ({ isOk, isOurs }: Answer) => isOk && isOurs

function post(path: string, body?: Json, headers: Record<string, string> = {}): Promise<Answer> {
  const json = { headers: { 'Content-Type': 'application/json', ...headers } }
  return request(path, {
    method: 'POST',
    timeoutMs: TIMEOUT_MS,
    ...(body === undefined ? { headers } : { ...json, body: JSON.stringify(body) }),
  })
}
