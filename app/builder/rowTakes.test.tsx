import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { db } from '../data/device/db.ts'
import { openDevice } from '../data/device/device.ts'
import { storeBuild } from '../data/kits/open/testBuild.ts'
import { knowPart } from '../data/prices/testKnown.ts'
import { setCells, settled } from '../data/sync/write/writeQueue.ts'
import { field, openBuilder } from './testBuilder.tsx'

beforeEach(async () => {
  await openDevice()
  await db.parts.clear()
})
afterEach(async () => {
  cleanup()
  await settled()
  vi.unstubAllGlobals()
})

test('a line without a price takes the catalogue’s in its row; all together are one undo', async () => {
  await knowPart('A1', { base: 1_149, merchant: 'Parts East' })
  await knowPart('A2', { base: 625 })
  const { buildId } = await storeBuild(
    { name: 'Oil filter', manufacturer: 'Tester', partNumber: 'A1' },
    { name: 'Drain plug', manufacturer: 'Tester', partNumber: 'A2' },
  )
  await openBuilder(buildId)
  const use = 'Use $11.49 for Oil filter, from $11.49 at Parts East'
  await userEvent.click(await screen.findByRole('button', { name: use }))
  await waitFor(async () => {
    expect((await field('Unit price in dollars, line 1')).value).toBe('11.49')
  })
  await userEvent.click(screen.getByRole('button', { name: 'Undo: 1 catalogue price' }))
  await screen.findByRole('button', { name: use })

  await userEvent.click(screen.getByRole('button', { name: 'Show catalogue prices' }))
  await userEvent.click(screen.getByRole('button', { name: 'Use 2 catalogue prices' }))
  await waitFor(async () => {
    expect((await field('Unit price in dollars, line 2')).value).toBe('6.25')
  })
  await userEvent.click(screen.getByRole('button', { name: 'Undo: 2 catalogue prices' }))
  await waitFor(async () => {
    expect((await field('Unit price in dollars, line 1')).value).toBe('')
    expect((await field('Unit price in dollars, line 2')).value).toBe('')
  })
})

test('nobody typed the price of a sample part: taking all takes the catalogue’s', async () => {
  await knowPart('DX 1006/1D', { base: 1_700 })
  await db.parts.toCollection().modify({ brand: 'Samplefilter', key: 'DX10061D SAMPLEFILTER' })
  const { buildId, kitId } = await storeBuild()
  setCells('kit', kitId, kitId, { buildId, task: 'Engine Air Filter Replacement' })
  await settled()
  await openBuilder(buildId)
  await userEvent.click(screen.getByRole('button', { name: 'Add sample parts' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Show catalogue prices' }))
  await screen.findByText('sample price $18.63')
  await userEvent.click(await screen.findByRole('button', { name: 'Use 1 catalogue price' }))
  await waitFor(async () => {
    expect((await field('Unit price in dollars, line 1')).value).toBe('17.00')
  })
})
