/** Who asks: an account by its bearer token, a device by its key, or nobody. */
import type { Context } from 'koa'

import type { Principal } from '#shared/sync/limits.ts'
import type { SessionDeps, SignedInUser } from '../accounts/sessions.ts'

import { createHash } from 'node:crypto'

import { isDeviceSecret } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { findSession, signedOut } from '../accounts/sessions.ts'

export type { SignedInUser }

export interface Actor {
  /** `u:<user id>` with a token, else `d:` and the hash of the device's secret. */
  principal: Principal
  user: SignedInUser | null
  sessionId: string | null
}

export interface SignedInActor extends Actor {
  user: SignedInUser
  sessionId: string
}

/** What identifying takes from outside; every Deps and what holds one will do. */
export type ActorDeps = SessionDeps

/** The principal of a device: a hash, so that the secret itself is never stored. */
export function devicePrincipal(secret: string): Principal {
  return `d:${createHash('sha256').update(secret).digest('hex').slice(0, 32)}`
}

/** The principal of an account. */
export function userPrincipal(userId: string): Principal {
  return `u:${userId}`
}

/** The device a request names beside its token, or null. Throws 401 for an unreadable key. */
export function deviceOf(ctx: Context): Principal | null {
  const secret = ctx.get('X-Device-Key')
  if (!secret) return null
  if (!isDeviceSecret(secret)) {
    throw new Problem('bad_device_key', 401, t('The device key is not readable.'), {
      field: 'X-Device-Key',
    })
  }
  return devicePrincipal(secret)
}

/** The token of a request, '' when it has none, null when its Authorization is of another kind. */
export function bearerOf(ctx: Context): string | null {
  const header = ctx.get('Authorization')
  if (!header) return ''
  return /^Bearer +(\S+)$/i.exec(header)?.[1] ?? null
}

/**
 * Who makes a request, or null for an anonymous one; asked once a request. Throws 401 for
 * credentials that are not valid: silently treating them as nobody's would write under the wrong
 * owner.
 */
export function identify(ctx: Context, deps: ActorDeps): Promise<Actor | null> {
  const state = ctx.state as { actor?: Promise<Actor | null> }
  state.actor ??= readActor(ctx, deps)
  return state.actor
}

async function readActor(ctx: Context, deps: ActorDeps): Promise<Actor | null> {
  const token = bearerOf(ctx)
  if (token === '') {
    const device = deviceOf(ctx)
    return device === null ? null : { principal: device, user: null, sessionId: null }
  }
  if (token === null) throw new Problem('signed_out', 401, t('Please sign in again.'))
  const session = await findSession(deps, token)
  if (!session) throw await signedOut(deps.db, token)
  const { user, id } = session
  return { principal: userPrincipal(user.id), user, sessionId: id }
}

/** The same, for calls that need a device or an account. Throws 401. */
export async function requireActor(ctx: Context, deps: ActorDeps): Promise<Actor> {
  const actor = await identify(ctx, deps)
  if (!actor) throw new Problem('no_credentials', 401, t('A device key or a login is needed.'))
  return actor
}

/** For calls that need an account. Throws 401. */
export async function requireUser(ctx: Context, deps: ActorDeps): Promise<SignedInActor> {
  const actor = await identify(ctx, deps)
  const { user, sessionId } = actor ?? {}
  if (!actor || !user || !sessionId) throw new Problem('no_credentials', 401, t('Please sign in.'))
  return { ...actor, user, sessionId }
}

/** For administrators. Throws 401 without a login, 403 for everybody else. */
export async function requireAdmin(ctx: Context, deps: ActorDeps): Promise<SignedInActor> {
  const actor = await requireUser(ctx, deps)
  if (!actor.user.isAdmin) throw new Problem('not_admin', 403, t('Access Denied'))
  return actor
}
