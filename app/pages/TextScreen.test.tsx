import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'

import { TextScreen } from './TextScreen.tsx'

afterEach(cleanup)

function show(name: string): string {
  const { container } = render(
    <MemoryRouter>
      <TextScreen id={name} />
    </MemoryRouter>,
  )
  return container.textContent
}

test('the terms name their date and the minimum age', () => {
  const text = show('terms-of-service')
  expect(screen.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeTruthy()
  expect(text).toContain('Last updated: August 23, 2025')
  expect(text).toContain('at least 13 years old')
  expect(document.title).toBe('Terms of Service · Wrenchlist')
})

test('the privacy policy names its date and how long an e-mail address is kept', () => {
  const text = show('Privacy-Policy')
  expect(screen.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeTruthy()
  expect(text).toContain('Last updated: August 23, 2025')
  expect(text).toContain('at most 30 days after your account was deleted')
  expect(text).toContain('No analytics service is set up by default')
})

test.each(['disclosure', 'affiliate-disclosure'])(
  '%s says what compensation does not affect',
  (name) => {
    const text = show(name)
    expect(screen.getByRole('heading', { level: 1, name: 'Affiliate Disclosure' })).toBeTruthy()
    expect(text).toContain('Last updated: August 2025')
    expect(text).toContain('Compensation does not affect products, prices or order')
    expect(text).toContain('Amazon Associates Program')
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login')
    expect(screen.getByRole('link', { name: 'Register' }).getAttribute('href')).toBe('/register')
  },
)

test('the page about the product', () => {
  show('about')
  expect(screen.getByRole('heading', { level: 1, name: 'About Wrenchlist' })).toBeTruthy()
})
