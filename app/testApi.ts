/**
 * Test helper: fake API at the fetch boundary. An answer whose shape the server was never recorded
 * to give fails the test.
 */
import { afterEach, expect, vi } from 'vitest'

import type { Json } from '#shared/cells/cells.ts'

import { driftOf } from './testRecorded.ts'

export interface Call {
  method: string
  path: string
  body: unknown
  headers: Record<string, string>
  /** Aborts the call. */
  signal: AbortSignal | null
}

export type Answer = (call: Call) => Response | Promise<Response>

/** Answers of other server versions, exempt from the check. */
const others = new WeakSet<Response>()
let drifts: string[] = []

afterEach(() => {
  const found = [...new Set(drifts)]
  drifts = []
  expect(found, 'answers that the server does not give; see app/testRecorded.ts').toEqual([])
})

/** Answers every call, and records drift from the server's answers. */
export function stubFetch(answer: Answer): void {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET'
    const response = await answer({
      method,
      path,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      headers: { ...(init.headers as Record<string, string>) },
      signal: init.signal ?? null,
    })
    const answered = others.has(response) ? undefined : await jsonOf(response)
    const drift = answered !== undefined && driftOf(`${method} ${path}`, response.status, answered)
    if (drift) drifts.push(drift)
    return response
  })
}

/** Undefined for non-JSON, or truncated JSON. */
async function jsonOf(response: Response): Promise<Json | undefined> {
  if (!response.headers.get('Content-Type')?.startsWith('application/json')) return undefined
  const text = await response.clone().text()
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** Keys are "GET /api/auth/user", or end in "*". Other calls fail as if offline. */
export function stubApi(answers: Record<string, Answer>): Call[] {
  const calls: Call[] = []
  stubFetch((call) => {
    const key = `${call.method} ${call.path}`
    const answer =
      answers[key] ??
      Object.entries(answers).find(
        ([name]) => name.endsWith('*') && key.startsWith(name.slice(0, -1)),
      )?.[1]
    if (!answer) throw new TypeError('No network in this test')
    calls.push(call)
    return answer(call)
  })
  return calls
}

export function json(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  const type = { 'Content-Type': 'application/json; charset=utf-8' }
  return new Response(JSON.stringify(body), { status, headers: { ...type, ...headers } })
}

/** Marks an answer of another server version, or a broken one. */
export function fromAnother(response: Response): Response {
  others.add(response)
  return response
}

/** A 500 answer. */
export const broken = () => json(500, { error: 'That went wrong.', code: 'unexpected' })

export const done = () => new Response(null, { status: 204 })

export const DANA = {
  id: 'oG3J-0POSHGaTUtY5l3kiA',
  username: 'dana_k',
  email: 'dana.k@example.com',
  emailVerified: true,
  isAdmin: false,
  role: null,
  deletionRequestedAt: null,
}
