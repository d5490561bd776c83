/** Reads a JSON body: bounded when inflated, bounded in depth, and only UTF-8. */
import type { Context } from 'koa'
import type { Readable } from 'node:stream'

import { createGunzip } from 'node:zlib'

import { parseForeignJson } from '#shared/text/foreignJson.ts'
import { MAX_BODY_BYTES } from '#shared/sync/limits.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { waitForTurn } from './turns/fairPlaces.ts'
import { roomInTurn } from './turns/turns.ts'

const MAX_DEPTH = 16
/** For which nothing of a body may come; how long all of it may take, http/listen.ts says. */
const MAX_IDLE_MS = 20_000

interface BodyState {
  bodyBytes?: number
}

/**
 * The parsed body of a request. Throws a Problem: 415 for another content type, 413 above
 * `maxBytes` after inflating, 400 for what is not JSON, not UTF-8 or nested too deep.
 */
export async function readJson(ctx: Context, maxBytes = MAX_BODY_BYTES): Promise<unknown> {
  if (!ctx.is('application/json')) {
    throw new Problem('not_json', 415, t('Send JSON with the content type application/json.'))
  }
  const declared = Number(ctx.get('Content-Length') || 0)
  if (declared > maxBytes) throw tooLarge(maxBytes)
  const bytes = await readAll(ctx, maxBytes)
  ;(ctx.state as BodyState).bodyBytes = bytes.length
  await waitForTurn(ctx, bytes.length)
  await roomInTurn()
  const text = decodeUtf8(bytes)
  checkDepth(text)
  try {
    return parseForeignJson(text)
  } catch {
    throw new Problem('not_json', 400, t('The body is not readable as JSON.'))
  }
}

/** How large the body that was read is, unpacked; 0 before that. */
export function bodyBytes(ctx: Context): number {
  return (ctx.state as BodyState).bodyBytes ?? 0
}

/** The body as it was before it was packed. Throws 415 for another encoding than gzip. */
export function inflated(ctx: Context): Readable {
  const encoding = ctx.get('Content-Encoding').toLowerCase()
  if (encoding === '' || encoding === 'identity') return ctx.req
  if (encoding === 'gzip') {
    const gunzip = createGunzip()
    ctx.req.on('error', (error) => gunzip.destroy(error))
    return ctx.req.pipe(gunzip)
  }
  throw new Problem('bad_encoding', 415, t('The body may be sent plain or with gzip.'))
}

async function readAll(ctx: Context, maxBytes: number): Promise<Buffer> {
  const stream = inflated(ctx)
  const chunks: Buffer[] = []
  let size = 0
  let isIdle = false
  // Takes the connection along: who sends nothing for so long does not read an answer either.
  const cut = () => {
    isIdle = true
    ctx.req.destroy()
  }
  let idle = setTimeout(cut, MAX_IDLE_MS)
  try {
    // Leaving the loop must not close the connection: the refusal goes over it.
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      const bytes = chunk as Buffer
      clearTimeout(idle)
      idle = setTimeout(cut, MAX_IDLE_MS)
      size += bytes.length
      // Stops reading: a small compressed body must not grow without end.
      if (size > maxBytes) throw tooLarge(maxBytes)
      chunks.push(bytes)
    }
  } catch (error) {
    leave(ctx, stream)
    if (error instanceof Problem) throw error
    if (isIdle) throw new Problem('too_slow', 408, t('The rest of the body did not come.'))
    throw new Problem('unreadable', 400, t('The body could not be read.'))
  } finally {
    clearTimeout(idle)
  }
  return Buffer.concat(chunks)
}

/** What is left of a body stands in the way of the next request on its connection: read, and let go. */
export function leave(ctx: Context, stream: Readable): void {
  if (stream !== ctx.req) {
    ctx.req.unpipe()
    stream.destroy()
  }
  // Many at once would bring hundreds of megabytes in one turn of the loop.
  ctx.req.on('data', () => {
    ctx.req.pause()
    void roomInTurn().then(() => ctx.req.resume())
  })
  ctx.req.resume()
  // One without a declared length may have no end.
  if (!ctx.get('Content-Length')) ctx.set('Connection', 'close')
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Problem('not_utf8', 400, t('The body is not UTF-8.'))
  }
}

/** Counts brackets outside of strings before parsing, so that depth costs no stack. */
function checkDepth(text: string): void {
  let depth = 0
  let isInString = false
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (isInString) {
      if (char === 92) i++
      else if (char === 34) isInString = false
    } else if (char === 34) isInString = true
    else if (char === 123 || char === 91) {
      depth++
      if (depth > MAX_DEPTH) {
        throw new Problem(
          'too_deep',
          400,
          t('The body is nested deeper than {maxDepth} levels.', { maxDepth: MAX_DEPTH }),
        )
      }
    } else if (char === 125 || char === 93) depth--
  }
}

function tooLarge(maxBytes: number): Problem {
  return new Problem(
    'too_large',
    413,
    t('The body may hold at most {size} kB.', { size: Math.floor(maxBytes / 1024) }),
  )
}
