/** A first visit: Enter is pressed, and typed on, before what reads a line is fetched. */
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

test('what is typed after Enter is the next part, and not the end of that one', async () => {
  await openDevice()
  const { kitId, buildId } = await drawKit()
  render(
    <MemoryRouter initialEntries={[`/builder?build=${buildId}`]}>
      <BuilderScreen />
    </MemoryRouter>,
  )
  const field = await screen.findByRole<HTMLInputElement>('combobox')
  expect(OneLineTools.isHere()).toBe(false)
  fireEvent.change(field, { target: { value: 'Oil filter' } })
  fireEvent.submit(field)
  fireEvent.change(field, { target: { value: 'Oil filterBrake' } })
  await waitFor(() => expect(field.value).not.toBe('Oil filterBrake'))
  expect(field.value).toBe('Brake')
  await settled()
  const { kit, drafts } = await readBuild(kitId, buildId)
  expect(kit.lines.map(({ name }) => name)).toEqual(['Oil filter'])
  expect(drafts.get(`${kitId}:adding`)).toBe('Brake')
})
