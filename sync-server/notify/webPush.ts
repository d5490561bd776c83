/**
 * Web push: the message encrypted for one browser (RFC 8291, in RFC 8188's coding), and the VAPID
 * signature of its sender (RFC 8292). Pure: bytes and text only.
 */
import {
  type JsonWebKey,
  createCipheriv,
  createECDH,
  createPrivateKey,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto'

/** This server's VAPID key, as stored: the private key as JSON Web Key. */
export interface VapidKeys {
  /** Browsers subscribe with it: a P-256 point, 65 bytes as base64url. */
  publicKey: string
  privateJwk: JsonWebKey
}

/** Keys of a subscription, base64url. */
export interface PushKeys {
  p256dh: string
  auth: string
}

const POINT_BYTES = 65
const AUTH_BYTES = 16
const SALT_BYTES = 16
const TAG_BYTES = 16
/** One record: push services accept 4,096 bytes in all, header included. */
const RECORD_BYTES = 4_096
export const MAX_PLAIN_BYTES = RECORD_BYTES - SALT_BYTES - 4 - 1 - POINT_BYTES - TAG_BYTES - 1
const TOKEN_SECONDS = 12 * 3_600

export function makeVapidKeys(): VapidKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const privateJwk = privateKey.export({ format: 'jwk' })
  return { publicKey: pointOf(privateJwk), privateJwk }
}

/** Parses stored makeVapidKeys() keys. */
export function readVapidKeys(text: string): VapidKeys {
  const privateJwk = JSON.parse(text) as JsonWebKey
  return { publicKey: pointOf(privateJwk), privateJwk }
}

function pointOf({ x = '', y = '' }: JsonWebKey): string {
  const part = (text: string) => Buffer.from(text, 'base64url')
  return Buffer.concat([Buffer.of(4), part(x), part(y)]).toString('base64url')
}

/** Whether the keys are usable: their sizes, and a point on the curve. */
export function isPushKeys({ p256dh, auth }: PushKeys): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== POINT_BYTES || point[0] !== 4) return false
  if (Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return false
  try {
    const own = createECDH('prime256v1')
    own.generateKeys()
    own.computeSecret(point)
    return true
  } catch {
    return false
  }
}

/**
 * Encrypts a message for one browser. Throws when it is longer than MAX_PLAIN_BYTES.
 * @param fixed ephemeral key and salt, for the RFC's test vectors
 */
export function encryptPush(
  words: string,
  { p256dh, auth }: PushKeys,
  fixed?: { privateKey: Buffer; salt: Buffer },
): Buffer {
  const plain = Buffer.from(words)
  if (plain.length > MAX_PLAIN_BYTES) throw new Error('a push has no room for so many words')
  const sender = createECDH('prime256v1')
  if (fixed) sender.setPrivateKey(fixed.privateKey)
  else sender.generateKeys()
  const receiver = Buffer.from(p256dh, 'base64url')
  const own = sender.getPublicKey()
  const salt = fixed?.salt ?? randomBytes(SALT_BYTES)
  const { key, nonce } = pushSecrets({
    shared: sender.computeSecret(receiver),
    auth: Buffer.from(auth, 'base64url'),
    receiver,
    sender: own,
    salt,
  })
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // 2: the last record, without padding.
  const locked = [cipher.update(plain), cipher.update(Buffer.of(2)), cipher.final()]
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_BYTES)
  const head = [salt, size, Buffer.of(own.length), own]
  return Buffer.concat([...head, ...locked, cipher.getAuthTag()])
}

/** RFC 8291, section 3.4: key and nonce of both sides. Points as transmitted. */
export function pushSecrets(between: {
  shared: Buffer
  auth: Buffer
  receiver: Buffer
  sender: Buffer
  salt: Buffer
}): { key: Buffer; nonce: Buffer } {
  const { shared, auth, receiver, sender, salt } = between
  const derive = (from: Buffer, by: Buffer, info: Buffer | string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', from, by, info, bytes))
  const both = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender])
  const input = derive(shared, auth, both, 32)
  return {
    key: derive(input, salt, 'Content-Encoding: aes128gcm\0', 16),
    nonce: derive(input, salt, 'Content-Encoding: nonce\0', 12),
  }
}

/**
 * Authorization header of a push, valid for that service for half a day.
 * @param contact a mailto: or https: address of the operator
 * @param now milliseconds since 1970
 */
export function vapidAuthorization(
  { publicKey, privateJwk }: VapidKeys,
  endpoint: string,
  contact: string,
  now: number,
): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const exp = Math.floor(now / 1_000) + TOKEN_SECONDS
  const claims = { aud: new URL(endpoint).origin, exp, sub: contact }
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const key = createPrivateKey({ key: privateJwk, format: 'jwk' })
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`
}
