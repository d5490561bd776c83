/** Ids drawn on the device, without a server. */

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Returns `length` random bytes. Injected, so a simulation can seed it. */
export type RandomBytes = (length: number) => Uint8Array

/** Platform's cryptographic randomness; works without a secure context, unlike randomUUID. */
export const systemRandom: RandomBytes = (length) =>
  globalThis.crypto.getRandomValues(new Uint8Array(length))

/** Unpadded base64url (RFC 4648, section 5) of any bytes. */
export function base64url(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(i, i + 3)
    const group = (a << 16) | (b << 8) | c
    const digits = Math.min(4, bytes.length - i + 1)
    for (let digit = 0; digit < digits; digit++) {
      text += BASE64URL.charAt((group >> (18 - 6 * digit)) & 63)
    }
  }
  return text
}

/** A row id: 16 random bytes in the layout of a UUID v4, as 22 characters of base64url. */
export function newId(random: RandomBytes = systemRandom): string {
  const bytes = random(16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return base64url(bytes)
}

export function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{22}$/.test(value)
}

/** A device secret: 32 random bytes in base64url. The server's tables hold only its hash. */
export function newDeviceSecret(random: RandomBytes = systemRandom): string {
  return base64url(random(32))
}

export function isDeviceSecret(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{43}$/.test(value)
}

/**
 * A build id: 6 characters of A-Z, a-z, 0-9, each equally likely. Bytes from 248 up are rejected,
 * so the remainder by 62 has no bias.
 */
export function newBuildId(random: RandomBytes = systemRandom): string {
  let text = ''
  while (text.length < 6) {
    for (const byte of random(8)) {
      if (byte < 248 && text.length < 6) text += ALPHANUMERIC.charAt(byte % 62)
    }
  }
  return text
}

/** True for a well-formed build id. Case matters. */
export function isBuildId(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9]{6}$/.test(value)
}

/** Id from a link that was passed on: trailing punctuation belongs to the sentence. */
export function idInLink(text: string): string {
  return /^([A-Za-z0-9]{6}|[\w-]{22})(?:%[\dA-F]{2}|[^\p{L}\p{N}])+$/iu.exec(text)?.[1] ?? text
}
