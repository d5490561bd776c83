/** The whole builder, for tests that use it as people do. */
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'

import { DockSlot } from '../ui/layers/DockAction.tsx'
import { BuilderScreen } from './BuilderScreen.tsx'

/** Opens it on a build; resolves when the tools of its list are there. */
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
