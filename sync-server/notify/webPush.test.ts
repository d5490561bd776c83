import { describe, expect, test } from 'vitest'

import { readVapid, testReceiver } from './testReceiver.ts'
import {
  encryptPush,
  isPushKeys,
  makeVapidKeys,
  MAX_PLAIN_BYTES,
  readVapidKeys,
  vapidAuthorization,
} from './webPush.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

/** RFC 8291, section 5 and appendix A. */
const RFC_8291 = {
  words: 'When I grow up, I want to be a watermelon',
  keys: {
    p256dh:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  receiver: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  sender: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}
/** RFC 8292, section 2.4. */
const RFC_8292 =
  'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs'

describe('the words of a push', () => {
  test('are locked byte for byte as RFC 8291 shows it', () => {
    const fixed = { privateKey: bytes(RFC_8291.sender), salt: bytes(RFC_8291.salt) }
    const body = encryptPush(RFC_8291.words, RFC_8291.keys, fixed)
    expect(body.toString('base64url')).toBe(RFC_8291.body)
  })

  test('of RFC 8291 are read by the receiver of these tests', () => {
    const { receiver, keys, body, words } = RFC_8291
    const own = testReceiver({ privateKey: bytes(receiver), auth: bytes(keys.auth) })
    expect(own.keys).toEqual(keys)
    expect(own.read(bytes(body))).toBe(words)
  })

  test('are read by the browser they are for and by no other, up to the last byte there is room for', () => {
    const own = testReceiver()
    const words = 'ä'.repeat(MAX_PLAIN_BYTES / 2)
    const body = encryptPush(words, own.keys)
    expect(body.length).toBeLessThanOrEqual(4_096)
    expect(own.read(body)).toBe(words)
    expect(() => testReceiver().read(body)).toThrow()
    expect(() => encryptPush(`${words}ä`, own.keys)).toThrow(/no room/)
  })

  test('are the same in no two bodies', () => {
    const { keys } = testReceiver()
    expect(encryptPush('a', keys)).not.toEqual(encryptPush('a', keys))
  })
})

describe('the keys of a browser', () => {
  test('are those of a point on the curve and 16 bytes of a secret', () => {
    const { keys } = testReceiver()
    expect(isPushKeys(keys)).toBe(true)
    expect(isPushKeys(RFC_8291.keys)).toBe(true)
  })

  test.each([
    ['a point beside the curve', { p256dh: Buffer.alloc(65, 4).toString('base64url') }],
    ['a short point', { p256dh: 'BAAA' }],
    ['no point', { p256dh: '' }],
    ['a short secret', { auth: 'AAAA' }],
  ])('are none with %s', (_, wrong) => {
    expect(isPushKeys({ ...testReceiver().keys, ...wrong })).toBe(false)
  })
})

describe('who sends a push', () => {
  test('is read of RFC 8292’s own signed note, and of no changed one', () => {
    expect(readVapid(RFC_8292)).toEqual({
      aud: 'https://push.example.net',
      exp: 1_453_523_768,
      sub: 'mailto:push@example.com',
    })
    expect(readVapid(RFC_8292.replace('.i3CY', '.j3CY'))).toBeNull()
  })

  test('is signed for the service alone, and for half a day', () => {
    const keys = makeVapidKeys()
    const kept = readVapidKeys(JSON.stringify(keys.privateJwk))
    expect(kept.publicKey).toBe(keys.publicKey)
    const said = vapidAuthorization(kept, 'https://push.example/a/b?c', 'https://w.example', 1_000)
    expect(readVapid(said)).toEqual({
      aud: 'https://push.example',
      exp: 1 + 12 * 3_600,
      sub: 'https://w.example',
    })
    expect(said.endsWith(`k=${keys.publicKey}`)).toBe(true)
  })
})
