/**
 * One name for each request: in every line of the log that was written for it, in the answer's
 * header, and beside what went wrong. Work that goes on after the answer keeps the name.
 */
import type { Middleware } from 'koa'

import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

const HEADER = 'X-Request-Id'
const BYTES = 8
/** What proxies give: a number, a UUID or a trace's id. Longer ones would look like a secret. */
const GIVEN = /^[\w-]{8,36}$/

const current = new AsyncLocalStorage<string>()

/** The name of the request that is being answered; undefined outside of any. */
export function requestId(): string | undefined {
  return current.getStore()
}

/** @param isProxied whether a trusted proxy stands in front, which may have named the request */
export function requestIds(isProxied: boolean): Middleware {
  return (ctx, next) => {
    const given = isProxied ? ctx.get(HEADER) : ''
    const id = GIVEN.test(given) ? given : randomBytes(BYTES).toString('base64url')
    ctx.set(HEADER, id)
    return current.run(id, next)
  }
}
