import { render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { ENGLISH, speakBy } from '#shared/words/words.ts'
import { T } from './T.tsx'

afterEach(() => speakBy(() => ENGLISH))

const terms = () => (
  <T
    text="{name}, read the <terms>terms of {site}</terms>."
    name={<b>Ann</b>}
    site="Wrenchlist"
    terms={(text) => <a href="/terms">{text}</a>}
  />
)

test('markup stands where the sentence of the language has it', () => {
  const { container, rerender } = render(terms())
  const link = '<a href="/terms">terms of Wrenchlist</a>'
  expect(container.innerHTML).toBe(`<b>Ann</b>, read the ${link}.`)
  const german = 'Lies die <terms>Bedingungen von {site}</terms>, {name}.'
  const catalogue = { '{name}, read the <terms>terms of {site}</terms>.': german }
  speakBy(() => ({ tag: 'de', catalogue }))
  rerender(terms())
  expect(container.textContent).toBe('Lies die Bedingungen von Wrenchlist, Ann.')
  expect(container.querySelector('a')?.textContent).toBe('Bedingungen von Wrenchlist')
})

test('a sentence with markup and a plural takes the form of its count', () => {
  const strong = (text: React.ReactNode) => <b>{text}</b>
  const parts = (count: number) => (
    <T
      count={count}
      one="<strong>{count}</strong> part"
      text="<strong>{count}</strong> parts"
      strong={strong}
    />
  )
  const { container, rerender } = render(parts(1))
  expect(container.innerHTML).toBe('<b>1</b> part')
  rerender(parts(1200))
  expect(container.innerHTML).toBe('<b>1,200</b> parts')
})
