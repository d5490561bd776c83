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

test('each Enter ends a part, and what is typed after the last is the next one', async () => {
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
  fireEvent.change(field, { target: { value: 'Oil filterDrain plug x2' } })
  fireEvent.submit(field)
  fireEvent.change(field, { target: { value: 'Oil filterDrain plug x2Brake' } })
  await waitFor(() => expect(field.value).toBe('Brake'))
  await settled()
  const { kit, drafts } = await readBuild(kitId, buildId)
  expect(kit.lines.map(({ name, qty }) => [name, qty])).toEqual([
    ['Oil filter', 1],
    ['Drain plug', 2],
  ])
  expect(drafts.get(`${kitId}:adding`)).toBe('Brake')
})
