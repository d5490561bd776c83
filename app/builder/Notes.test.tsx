import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { openDevice } from '../store/device.ts'
import { Notes } from './Notes.tsx'

beforeEach(async () => {
  await openDevice()
})
afterEach(cleanup)

test('Preview shows the notes as others will read them, and the field again', async () => {
  const kit = { id: 'a kit', buildId: 'aB3dE9', name: '', vehicle: null, task: '', lines: [] }
  render(<Notes kit={{ ...kit, notes: '**30 Nm**', updatedAt: 0 }} />)
  const preview = screen.getByRole('button', { name: 'Preview' })
  await userEvent.click(preview)
  expect((await screen.findByText('30 Nm', {}, { timeout: 5_000 })).tagName).toBe('STRONG')
  expect(screen.getByLabelText(/^Notes/).hidden).toBe(true)
  await userEvent.click(preview)
  expect(screen.queryByText('30 Nm')).toBeNull()
  expect(screen.getByLabelText(/^Notes/).hidden).toBe(false)
})
