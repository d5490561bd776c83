/** Actor of a request: an account by bearer token, a device by its key, or nobody. */
import type { Context } from 'koa'

import type { Principal } from '#shared/cells/limits.ts'
import type { Actor, SignedInActor } from '../../accounts/principal.ts'
import type { SessionDeps, SignedInUser } from '../../accounts/sessions.ts'

import { isDeviceSecret } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { may } from '#shared/roles.ts'
import { say, t } from '#shared/words/words.ts'
import { devicePrincipal, userPrincipal } from '../../accounts/principal.ts'
import { findSession, signedOut } from '../../accounts/sessions.ts'
import type { BodyState } from '../../http/body.ts'
import { NEEDED, neededRole, noteReading } from './desk.ts'
import { notePerson } from '../../log/requestId.ts'
import { inTurn } from '../../http/fairPlaces.ts'

/** The device named beside the token, or null. Throws 401 for an unreadable key. */
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

/** Bearer token; '' without one, null for another scheme. */
export function bearerOf(ctx: Context): string | null {
  const header = ctx.get('Authorization')
  if (!header) return ''
  return /^Bearer +(\S+)$/i.exec(header)?.[1] ?? null
}

/**
 * Identifies the caller, once per request; null for an anonymous one. Throws 401 for invalid
 * credentials: ignoring them would write under the wrong owner.
 */
export function identify(ctx: Context, deps: SessionDeps): Promise<Actor | null> {
  const state = ctx.state as BodyState & { actor?: Promise<Actor | null> }
  state.askAgain ??= () => readActor(ctx, deps)
  state.actor ??= readActor(ctx, deps)
  return state.actor
}

async function readActor(ctx: Context, deps: SessionDeps): Promise<Actor | null> {
  const token = bearerOf(ctx)
  if (token === '') {
    const device = deviceOf(ctx)
    return device === null ? null : { principal: device, user: null, sessionId: null }
  }
  if (token === null) throw new Problem('signed_out', 401, t('Please sign in again.'))
  const { user, id } = await inTurn(ctx, async () => {
    const session = await findSession(deps, token)
    if (!session) throw await signedOut(deps.db, token)
    return session
  })
  notePerson(user.id)
  return { principal: userPrincipal(user.id), user, sessionId: id }
}

/** Guard for a device or an account. Throws 401. */
export async function requireActor(ctx: Context, deps: SessionDeps): Promise<Actor> {
  const actor = await identify(ctx, deps)
  if (!actor) throw new Problem('no_credentials', 401, t('A device key or a login is needed.'))
  return actor
}

/** Guard for an account. Throws 401. */
export async function requireUser(ctx: Context, deps: SessionDeps): Promise<SignedInActor> {
  const actor = await identify(ctx, deps)
  const { user, sessionId } = actor ?? {}
  if (!actor || !user || !sessionId) throw new Problem('no_credentials', 401, t('Please sign in.'))
  return { ...actor, user, sessionId }
}

/** Guard for the route's role; audits reads of people's data. Throws 401, and 403 by role. */
export async function requireAdmin(ctx: Context, deps: SessionDeps): Promise<SignedInActor> {
  const actor = await requireUser(ctx, deps)
  requireRole(ctx, actor.user)
  ;(ctx.state as BodyState).askAgain = async () => {
    const later = await readActor(ctx, deps)
    if (later?.user) requireRole(ctx, later.user)
  }
  await noteReading(ctx, deps, actor.user.id)
  return actor
}

function requireRole(ctx: Context, user: SignedInUser): void {
  if (!user.isAdmin && !user.role) throw new Problem('not_admin', 403, t('Access Denied'))
  if (user.lacksSecond) {
    const sentence = t('Administrators need a second factor here. Please sign in with it.')
    throw new Problem('second_factor_needed', 403, sentence)
  }
  const needed = neededRole(ctx)
  if (!may(user, needed)) throw new Problem('other_role', 403, say(NEEDED[needed]))
}
