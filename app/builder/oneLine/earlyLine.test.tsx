/** A first visit: what reads a line is not fetched yet when somebody has typed one. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'

import { drawKit } from '../../kits/open/testBuild.ts'
import { readBuild } from '../../kits/open/builds.ts'
import { openDevice } from '../../device/device.ts'
import { settled } from '../../sync/write/pump.ts'
import { BuilderScreen } from '../BuilderScreen.tsx'
import { OneLineTools } from './OneLine.tsx'

afterEach(async () => {
  cleanup()
  await settled()
})

test('Enter before its tools are here adds the line once they are', async () => {
  await openDevice()
  const { kitId, buildId } = await drawKit()
  render(
    <MemoryRouter initialEntries={[`/builder?build=${buildId}`]}>
      <BuilderScreen />
    </MemoryRouter>,
  )
  const field = await screen.findByRole<HTMLInputElement>('combobox')
  expect(OneLineTools.isHere()).toBe(false)
  fireEvent.change(field, { target: { value: 'Oil filter 12.98 x2' } })
  fireEvent.submit(field)
  expect(field.value).toBe('Oil filter 12.98 x2')
  await waitFor(() => expect(field.value).toBe(''))
  await settled()
  expect((await readBuild(kitId, buildId)).kit.lines).toMatchObject([
    { name: 'Oil filter', price: 1298, qty: 2 },
  ])
})
