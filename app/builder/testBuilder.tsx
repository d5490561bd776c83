/** The whole builder, for tests that use it as people do. */
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'

import { DockSlot } from '../ui/layers/DockAction.tsx'
import { BuilderScreen } from './BuilderScreen.tsx'

/** Opens a build; resolves when the list's tools are loaded. */
export async function openBuilder(buildId: string): Promise<void> {
  render(
    <MemoryRouter initialEntries={[`/builder?build=${buildId}`]}>
      <BuilderScreen />
      <DockSlot />
    </MemoryRouter>,
  )
  await screen.findByRole('button', { name: 'Undo' })
}

export const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
