import { expect, test } from 'vitest'

import {
  base64url,
  idInLink,
  isBuildId,
  isDeviceSecret,
  isId,
  newBuildId,
  newDeviceSecret,
  newId,
} from './ids.ts'

test('base64url is that of RFC 4648, without padding', () => {
  for (const text of ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar', '\u00ff\u00fe\u00fd']) {
    const bytes = Buffer.from(text, 'latin1')
    expect(base64url(bytes)).toBe(bytes.toString('base64url'))
  }
})

test('ids have their forms', () => {
  expect(isId(newId())).toBe(true)
  expect(isDeviceSecret(newDeviceSecret())).toBe(true)
  expect(isBuildId(newBuildId())).toBe(true)
  for (const wrong of ['', 'abcde', 'abcdefg', 'abc-ef', 'abcdé1', null, 5])
    expect(isBuildId(wrong)).toBe(false)
})

test('each of the 62 characters of a build id is equally likely', () => {
  // Every byte once: 248 and above are rejected, the rest hit each character 4 times.
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
  const drawn: string[] = []
  for (let at = 0; at + 8 <= 256; at += 8) {
    let isFirst = true
    drawn.push(
      newBuildId(() => {
        if (!isFirst) return new Uint8Array(8)
        isFirst = false
        return bytes.subarray(at, at + 8)
      }).slice(0, at < 248 ? 6 : 0),
    )
  }
  expect(new Set(drawn.join('')).size).toBe(62)
  expect(newBuildId(() => Uint8Array.of(255, 254, 253, 252, 251, 250, 249, 61))).toBe('999999')
})

test('an id in a link that was passed on ends where marks and blanks begin', () => {
  const ids = ['hT4kQ9', newId()]
  const tails = ['.', ')', ').', ',', '"', ' ', '\u200B', '…', '%2C', '%E2%80%8B).', ' \u00A0!']
  for (const id of ids) {
    for (const tail of ['', ...tails]) expect([tail, idInLink(id + tail)]).toEqual([tail, id])
  }
  for (const other of ['hT4kQ9x', 'hT4kQ9.x', 'hT4kQ', 'hT4kQ9ü', '13.0460-7218.2', ''])
    expect(idInLink(other)).toBe(other)
})
