/** Random secrets, shown once and stored as a hash. */
import { createHash } from 'node:crypto'

import { base64url, type RandomBytes } from '#shared/ids.ts'

/** 256 random bits as 43 characters of base64url. */
export function newToken(random: RandomBytes): string {
  return base64url(random(32))
}

/** The stored hash of a token. 256 random bits cannot be guessed, so a fast hash is enough. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Digest of an address or a name in counter keys, which nobody needs to read. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}
