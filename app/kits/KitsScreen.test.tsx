import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'

import { newId } from '#shared/ids.ts'
import { drawBuild, findHere } from '../store/builds.ts'
import { openDevice } from '../store/device.ts'
import { nameBuild, setCells, settled } from '../store/pump.ts'
import { saveKit } from '../store/saveKit.ts'
import { KitsScreen } from './KitsScreen.tsx'

afterEach(cleanup)

async function kitNamed(name: string) {
  const buildId = await drawBuild()
  const kitId = (await findHere(buildId)) ?? ''
  nameBuild(kitId, buildId)
  setCells('kit', kitId, kitId, { name })
  setCells('line', newId(), kitId, { ord: 'a0', name: 'Oil filter', price: 1149 })
  await settled()
  return { buildId, kitId }
}

test('a saved kit leads to its page, a draft to the builder, each with its price', async () => {
  await openDevice()
  const saved = await kitNamed('Saved kit')
  const draft = await kitNamed('Draft kit')
  await saveKit(saved.kitId)
  render(
    <MemoryRouter>
      <KitsScreen />
    </MemoryRouter>,
  )
  const savedLink = await screen.findByRole('link', { name: /Saved kit.*\$11\.49/ })
  expect(savedLink.getAttribute('href')).toBe(`/kit/${saved.buildId}`)
  const draftLink = screen.getByRole('link', { name: /Draft kit.*\$11\.49/ })
  expect(draftLink.getAttribute('href')).toBe(`/builder?build=${draft.buildId}`)
})
