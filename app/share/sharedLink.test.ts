import { expect, test } from 'vitest'

import { sharedLink } from './sharedLink.ts'

test.each([
  [{ text: 'https://shop.example/p/1' }, 'https://shop.example/p/1', ''],
  [
    { title: 'Oil filter | Shop', text: 'Look at this: https://shop.example/p/1.' },
    'https://shop.example/p/1',
    'Oil filter | Shop',
  ],
  [{ text: 'Oil filter https://shop.example/1' }, 'https://shop.example/1', 'Oil filter'],
  [{ text: '', url: 'https://shop.example/1' }, 'https://shop.example/1', ''],
  [{ text: 'https://shop.example/1', url: 'https://shop.example/1' }, 'https://shop.example/1', ''],
])('a page that was shared is its link and its name: %j', (given, link, name) => {
  expect(sharedLink(given)).toEqual({ link, name })
})

test.each([
  [{ text: 'Oil filter' }],
  [{ text: 'javascript:alert(1)' }],
  [{ text: 'https://a.example/1 https://a.example/2' }],
  [{ text: 'one\ntwo\nthree\nhttps://a.example/1' }],
  [{ text: `https://wrenchlist.example/k#1${'A'.repeat(60)}` }],
])('what is no single link of a shop is something else: %j', (given) => {
  expect(sharedLink(given)).toBeNull()
})
