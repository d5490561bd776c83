/** A first visit: what fills in links is not fetched yet when somebody pastes one into the line. */
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

test('a link pasted before its tools are here becomes a line once they are', async () => {
  await openDevice()
  const { kitId, buildId } = await drawKit()
  render(
    <MemoryRouter initialEntries={[`/builder?build=${buildId}`]}>
      <BuilderScreen />
    </MemoryRouter>,
  )
  const field = await screen.findByRole<HTMLInputElement>('combobox')
  expect(OneLineTools.isHere()).toBe(false)
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', 'https://shop.test/filter')
  fireEvent.focus(field)
  fireEvent.paste(field, { clipboardData })
  expect(field.value).toBe('')
  await waitFor(async () => {
    await settled()
    expect((await readBuild(kitId, buildId)).kit.lines).toMatchObject([
      { link: 'https://shop.test/filter' },
    ])
  })
  expect(field.value).toBe('')
})
