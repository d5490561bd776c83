/** One request to the server; the service worker runs it too. Every call of the API ends here. */
import type { Json } from '#shared/cells/cells.ts'

import { reportAnswer } from '../device/reportError.ts'

export interface Asked extends Omit<RequestInit, 'signal' | 'headers'> {
  headers?: Record<string, string>
  /** Covers the body too; without it `signal` alone ends the request. */
  timeoutMs?: number
  signal?: AbortSignal | undefined
  /** Whether a refusal is expected: it is not reported. */
  isQuiet?: boolean
  /** Gets the answer before its body, and gives the one to read. */
  watch?: (response: Response) => Response
}

/** An answer whose body arrived whole. */
export class Answer {
  /** HTTP status; 0 without an answer: no signal, a timeout. */
  readonly status: number
  readonly isOk: boolean
  /** Body; of a refusal without one, its status in words. */
  readonly text: string
  readonly headers: Headers
  /** Wait that the server asks for; 0 for none. */
  readonly retryAfterMs: number

  constructor({ status, statusText, ok, headers }: Response | typeof NO_RESPONSE, text: string) {
    this.status = status
    this.isOk = ok
    this.text = text || (ok ? '' : statusText)
    this.headers = headers
    this.retryAfterMs = 1_000 * (Number(headers.get('Retry-After')) || 0)
  }

  /** JSON, or empty on purpose: a captive portal answers everything with its own page. */
  get isOurs(): boolean {
    return this.status === 204 || this.json() !== undefined
  }

  /** Parsed body; undefined when it is not JSON. */
  json(): Json | undefined {
    if (!this.headers.get('Content-Type')?.includes('application/json')) return undefined
    try {
      return JSON.parse(this.text) as Json
    } catch {
      return undefined
    }
  }
}

const NO_RESPONSE = { status: 0, statusText: '', ok: false, headers: new Headers() }

/** Sends with this site's cookies, past all caches. Never throws. */
export async function request(path: string, asked: Asked): Promise<Answer> {
  const { timeoutMs, signal, isQuiet, watch, ...init } = asked
  try {
    const response = await fetch(path, {
      credentials: 'include',
      cache: 'no-store',
      ...init,
      signal: timeoutMs ? eitherSignal(AbortSignal.timeout(timeoutMs), signal) : (signal ?? null),
    })
    const answer = new Answer(response, await (watch?.(response) ?? response).text())
    if (!answer.isOk && !isQuiet)
      reportAnswer(init.method ?? 'GET', path, answer.status, answer.text)
    return answer
  } catch {
    return new Answer(NO_RESPONSE, '')
  }
}

/** Aborts when one of two does. Safari 16 has no AbortSignal.any. */
export function eitherSignal(first: AbortSignal, second: AbortSignal | undefined): AbortSignal {
  if (!second) return first
  const both = new AbortController()
  for (const one of [first, second]) {
    if (one.aborted) both.abort()
    else one.addEventListener('abort', () => both.abort(), { once: true })
  }
  return both.signal
}
