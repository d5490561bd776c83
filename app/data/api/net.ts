/** Network side of flush(): one POST with a timeout, so a dead socket blocks nothing. */
import type { Credential, Sender } from '../device/session.ts'
import type { SessionEnd } from '../device/sessionEnd.ts'

import { decodeAnswer } from '#shared/sync/answer.ts'
import { fieldOf } from '#shared/cells/cells.ts'
import { encodeRequest, type SyncAnswer, type SyncRequest } from '#shared/sync/protocol.ts'
import { ANNOUNCED_HEADER } from '#shared/admin/announced.ts'
import { type Answer, request } from './request.ts'

/** Result of one request. Anything that is not our server's answer is 'failed'. */
export type NetResult =
  | { kind: 'answer'; answer: SyncAnswer }
  /** `isSilent`: not a single byte came back. */
  | { kind: 'failed'; retryAfterMs?: number; isSilent?: true }
  /** Request too large: half of it may pass. */
  | { kind: 'tooLarge' }
  /** The server could not parse it: one op is to blame. */
  | { kind: 'malformed' }
  /** The server crashed on it: on one op, or on every request. */
  | { kind: 'fault' }
  /** The server no longer supports this version of the app. */
  | { kind: 'outdated' }
  /** Credentials rejected; nothing is sent until they change. `ended`: for good. */
  | { kind: 'unauthorized'; ended?: SessionEnd }

export interface Net {
  sync(request: SyncRequest, sender: Sender): Promise<NetResult>
}

const TIMEOUT_MS = 8_000
const TIMEOUT_PER_10_KB_MS = 1_000
/** Smaller bodies are not worth compressing. */
const MIN_GZIP_BYTES = 1_024

interface HttpOptions {
  /** Lets the request outlive the page; browsers allow 64 kB of such bodies. */
  keepalive?: boolean
  /** Gets the operator's word as it traveled with the answer; see shared/admin/announced.ts. */
  hear?: (word: string | null) => void
}

export function httpNet(options: HttpOptions = {}): Net {
  return {
    async sync(asked, { credential }): Promise<NetResult> {
      const json = JSON.stringify(encodeRequest(asked))
      const { keepalive = false, hear } = options
      const body = await compress(json, keepalive)
      let isSilent = true
      // The timeout restarts with every chunk, so a slow link that still moves is not cut off.
      const patience = startPatience(TIMEOUT_MS + (json.length / 10_240) * TIMEOUT_PER_10_KB_MS)
      const answer = await request('/api/sync', {
        method: 'POST',
        keepalive,
        headers: {
          'Content-Type': 'application/json',
          ...credentialHeaders(credential),
          ...(typeof body === 'string' ? {} : { 'Content-Encoding': 'gzip' }),
        },
        body,
        signal: patience.signal,
        watch(response) {
          isSilent = false
          hear?.(response.headers.get(ANNOUNCED_HEADER))
          return patience.watch(response)
        },
      })
      patience.end()
      return isSilent ? { kind: 'failed', isSilent } : resultOf(answer)
    },
  }
}

/** Headers that authenticate a request. */
export function credentialHeaders(credential: Credential): Record<string, string> {
  return 'token' in credential
    ? { Authorization: `Bearer ${credential.token}` }
    : { 'X-Device-Key': credential.deviceKey }
}

/** Refusal codes of our server that flush() reacts to; every other code is a plain failure. */
const MEANINGS: Record<string, NetResult['kind'] & ('malformed' | 'outdated' | 'fault')> = {
  invalid: 'malformed',
  not_json: 'malformed',
  not_utf8: 'malformed',
  too_deep: 'malformed',
  client_too_old: 'outdated',
  unexpected: 'fault',
}

const ENDS: Record<string, SessionEnd> = {
  account_deleted: 'deleted',
  account_suspended: 'suspended',
}

async function compress(
  json: string,
  isClosing: boolean,
): Promise<string | Uint8Array<ArrayBuffer>> {
  if (isClosing || json.length < MIN_GZIP_BYTES || typeof CompressionStream === 'undefined')
    return json
  const stream = new Blob([json]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** Aborts after a silence: `firstMs` until the answer's head, then TIMEOUT_MS. */
function startPatience(firstMs: number) {
  const controller = new AbortController()
  let timer = setTimeout(() => controller.abort(), firstMs)
  const again = () => {
    clearTimeout(timer)
    timer = setTimeout(() => controller.abort(), TIMEOUT_MS)
  }
  return {
    signal: controller.signal,
    end: () => clearTimeout(timer),
    watch(response: Response): Response {
      again()
      const watched = response.body?.pipeThrough(
        new TransformStream({
          transform(chunk, out) {
            again()
            out.enqueue(chunk)
          },
        }),
      )
      return new Response(watched ?? null, response)
    },
  }
}

function resultOf(answer: Answer): NetResult {
  const { isOk, status, retryAfterMs } = answer
  const json = answer.json()
  if (isOk) {
    try {
      return { kind: 'answer', answer: decodeAnswer(json) }
    } catch {
      // A partial or foreign body, such as a captive portal's page.
      return { kind: 'failed' }
    }
  }
  // A portal's or proxy's page has none, whatever its status.
  const said = fieldOf(json, 'code')
  const code = typeof said === 'string' ? said : ''
  // The token belongs to another account: this one has to sign in again.
  if (status === 401 || code === 'wrong_principal') {
    const ended = ENDS[code]
    return { kind: 'unauthorized', ...(ended && { ended }) }
  }
  if (status === 413) return { kind: 'tooLarge' }
  const kind = Object.hasOwn(MEANINGS, code) && MEANINGS[code]
  if (kind) return { kind }
  return { kind: 'failed', ...(retryAfterMs > 0 && { retryAfterMs }) }
}
