import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { ownCurrency } from '../../data/device/currency.ts'
import { CurrencyRow } from './MeasureRows.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  localStorage.clear()
})

function show() {
  render(
    <MemoryRouter>
      <CurrencyRow />
    </MemoryRouter>,
  )
}

async function open(currency: string) {
  show()
  await userEvent.click(screen.getByRole('button', { name: `Currency: ${currency}` }))
  return screen.findByRole('dialog', { name: 'Currency' })
}

test('what is begun here is in dollars until another currency is chosen', async () => {
  const sheet = await open('USD')
  await userEvent.type(within(sheet).getByRole('searchbox', { name: 'Currency' }), 'yen')
  await userEvent.click(within(sheet).getByRole('button', { name: 'JPY Japanese Yen' }))
  await screen.findByRole('button', { name: 'Currency: JPY' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(ownCurrency()).toBe('JPY')
})

test('one of a newer version is kept and shown as it is', async () => {
  localStorage.setItem('currency', 'XQQ')
  const sheet = await open('XQQ')
  const current = within(sheet).getByRole('button', { current: true })
  expect(current.textContent).toBe('XQQNot known to this version')
  await userEvent.click(current)
  expect(ownCurrency()).toBe('XQQ')
})

test.each(['euro', '', 'eur', 'EURO', '{}'])('%j is no currency: it is dollars', (stored) => {
  localStorage.setItem('currency', stored)
  show()
  screen.getByRole('button', { name: 'Currency: USD' })
})
