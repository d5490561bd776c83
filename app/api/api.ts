/** Calls of the REST API: the bearer token where there is one, JSON both ways. */
import type { Json } from '#shared/sync/cells.ts'

import { signedIn } from '../device/device.ts'
import { reportAnswer } from '../device/reportError.ts'
import { fieldOf } from '#shared/sync/cells.ts'
import { languageTag } from '#shared/words/words.ts'

const TIMEOUT_MS = 15_000

/**
 * A call that failed. `message` is "{status}: {body}" as the specification has it; screens show
 * `sentence`, which is for people.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  /** HTTP status; 0 when there was no answer of ours: no signal, a time-out, a portal's page. */
  readonly status: number
  /** Machine code of shared/problem.ts, '' when the answer had none. */
  readonly code: string
  /** The field that is to blame, where one is. */
  readonly field: string | undefined
  /** The server's words for people, '' when there are none. */
  readonly sentence: string
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined

  constructor(status: number, text: string, answer: Json | undefined, retryAfter?: number) {
    super(`${status}: ${text}`)
    this.status = status
    this.code = textOf(answer, 'code')
    this.field = textOf(answer, 'field') || undefined
    this.sentence = textOf(answer, 'error')
    this.retryAfter = retryAfter
  }
}

function textOf(answer: Json | undefined, name: string): string {
  const value = fieldOf(answer, name)
  return typeof value === 'string' ? value : ''
}

/**
 * Calls the API and returns the parsed answer; null for an empty one.
 * @param onHeaders is given the headers of a good answer
 * @param signal ends the call; what it ends with is a failure like any other
 * @throws ApiError for every failure, also without a network
 */
export async function callApi(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: Json,
  headers: Record<string, string> = {},
  onHeaders?: (headers: Headers) => void,
  signal?: AbortSignal,
): Promise<Json> {
  const token = localStorage.getItem('authToken')
  const shown = signedIn()
  // Another account signed in in another tab: what this page shows is not its.
  if (token && shown && shown.token !== token) throw new ApiError(0, 'signed in anew', undefined)
  let response: Response
  let text: string
  try {
    response = await fetch(path, {
      method,
      credentials: 'include',
      cache: 'no-store',
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        'Accept-Language': languageTag(),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: either(AbortSignal.timeout(TIMEOUT_MS), signal),
    })
    text = await response.text()
  } catch {
    throw new ApiError(0, 'no answer', undefined)
  }
  const answer = parse(response, text)
  if (!response.ok) {
    const retryAfter = Number(response.headers.get('Retry-After')) || undefined
    const { status, statusText } = response
    reportAnswer(method, path, status, text || statusText)
    throw new ApiError(status, text || statusText, answer, retryAfter)
  }
  // A page of a portal with status 200 is no answer.
  if (text !== '' && answer === undefined) throw new ApiError(0, 'not an answer of ours', undefined)
  onHeaders?.(response.headers)
  return answer ?? null
}

/** Safari 16 has no AbortSignal.any. */
function either(timeout: AbortSignal, signal: AbortSignal | undefined): AbortSignal {
  if (!signal) return timeout
  const both = new AbortController()
  for (const one of [timeout, signal]) {
    if (one.aborted) both.abort()
    else one.addEventListener('abort', () => both.abort(), { once: true })
  }
  return both.signal
}

function parse(response: Response, text: string): Json | undefined {
  if (!response.headers.get('Content-Type')?.includes('application/json')) return undefined
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
