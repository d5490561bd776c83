import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { Markup } from './Markup.tsx'

afterEach(cleanup)

test('marks become elements of their meaning', () => {
  const text =
    '**Drain plug 30 Nm**, *new* ~~old~~ seal^1\n* Warm engine first\n* 9 quarts\n> check it\n    10 x T25'
  const { container } = render(<Markup text={text} />)
  expect(container.querySelector('p')?.innerHTML).toBe(
    '<strong>Drain plug 30 Nm</strong>, <em>new</em> <s>old</s> seal<sup>1</sup>',
  )
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Warm engine first',
    '9 quarts',
  ])
  expect(container.querySelector('blockquote')?.textContent).toBe('check it')
  expect(container.querySelector('pre')?.textContent).toBe('10 x T25')
})

test('single ends of lines stay', () => {
  const { container } = render(<Markup text={'first\nsecond'} />)
  expect(container.querySelector('p')?.innerHTML).toBe('first<br>second')
})

test('a link opens in a new tab and gets no trust along', () => {
  render(<Markup text="[the manual](https://demo.example/s4)" />)
  const link = screen.getByRole('link', { name: 'the manual' })
  expect(link.getAttribute('href')).toBe('https://demo.example/s4')
  expect(link.getAttribute('target')).toBe('_blank')
  expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc')
  expect(link.title).toBe('https://demo.example/s4')
})

test('a mail address opens no tab', () => {
  render(<Markup text="[write](mailto:a@demo.example)" />)
  expect(screen.getByRole('link', { name: 'write' }).hasAttribute('target')).toBe(false)
})

// T11
test('HTML and script addresses stay text', () => {
  const text = '<img src=x onerror=alert(1)> [x](javascript:alert(1))'
  const { container } = render(<Markup text={text} />)
  expect(container.textContent).toBe(text)
  expect(container.querySelector('img, a, script')).toBeNull()
})

test('hostile text of the greatest length renders, with each ^ taken for a mark', () => {
  const { container } = render(<Markup text={'*a **b ~~c ^d '.repeat(1_430)} />)
  expect(container.textContent).toHaveLength(18_590)
})
