/** The network side of flush(): one POST, with a time limit so that a dead socket holds nothing. */
import type { Json } from '#shared/sync/cells.ts'
import type { SyncAnswer, SyncRequest } from '#shared/sync/protocol.ts'
import type { Credential, Sender } from '../device/session.ts'
import type { SessionEnd } from '../device/sessionEnd.ts'

import { decodeAnswer } from '#shared/sync/answer.ts'
import { fieldOf } from '#shared/sync/cells.ts'
import { encodeRequest } from '#shared/sync/protocol.ts'
import { WORD_HEADER } from '#shared/word.ts'
import { reportAnswer } from '../device/reportError.ts'

/** What came of one request. Everything that is not an answer of ours counts as no answer. */
export type NetResult =
  | { kind: 'answer'; answer: SyncAnswer }
  /** `isSilent`: nothing at all came back. */
  | { kind: 'failed'; retryAfterMs?: number; isSilent?: true }
  /** The request was too much at once: half of it may pass. */
  | { kind: 'tooLarge' }
  /** The server could not read it: one op of it is to blame. */
  | { kind: 'malformed' }
  /** The server failed over it; perhaps for one op of it, perhaps it fails at everything. */
  | { kind: 'fault' }
  /** The server no longer understands this version of the app. */
  | { kind: 'outdated' }
  /** The credentials are not accepted; nothing is sent until that changes. `ended`: for good. */
  | { kind: 'unauthorized'; ended?: SessionEnd }

export interface Net {
  sync(request: SyncRequest, sender: Sender): Promise<NetResult>
}

const TIMEOUT_MS = 8_000
const TIMEOUT_PER_10_KB_MS = 1_000
/** Below this a compressed body is not worth the work. */
const MIN_GZIP_BYTES = 1_024

interface HttpOptions {
  /** Lets the request outlive the page; the browser allows 64 kB of such bodies. */
  keepalive?: boolean
  /** Is given the operator's word that came with an answer, as it travels; see shared/word.ts. */
  hear?: (word: string | null) => void
}

export function httpNet(options: HttpOptions = {}): Net {
  return {
    async sync(request, { credential }): Promise<NetResult> {
      const json = JSON.stringify(encodeRequest(request))
      // As long as bytes arrive the answer is on its way, however slow the link.
      const patience = startPatience(TIMEOUT_MS + (json.length / 10_240) * TIMEOUT_PER_10_KB_MS)
      let isSilent = true
      try {
        const body = await compress(json, options.keepalive === true)
        const response = await fetch('/api/sync', {
          method: 'POST',
          credentials: 'include',
          cache: 'no-store',
          keepalive: options.keepalive === true,
          headers: {
            'Content-Type': 'application/json',
            ...credentialHeaders(credential),
            ...(typeof body === 'string' ? {} : { 'Content-Encoding': 'gzip' }),
          },
          body,
          signal: patience.signal,
        })
        isSilent = false
        options.hear?.(response.headers.get(WORD_HEADER))
        return await read(patience.watch(response))
      } catch {
        return isSilent ? { kind: 'failed', isSilent } : { kind: 'failed' }
      } finally {
        patience.end()
      }
    },
  }
}

/** How a request says who sends it. */
export function credentialHeaders(credential: Credential): Record<string, string> {
  return 'token' in credential
    ? { Authorization: `Bearer ${credential.token}` }
    : { 'X-Device-Key': credential.deviceKey }
}

/** What our own server means by the codes of its refusals. All else is nobody's fault. */
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

/**
 * The code of a refusal of our own server, '' without one: a page of a portal or a proxy, whatever its
 * status, says nothing about what was typed.
 */
function codeIn(text: string): string {
  try {
    const code = fieldOf(JSON.parse(text) as Json, 'code')
    return typeof code === 'string' ? code : ''
  } catch {
    return ''
  }
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

/** Aborts when nothing arrived for a while: `firstMs` up to the answer's head, then TIMEOUT_MS. */
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

async function read(response: Response): Promise<NetResult> {
  const { ok, status, headers } = response
  // Anything but a whole answer of ours, such as a captive portal's page, throws: no answer.
  if (ok) return { kind: 'answer', answer: decodeAnswer(await response.json()) }
  const text = await response.text().catch(() => '')
  reportAnswer('POST', '/api/sync', status, text)
  const code = codeIn(text)
  // A token that is another account's: this one has to sign in again.
  if (status === 401 || code === 'wrong_principal') {
    const ended = ENDS[code]
    return { kind: 'unauthorized', ...(ended && { ended }) }
  }
  if (status === 413) return { kind: 'tooLarge' }
  const kind = Object.hasOwn(MEANINGS, code) && MEANINGS[code]
  if (kind) return { kind }
  const retryAfter = Number(headers.get('Retry-After'))
  return { kind: 'failed', ...(retryAfter > 0 && { retryAfterMs: retryAfter * 1_000 }) }
}
