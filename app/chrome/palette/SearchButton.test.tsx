import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { openDevice } from '../../data/device/device.ts'
import { SearchButton } from './SearchButton.tsx'

beforeEach(async () => {
  await openDevice()
  render(
    <MemoryRouter>
      <SearchButton />
      <button type="button">Elsewhere on the page</button>
    </MemoryRouter>,
  )
})
afterEach(cleanup)

const CONTROL_K = '{Control>}k{/Control}'

test('Ctrl+K opens the search from anywhere and closes it, and the focus is where it was', async () => {
  const elsewhere = screen.getByRole('button', { name: 'Elsewhere on the page' })
  elsewhere.focus()
  await userEvent.keyboard(CONTROL_K)
  const field = await screen.findByRole('combobox', { name: /^Search/ })
  await waitFor(() => expect(document.activeElement).toBe(field))
  await userEvent.keyboard(CONTROL_K)
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(elsewhere))
})

test('a press on the button opens it as well', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Search' }))
  await screen.findByRole('combobox')
})

test('over another dialog it does not open, and with other keys neither', async () => {
  await userEvent.keyboard(
    'k{Control>}{Shift>}k{/Shift}{/Control}{Control>}{Alt>}k{/Alt}{/Control}',
  )
  const dialog = document.createElement('div')
  dialog.setAttribute('role', 'dialog')
  document.body.append(dialog)
  await userEvent.keyboard(CONTROL_K)
  expect(screen.queryByRole('combobox')).toBeNull()
  dialog.remove()
})
