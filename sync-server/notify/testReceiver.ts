/** Test receiver of web push: a browser's keys, and decryption. */
import { createDecipheriv, createECDH, createPublicKey, randomBytes, verify } from 'node:crypto'

import { pushSecrets, type PushKeys } from './webPush.ts'

export interface TestReceiver {
  keys: PushKeys
  /** Decrypts a body. Throws when it is for another browser. */
  read(body: Buffer): string
}

/** @param fixed keys of an RFC's test vectors */
export function testReceiver(fixed?: { privateKey: Buffer; auth: Buffer }): TestReceiver {
  const own = createECDH('prime256v1')
  if (fixed) own.setPrivateKey(fixed.privateKey)
  else own.generateKeys()
  const auth = fixed?.auth ?? randomBytes(16)
  return {
    keys: { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') },
    read(body) {
      const salt = body.subarray(0, 16)
      const senderBytes = body[20] ?? 0
      const sender = body.subarray(21, 21 + senderBytes)
      const { key, nonce } = pushSecrets({
        shared: own.computeSecret(sender),
        auth,
        receiver: own.getPublicKey(),
        sender,
        salt,
      })
      const locked = body.subarray(21 + senderBytes)
      const open = createDecipheriv('aes-128-gcm', key, nonce)
      open.setAuthTag(locked.subarray(-16))
      const plain = Buffer.concat([open.update(locked.subarray(0, -16)), open.final()])
      // Plaintext ends in a 2 and any padding.
      return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')
    },
  }
}

/** Claims of an Authorization header, signature checked; null for a wrong one. */
export function readVapid(authorization: string): Record<string, unknown> | null {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(\S+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isRight) return null
  return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as Record<string, unknown>
}
