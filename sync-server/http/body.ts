/** JSON bodies: limited in inflated size and depth, and UTF-8 only. */
import type { Context } from 'koa'
import type { Readable } from 'node:stream'

import { createGunzip } from 'node:zlib'

import { parseForeignJson } from '#shared/tables/foreignJson.ts'
import { MAX_BODY_BYTES } from '#shared/cells/limits.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { waitForTurn } from './fairPlaces.ts'
import { roomInTurn } from './turns.ts'

const MAX_DEPTH = 16
/** Longest pause within a body; http/listen.ts limits the whole of it. */
const MAX_IDLE_MS = 20_000

/** A slow body can outlive its session: after so long the session is checked again. */
const TRUSTED_MS = 1_000

export interface BodyState {
  bodyBytes?: number
  /** Checks the session again; throws if it ended. */
  askAgain?: () => Promise<unknown>
}

/**
 * Reads and parses a body. Throws a Problem: 415 for another content type, 413 above `maxBytes`
 * after inflating, 400 for non-JSON, non-UTF-8 or nesting too deep.
 */
export async function readJson(ctx: Context, maxBytes = MAX_BODY_BYTES): Promise<unknown> {
  if (!ctx.is('application/json')) {
    throw new Problem('not_json', 415, t('Send JSON with the content type application/json.'))
  }
  const declared = Number(ctx.get('Content-Length') || 0)
  if (declared > maxBytes) throw tooLarge(maxBytes)
  const state = ctx.state as BodyState
  const began = performance.now()
  const bytes = await readAll(ctx, maxBytes)
  state.bodyBytes = bytes.length
  await waitForTurn(ctx, bytes.length)
  await roomInTurn()
  if (performance.now() - began > TRUSTED_MS) await state.askAgain?.()
  const text = decodeUtf8(bytes)
  checkDepth(text)
  try {
    return parseForeignJson(text)
  } catch {
    throw new Problem('not_json', 400, t('The body is not readable as JSON.'))
  }
}

/** Fields of an HTML form. Throws 415, 413, 400 and 408 as above. */
export async function readFields(ctx: Context, maxBytes: number): Promise<URLSearchParams> {
  if (!ctx.is('application/x-www-form-urlencoded')) {
    throw new Problem('not_a_form', 415, t('Send the fields of a form.'))
  }
  return new URLSearchParams(decodeUtf8(await readAll(ctx, maxBytes)))
}

/** Inflated size of the body; 0 before it was read. */
export function bodyBytes(ctx: Context): number {
  return (ctx.state as BodyState).bodyBytes ?? 0
}

/** The inflated body. Throws 415 for an encoding other than gzip. */
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
  // Cuts the connection too: a client so silent does not read an answer either.
  const cut = () => {
    isIdle = true
    ctx.req.destroy()
  }
  let idle = setTimeout(cut, MAX_IDLE_MS)
  try {
    // Leaving the loop must not close the connection: the refusal is sent over it.
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      const bytes = chunk as Buffer
      clearTimeout(idle)
      idle = setTimeout(cut, MAX_IDLE_MS)
      size += bytes.length
      // Stop reading: a small compressed body could inflate without end.
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

/** Drains the rest of a refused body, which blocks the next request on its connection. */
export function leave(ctx: Context, stream: Readable): void {
  if (stream !== ctx.req) {
    ctx.req.unpipe()
    stream.destroy()
  }
  // Paused between chunks: many at once would read hundreds of megabytes in one turn.
  ctx.req.on('data', () => {
    ctx.req.pause()
    void roomInTurn().then(() => ctx.req.resume())
  })
  ctx.req.resume()
  // A body without declared length may never end.
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
        const sentence = t('The body is nested deeper than {maxDepth} levels.', {
          maxDepth: MAX_DEPTH,
        })
        throw new Problem('too_deep', 400, sentence)
      }
    } else if (char === 125 || char === 93) depth--
  }
}

function tooLarge(maxBytes: number): Problem {
  const sentence = t('The body may hold at most {size} kB.', { size: Math.floor(maxBytes / 1024) })
  return new Problem('too_large', 413, sentence)
}
