/** REST calls: bearer token when signed in, JSON both ways. */
import type * as z from 'zod/mini'

import { signedIn } from '../device/device.ts'
import { reportAnswer } from '../device/reportError.ts'
import { fieldOf, type Json } from '#shared/cells/cells.ts'
import { languageTag, later, say } from '#shared/words/words.ts'
import { type Answer, type Asked, eitherSignal, request } from './request.ts'

const TIMEOUT_MS = 15_000
const FILE_TIMEOUT_MS = 60_000
/** The server allows a minute for an upload and then needs a few seconds to read it. */
const UPLOAD_TIMEOUT_MS = 75_000
const LATE = later(
  'The file did not arrive within a minute. Send it in parts, or from a faster line.',
)

/** A failed call. `message` is "{status}: {body}" (specification); screens show `sentence`. */
export class ApiError extends Error {
  override name = 'ApiError'
  /** HTTP status; 0 without an answer of our server: no signal, a timeout, a captive portal. */
  readonly status: number
  /** Machine code from shared/problem.ts, '' when the answer had none. */
  readonly code: string
  /** Field to blame, if any. */
  readonly field: string | undefined
  /** Server's words for people, '' when there are none. */
  readonly sentence: string
  /** Seconds before a retry makes sense. */
  readonly retryAfter: number | undefined
  /** Whole answer as parsed. */
  readonly answer: Json | undefined

  constructor(status: number, text: string, answer: Json | undefined, retryAfter?: number) {
    super(`${status}: ${text}`)
    this.status = status
    this.code = textOf(answer, 'code')
    this.field = textOf(answer, 'field') || undefined
    this.sentence = textOf(answer, 'error')
    this.retryAfter = retryAfter
    this.answer = answer
  }
}

type Prove = (refusal: ApiError, path: string) => Promise<Record<string, string>>
let prove: Prove | null = null

/**
 * Sets who is asked for a proof when the server answers 403 and wants one.
 * @param how gives the headers to repeat the call with, or throws the call's error
 */
export function proveBy(how: Prove | null): void {
  prove = how
}

function textOf(answer: Json | undefined, name: string): string {
  const value = fieldOf(answer, name)
  return typeof value === 'string' ? value : ''
}

/**
 * Calls the API and returns the parsed answer; null for an empty one.
 * @param body becomes JSON
 * @param onHeaders gets the headers of a good answer
 * @param signal aborts the call, which then fails like any other
 * @throws ApiError for every failure, also without a network
 */
export async function callApi(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  onHeaders?: (headers: Headers) => void,
  signal?: AbortSignal,
): Promise<Json> {
  const typed = { 'Content-Type': 'application/json', ...headers }
  const answer = await call(path, {
    method,
    timeoutMs: TIMEOUT_MS,
    signal,
    ...(body === undefined ? { headers } : { headers: typed, body: JSON.stringify(body) }),
  })
  const parsed = jsonOf(answer)
  onHeaders?.(answer.headers)
  return parsed
}

/** @throws ApiError for another page: a captive portal may answer 200 with its own */
function jsonOf(answer: Answer): Json {
  const parsed = answer.json()
  if (answer.text !== '' && parsed === undefined) throw new ApiError(0, NOT_OURS, undefined)
  return parsed ?? null
}

/**
 * `callApi` with an answer of a known shape.
 * @throws ApiError, also for an answer of another shape
 */
export async function askApi<Shape>(
  shape: z.ZodMiniType<Shape>,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
  { headers, signal }: { headers?: Record<string, string>; signal?: AbortSignal | undefined } = {},
): Promise<Shape> {
  const read = shape.safeParse(await callApi(method, path, body, headers, undefined, signal))
  if (read.success) return read.data
  reportAnswer(method, path, 502, `${NOT_OURS}: ${read.error.issues[0]?.path.join('.') ?? ''}`)
  throw new ApiError(502, NOT_OURS, undefined)
}

const NOT_OURS = 'not an answer of ours'

/** Reads an answer as text, such as a file to save. @throws ApiError */
export async function readText(path: string, timeoutMs = FILE_TIMEOUT_MS): Promise<string> {
  return (await call(path, { timeoutMs })).text
}

/**
 * Uploads a file of any size by streaming it from disk.
 * @param type Content-Type to send
 * @param signal aborts the upload
 * @throws ApiError for every failure, also when aborted
 */
export async function sendFile(
  path: string,
  file: File,
  type: string,
  signal: AbortSignal,
): Promise<Json> {
  // Another tab signed out: the server would refuse the file only once it is there.
  if (!localStorage.getItem('authToken')) throw new ApiError(0, 'signed in anew', undefined)
  const late = AbortSignal.timeout(UPLOAD_TIMEOUT_MS)
  const headers = { 'Content-Type': type }
  const asked = { method: 'POST', headers, body: file, signal: eitherSignal(late, signal) }
  try {
    return jsonOf(await call(path, { ...asked, timeoutMs: 2 * UPLOAD_TIMEOUT_MS }))
  } catch (error) {
    // The server cuts a slow upload off without a sentence.
    const isLate = late.aborted || (error instanceof ApiError && error.status === 408)
    throw isLate ? new ApiError(408, 'late', { error: say(LATE) }) : error
  }
}

/** A request of the shown account. @throws ApiError unless the answer is good */
async function call(path: string, asked: Asked): Promise<Answer> {
  const token = localStorage.getItem('authToken')
  const shown = signedIn()
  // Another tab signed in to another account: this page's rows are not that token's.
  if (token && shown && shown.token !== token) throw new ApiError(0, 'signed in anew', undefined)
  const answer = await request(path, {
    ...asked,
    headers: {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      'Accept-Language': languageTag(),
      ...asked.headers,
    },
  })
  if (answer.isOk) return answer
  const { status, text } = answer
  if (status === 0) throw new ApiError(0, 'no answer', undefined)
  const refusal = new ApiError(
    status,
    text,
    answer.json(),
    answer.retryAfterMs / 1_000 || undefined,
  )
  if (status !== 403 || !prove) throw refusal
  const proof = await prove(refusal, path)
  return call(path, { ...asked, headers: { ...asked.headers, ...proof } })
}
