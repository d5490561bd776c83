import type { Middleware } from 'koa'
import type { Logger } from 'pino'

import type { Actor } from './actor.ts'

/** The rest of a longer one says nothing. */
const MAX_LOGGED = 500

/** What the parts of the server that know it leave for the line of the log. */
export interface Logged {
  /** Of the refusal, a word of problem.ts. */
  refusal?: string
  /** Id of the account that was signed in by this request. */
  signedIn?: string
  actor?: Promise<Actor | null>
}

/**
 * One line a request: who, by the id of the account, and for what it was refused. Never a body, a
 * header or a query: those carry notes, keys and mail tokens.
 */
export function requestLog(log: Logger): Middleware {
  return async (ctx, next) => {
    const started = performance.now()
    await next()
    const { refusal, signedIn, actor } = ctx.state as Logged
    // A token that is none is told by the refusal.
    const user = signedIn ?? (await actor?.catch(() => null))?.user?.id
    const line = {
      method: ctx.method,
      path: loggedPath(ctx.path),
      status: ctx.status,
      ms: Math.round(performance.now() - started),
      ...(user && { user }),
      ...(refusal && { refusal }),
    }
    if (ctx.path.toLowerCase().startsWith('/api')) log.info(line, 'request')
    else log.debug(line, 'request')
  }
}

/** What stands in the address of a calendar is its key; ids and names are shorter. */
const SECRET = /[\w-]{40}/

/** A path without what could be an address: people type theirs where a username belongs. */
export function loggedPath(path: string): string {
  return path
    .slice(0, MAX_LOGGED)
    .split('/')
    .map((segment) => (/@|%40/.test(segment) || SECRET.test(segment) ? '…' : segment))
    .join('/')
}
