import { describe, expect, test } from 'vitest'

import { stripSecrets } from './stripSecrets.ts'
import { workUnits } from './testProcessor.ts'

const strip = (text: string) => stripSecrets(text, { isAddress: false })
const page = (text: string) => stripSecrets(text, { isAddress: true })
const TOKEN = 'aB3-_xyzaB3-_xyzaB3-_xyzaB3-_xyzaB3-_xyz123'

describe('what goes', () => {
  test.each([
    ['the token of a mailed link', `https://w.example/reset-password?token=${TOKEN}&x=1`],
    ['a short one too', 'https://w.example/verify-email?token=aB3-_xyz123'],
    ['any other parameter', 'GET /api/x?q=aB3-_xyz123'],
    ['an encoded one', 'GET /api/x?a=1&%74oken=aB3-_xyz123'],
    ['a bearer header', 'Authorization: Bearer aB3-_xyz123'],
    ['basic credentials', 'sent Basic aB3-_xyz123== to it'],
    ['a password in JSON', '401: {"user":"x","newPassword":"aB3-_xyz123 \\" and more"}'],
    ['a token in JSON cut in the middle', '{"token": "aB3-_xyz123'],
    ['a setting', 'failed with apiKey=aB3-_xyz123'],
    ['a device key', `X-Device-Key: ${TOKEN}`],
    ['a bare token', `cannot read ${TOKEN} of undefined`],
    ['a JWT', 'got eyJhbGciOi.aB3-_xyz123.sig'],
    ['who logs in within an address', 'postgres://admin:aB3-_xyz123@db/x'],
  ])('%s', (_what, text) => {
    expect(strip(text)).not.toContain('xyz123')
    expect(page(text)).not.toContain('xyz123')
  })

  test.each(['dana.k+cars@example.co.uk', 'dana%40example.com', "o'neil@mail.example.org"])(
    'the mail address %s',
    (address) => {
      expect(strip(`no user <${address}> here`)).toBe('no user <(mail address)> here')
    },
  )

  test('what no database can store', () => {
    expect(strip('a\0b\ud800c')).toBe('abc')
  })

  test('the part of an address behind #', () => {
    expect(page('/kit/abc#secret')).toBe('/kit/abc')
  })
})

test('what says where and what stays', () => {
  for (const text of [
    "Cannot read properties of undefined (reading 'buildId')",
    'https://w.example/builder?build=hT4kQ9&load=aB3dE6',
    'TypeError: x is not a function\n    at save (https://w.example/assets/core-ByFIQeg.js:12:345)',
    'save@https://w.example/assets/core-ByFIQeg.js:12:345',
    '404: {"error":"There is nothing at this address.","code":"not_found"}',
    'kit oG3J-0POSHGaTUtY5l3kiA of @scope/package@1.2.3',
    'passed: 3 of 5 tests, author: Ann',
  ]) {
    expect(strip(text)).toBe(text)
  }
})

test('is done twice with the same result', () => {
  const text = `Bearer ${TOKEN} token=${TOKEN} {"password":"x"} a@b.example /x?y=z`
  expect(strip(strip(text))).toBe(strip(text))
})

test.each(['a', '@', '?a=', '"token":"', 'a@a.', 'eyJ', '-', 'password=', '%40', 'x://', '\\"'])(
  'is quick with thousands of %s',
  async (piece) => {
    const text = piece.repeat(20_000 / piece.length)
    expect(await workUnits(() => strip(text))).toBeLessThan(2)
  },
)
