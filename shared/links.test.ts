import { expect, test } from 'vitest'

import { linkHost, linkProblem, parseLink } from './links.ts'

test.each([
  'http://a.de',
  'https://shop.example.com/x?y=1#z',
  'HTTPS://EXAMPLE.COM',
  '',
  'http://localhost:3000/x',
])('"%s" may be stored', (link) => expect(linkProblem(link)).toBeNull())

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'ftp://a.de',
  'mailto:a@b.de',
  '//a.de',
  'https://',
  'https://nohost',
  'http://user:pass@bank.com',
  ' https://a.de',
  'https://a.de\n',
  'java\tscript:alert(1)',
  'about:blank',
])('"%s" may not', (link) => expect(linkProblem(link)).toBe('invalid_link'))

// T12
test('a bare address becomes https, a script stays refused', () => {
  expect(parseLink(' amazon.com/dp/B000 ')).toEqual({ link: 'https://amazon.com/dp/B000' })
  expect(parseLink('localhost:3000/x')).toEqual({ link: 'https://localhost:3000/x' })
  expect(parseLink('')).toEqual({ link: '' })
  for (const text of ['javascript:alert(1)', 'oil filter', 'http:', 'x'])
    expect(parseLink(text)).toHaveProperty('problem')
  expect(parseLink(`https://a.de/${'x'.repeat(2_048)}`)).toEqual({ problem: 'too_long' })
})

// T74
test('people see the host before they open a link', () => {
  expect(linkHost('https://www.amazon.com/dp/B000')).toBe('amazon.com')
  expect(linkHost('nonsense')).toBe('')
})
