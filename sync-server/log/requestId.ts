/**
 * Request id: in every log line of the request, in the answer's header, and in error reports. Work
 * after the answer keeps it.
 */
import type { Context, Middleware } from 'koa'

import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

import { deviceLabel } from './deviceLabel.ts'
import { networkOf } from '../outside/networkOf.ts'

const HEADER = 'X-Request-Id'
const BYTES = 8
/** Ids that proxies set: a number, a UUID or a trace id. Longer ones could be secrets. */
const GIVEN = /^[\w-]{8,36}$/

interface Asked {
  id: string
  ctx: Context
  /** Set once the session is found. */
  userId: string | null
}

const current = new AsyncLocalStorage<Asked>()

/** Id of the current request; undefined outside of one. */
export function requestId(): string | undefined {
  return current.getStore()?.id
}

/** The request itself. */
export const requestContext = (): Context | undefined => current.getStore()?.ctx

export function notePerson(userId: string): void {
  const asked = current.getStore()
  if (asked) asked.userId = userId
}

/** Network and device of a user's current request; null for any other user. */
export function whereFrom(userId: string): { address: string; device: string } | null {
  const asked = current.getStore()
  if (asked?.userId !== userId) return null
  return { address: networkOf(asked.ctx.ip), device: deviceLabel(asked.ctx.get('User-Agent')) }
}

/** @param isProxied whether a trusted proxy may have set the id */
export function requestIds(isProxied: boolean): Middleware {
  return (ctx, next) => {
    const given = isProxied ? ctx.get(HEADER) : ''
    const id = GIVEN.test(given) ? given : randomBytes(BYTES).toString('base64url')
    ctx.set(HEADER, id)
    return current.run({ id, ctx, userId: null }, next)
  }
}
