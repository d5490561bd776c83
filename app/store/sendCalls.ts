/** Sends the calls that wait; the page and the service worker run the same. */
import type { Json } from '#shared/cells.ts'
import type { CallRow } from './db.ts'

import { fieldOf } from './builds.ts'
import { db } from './db.ts'

const TIMEOUT_MS = 15_000
const MAX_BACKOFF_MS = 5 * 60_000
const MAX_WAIT_MS = 24 * 3_600_000

/** Sends what waits. Never throws: what does not pass waits on. */
export async function sendCalls(): Promise<void> {
  const now = Date.now()
  for (const call of await db.calls.toArray()) {
    // A time further off than any wait was written by a clock that was wrong.
    const isDue = call.next <= now || call.next > now + MAX_WAIT_MS
    if (call.problem === undefined && isDue) await send(call)
  }
}

async function send(call: CallRow): Promise<void> {
  const answer = await post(call)
  const isDone = answer.ok || (call.kind === 'logout' && answer.status === 401)
  if (isDone) return db.calls.delete(call.id)
  const isRefused = answer.sentence !== '' && (answer.status === 400 || answer.status === 422)
  const wait = Math.max(answer.retryAfterMs, Math.min(MAX_BACKOFF_MS, 1_000 * 2 ** call.tries))
  await db.calls.update(
    call.id,
    isRefused ? { problem: answer.sentence } : { tries: call.tries + 1, next: Date.now() + wait },
  )
}

interface Answer {
  ok: boolean
  /** 0 for no answer of ours. */
  status: number
  sentence: string
  retryAfterMs: number
}

const NO_ANSWER: Answer = { ok: false, status: 0, sentence: '', retryAfterMs: 0 }

async function post({ id, kind, body }: CallRow): Promise<Answer> {
  const isLogout = kind === 'logout'
  try {
    const response = await fetch(isLogout ? '/api/auth/logout' : '/api/contact', {
      method: 'POST',
      credentials: 'include',
      cache: 'no-store',
      headers: isLogout
        ? { Authorization: `Bearer ${typeof body === 'string' ? body : ''}` }
        : { 'Content-Type': 'application/json', 'Idempotency-Key': id },
      ...(isLogout ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { status } = response
    const text = await response.text()
    const isOurs = response.headers.get('Content-Type')?.includes('application/json') === true
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
