/** For tests: the server's side of the API, at the boundary where the page would reach it. */
import { vi } from 'vitest'

export interface Call {
  method: string
  path: string
  body: unknown
  headers: Record<string, string>
  /** Ends the call early. */
  signal: AbortSignal | null
}

export type Answer = (call: Call) => Response | Promise<Response>

/** Keys are "GET /api/auth/user", or end in "*". What has no key gets no answer, as without signal. */
export function stubApi(answers: Record<string, Answer>): Call[] {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET'
    const key = `${method} ${path}`
    const answer =
      answers[key] ??
      Object.entries(answers).find(
        ([name]) => name.endsWith('*') && key.startsWith(name.slice(0, -1)),
      )?.[1]
    if (!answer) throw new TypeError('No network in this test')
    const call: Call = {
      method,
      path,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      headers: { ...(init.headers as Record<string, string>) },
      signal: init.signal ?? null,
    }
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

export const done = () => new Response(null, { status: 204 })

export const DANA = {
  id: 'oG3J-0POSHGaTUtY5l3kiA',
  username: 'dana_k',
  email: 'dana.k@example.com',
  emailVerified: true,
  isAdmin: false,
  deletionRequestedAt: null,
}
