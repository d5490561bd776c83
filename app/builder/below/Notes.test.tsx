import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { openDevice } from '../../data/device/device.ts'
import { Notes } from './Notes.tsx'

beforeEach(async () => {
  await openDevice()
})
afterEach(cleanup)

test('Preview shows the notes as others will read them, and follows the typing', async () => {
  render(<Notes kitId="a kit" notes="**30 Nm**" />)
  const preview = screen.getByRole('button', { name: 'Preview' })
  await userEvent.click(preview)
  expect((await screen.findByText('30 Nm')).tagName).toBe('STRONG')
  await userEvent.type(screen.getByLabelText('Notes (Optional)'), ', ~~old~~ seal')
  expect((await screen.findByText('old')).tagName).toBe('S')
  await userEvent.click(preview)
  expect(screen.queryByText('30 Nm')).toBeNull()
})

test('HTML in the notes stays text in the preview', async () => {
  render(<Notes kitId="a kit" notes="<img src=x onerror=alert(1)>" />)
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }))
  const shown = await screen.findByRole('region', { name: 'Preview of the notes' })
  expect(shown.textContent).toBe('<img src=x onerror=alert(1)>')
  expect(shown.querySelector('img')).toBeNull()
})
