/** First visit in tests: the parser is not loaded yet. One test per file, or it would be. */
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect } from 'vitest'

import { drawKit } from '../../data/kits/open/testBuild.ts'
import { openDevice } from '../../data/device/device.ts'
import { BuilderScreen } from '../BuilderScreen.tsx'
import { OneLineTools } from './OneLine.tsx'

/** Opens the builder on a blank kit. */
export async function openEarly() {
  await openDevice()
  const kit = await drawKit()
  render(
    <MemoryRouter initialEntries={[`/builder?build=${kit.buildId}`]}>
      <BuilderScreen />
    </MemoryRouter>,
  )
  const field = await screen.findByRole<HTMLInputElement>('combobox')
  expect(OneLineTools.isHere()).toBe(false)
  return { ...kit, field }
}
