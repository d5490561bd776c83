/** Sends the calls that wait; the page and the service worker run the same. */
import type { Json } from '#shared/sync/cells.ts'
import type { CallRow } from '../device/db.ts'

import { db } from '../device/db.ts'
import { reportAnswer } from '../device/reportError.ts'
import { fieldOf } from '#shared/sync/cells.ts'

const TIMEOUT_MS = 15_000
const MAX_BACKOFF_MS = 5 * 60_000
const MAX_WAIT_MS = 24 * 3_600_000
/** As many as the server takes in one request (shared/analytics.ts). */
const EVENTS_AT_ONCE = 50

/** Sends what waits. Never throws: what does not pass waits on. */
export async function sendCalls(): Promise<void> {
  const calls = await db.calls.where('kind').notEqual('event').toArray()
  for (const call of calls) if (isDue(call)) await send(call)
  await sendEvents()
}

function isDue({ problem, next }: CallRow): boolean {
  const now = Date.now()
  // A time further off than any wait was written by a clock that was wrong.
  return problem === undefined && (next <= now || next > now + MAX_WAIT_MS)
}

/** What is counted goes together. What the server cannot use is not worth keeping. */
async function sendEvents(): Promise<void> {
  const calls = await takeEvents()
  const [first] = calls
  if (!first) return
  const events = calls.map(({ body }) => body)
  const answer = await post('/api/analytics', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ events }),
  })
  if (answer.ok || (answer.status >= 400 && answer.status < 500 && answer.status !== 429)) {
    return db.calls.bulkDelete(calls.map(({ id }) => id))
  }
  const next = Date.now() + waitOf(first, answer)
  await db.calls.bulkPut(calls.map((call) => ({ ...call, tries: call.tries + 1, next })))
}

/** Takes what is due, so that of a page and the worker only one counts it. */
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
    ? post('/api/auth/logout', {
        headers: { Authorization: `Bearer ${typeof body === 'string' ? body : ''}` },
      })
    : post('/api/contact', {
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': id },
        body: JSON.stringify(body),
      }))
  const isDone = answer.ok || (call.kind === 'logout' && answer.status === 401)
  if (isDone) return db.calls.delete(call.id)
  const isRefused = answer.sentence !== '' && (answer.status === 400 || answer.status === 422)
  await db.calls.update(
    id,
    isRefused
      ? { problem: answer.sentence }
      : { tries: call.tries + 1, next: Date.now() + waitOf(call, answer) },
  )
}

function waitOf({ tries }: CallRow, { retryAfterMs }: Answer): number {
  return Math.max(retryAfterMs, Math.min(MAX_BACKOFF_MS, 1_000 * 2 ** tries))
}

interface Answer {
  ok: boolean
  /** 0 for no answer of ours. */
  status: number
  sentence: string
  retryAfterMs: number
}

const NO_ANSWER: Answer = { ok: false, status: 0, sentence: '', retryAfterMs: 0 }

async function post(path: string, request: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      credentials: 'include',
      cache: 'no-store',
      ...request,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { status } = response
    const text = await response.text()
    const isOurs = response.headers.get('Content-Type')?.includes('application/json') === true
    if (!response.ok) reportAnswer('POST', path, status, text)
    // A portal answers everything with a page of its own.
    if (!isOurs && status !== 204) return NO_ANSWER
    const sentence = isOurs ? fieldOf(JSON.parse(text) as Json, 'error') : ''
    return {
      ok: response.ok,
      status,
      sentence: typeof sentence === 'string' ? sentence : '',
      retryAfterMs: 1_000 * (Number(response.headers.get('Retry-After')) || 0),
    }
  } catch {
    return NO_ANSWER
  }
}
