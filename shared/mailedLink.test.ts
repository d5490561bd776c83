import { expect, test } from 'vitest'

import { mailedLink, readMailedLink } from './mailedLink.ts'

const read = (address: string) => readMailedLink(new URL(address))
const PAGE = 'https://w.example/verify-email'

// T31
test('the secret of a mailed link is never sent, and read as it was written', () => {
  for (const isNewAddress of [false, true]) {
    const secret = { token: 'aB3-_x&y#z', isNewAddress }
    const link = mailedLink(PAGE, secret)
    expect(new URL(link).search).toBe('')
    expect(new URL(link).pathname).toBe('/verify-email')
    expect(read(link)).toEqual(secret)
  }
})

test('a link from before, with its secret in the query, is still read', () => {
  expect(read(`${PAGE}?token=abc`)).toEqual({ token: 'abc', isNewAddress: false })
  expect(read(`${PAGE}?token=old#token=new`)).toEqual({ token: 'new', isNewAddress: false })
})

test.each(['', '?token=', '#', '#token', '#token=', '#main', '?x=1'])('%j holds none', (rest) => {
  expect(read(PAGE + rest)).toBeNull()
})
