/** Who asks: an account by its bearer token, a device by its key, or nobody. */
import type { Context } from 'koa'

import type { Principal } from '#shared/limits.ts'

import { createHash } from 'node:crypto'

import { isDeviceSecret } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'

/** The principal of a device: a hash, so that the secret itself is never stored. */
export function devicePrincipal(secret: string): Principal {
  return `d:${createHash('sha256').update(secret).digest('hex').slice(0, 32)}`
}

/**
 * The principal of a request, or null for an anonymous one. Throws 401 for credentials that are
 * not valid: silently treating them as nobody's would write under the wrong owner.
 */
export function actorOf(ctx: Context): Principal | null {
  if (ctx.get('Authorization')) {
    throw new Problem('signed_out', 401, 'Please sign in again.')
  }
  const secret = ctx.get('X-Device-Key')
  if (!secret) return null
  if (!isDeviceSecret(secret)) {
    throw new Problem('bad_device_key', 401, 'The device key is not readable.', {
      field: 'X-Device-Key',
    })
  }
  return devicePrincipal(secret)
}

/** The same, for calls that need one. Throws 401. */
export function requireActor(ctx: Context): Principal {
  const principal = actorOf(ctx)
  if (!principal) throw new Problem('no_credentials', 401, 'A device key or a login is needed.')
  return principal
}
