/** Roles of the desk's routes, and which reads are audited. */
import type { Context } from 'koa'
import type { Knex } from 'knex'

import { isId } from '#shared/ids.ts'
import type { Role } from '#shared/roles.ts'
import { type Later, later } from '#shared/words/words.ts'
import { audit } from '../../auditLog/auditLog.ts'

/** By path prefix of the route pattern; routes not listed are operators'. */
const ROLES_OF_ROUTES: readonly [role: Role, paths: RegExp][] = [
  ['moderator', /^\/api\/admin\/(todo|reports|kit-reports|hidden-kits|kits|tasks|messages)(\/|$)/],
  ['catalogue', /^\/api\/admin\/(stats|jobs|merchants|catalogue|feeds|sources)(\/|$)/],
  ['catalogue', /^\/api\/(scrape\/fcpeuro|parts\/additional)$/],
]
/** Lists with names and addresses. */
const OF_PEOPLE = /^\/api\/admin\/(todo|users|deletion-requests|messages|mails?)$/
const PERSON = '/api/admin/people/:userId'
/** Always a file; others with `?format=csv`. */
const FILE = /\/refused$/
const READ_AGAIN_MS = 3_600_000

export const NEEDED: Record<Role, Later> = {
  operator: later('Only an operator may do this.'),
  moderator: later('Only a moderator or an operator may do this.'),
  catalogue: later('Only who looks after the catalogue or an operator may do this.'),
}

/** Matched route pattern, in its own case. */
const routeOf = (ctx: Context): string => (ctx as { _matchedRoute?: string })._matchedRoute ?? ''

export function neededRole(ctx: Context): Role {
  const route = routeOf(ctx)
  return ROLES_OF_ROUTES.find(([, paths]) => paths.test(route))?.[0] ?? 'operator'
}

/** Audits an export, and once an hour a read of people's data. */
export async function noteReading(
  ctx: Context & { params?: Record<string, string> },
  { db, now }: { db: Knex; now: () => number },
  actor: string,
): Promise<void> {
  if (ctx.method !== 'GET') return
  const route = routeOf(ctx)
  const { userId = '', list } = ctx.params ?? {}
  const isPerson = route.startsWith(PERSON) && isId(userId)
  const isFile = ctx.query['format'] === 'csv' || FILE.test(route)
  if (!isFile && !isPerson && !OF_PEOPLE.test(route)) return
  const subject = isPerson ? `user:${userId}` : `server:${route.split('/').at(-1)}`
  const details = list === undefined ? {} : { list }
  const at = now()
  await db.transaction(async (trx) => {
    if (!isFile) {
      // The lock is needed because screens read many lists at once.
      await trx.raw('select pg_advisory_xact_lock(hashtext(?))', [`${actor} reads ${subject}`])
      const known: unknown = await trx('audit_log')
        .where({ subject, actor, action: 'read_people' })
        .where('at', '>', new Date(at - READ_AGAIN_MS))
        .first('id')
      if (known) return
    }
    await audit(trx, at, {
      actor,
      subject,
      ...(isFile ? { action: 'export', details } : { action: 'read_people' }),
    })
  })
}
