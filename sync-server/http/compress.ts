import type { Middleware } from 'koa'

import { Stream } from 'node:stream'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

import { roomInTurn } from './turns.ts'

const MIN_BYTES = 1_024
const compress = promisify(gzip)

/** Gzips JSON answers: a pull is mostly the same few words. */
export const compressJson: Middleware = async (ctx, next) => {
  await next()
  const { body } = ctx
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return
  // Streams compress themselves.
  if (body instanceof Stream) return
  ctx.vary('Accept-Encoding')
  await roomInTurn()
  const json = JSON.stringify(body)
  const isPacked = json.length >= MIN_BYTES && ctx.acceptsEncodings('gzip', 'identity') === 'gzip'
  // Assigning the text keeps Koa from serializing again.
  ctx.body = isPacked ? await compress(json) : json
  ctx.type = 'application/json'
  if (isPacked) ctx.set('Content-Encoding', 'gzip')
}
