import type { Middleware } from 'koa'
import type { Logger } from 'pino'

const MAX_LOGGED = 500

/** Facts for the log line, set by the code that knows them. */
export interface Logged {
  /** Code of the refusal, as in problem.ts. */
  refusal?: string
  /** Id of the account this request signed in. */
  signedIn?: string
  actor?: Promise<{ user: { id: string } | null } | null>
}

/**
 * One line per request, with account id and refusal code. Never a body, header or query: those
 * carry notes, keys and mailed tokens.
 */
export function requestLog(log: Logger): Middleware {
  return async (ctx, next) => {
    const started = performance.now()
    await next()
    const { refusal, signedIn, actor } = ctx.state as Logged
    // An invalid token shows in the refusal.
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

/** Keys have 43 letters, however they are written; ids and names are shorter. */
const SECRET = /(?:[\w-]|%[\da-f]{2}){40}/i

/** Masks possible email addresses in a path: users type theirs where a username belongs. */
export function loggedPath(path: string): string {
  return path
    .slice(0, MAX_LOGGED)
    .split('/')
    .map((segment) => (/@|%40/.test(segment) || SECRET.test(segment) ? '…' : segment))
    .join('/')
}
