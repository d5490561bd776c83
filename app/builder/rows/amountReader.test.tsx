import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'

import { openDevice } from '../../data/device/device.ts'
import { storeBuild } from '../../data/kits/open/testBuild.ts'
import { setDraft, settled } from '../../data/sync/write/writeQueue.ts'
import { openBuilder } from '../testBuilder.tsx'
import { useAmountReader } from './amountReader.ts'

beforeAll(openDevice)
afterEach(cleanup)

test('of an unfinished price something else is said once all amounts can be read', async () => {
  useAmountReader.setState({ parse: null })
  const { buildId, lineIds } = await storeBuild({ name: 'Rags' })
  setDraft(lineIds[0] ?? '', 'price', '1.234')
  await settled()
  await openBuilder(buildId)
  expect(await screen.findByText(/^“1\.234” can be read in two ways/)).toBeTruthy()
  expect(screen.queryByText(/counts as/)).toBeNull()
})

test('a stored price of another currency is a price once all amounts can be read', async () => {
  useAmountReader.setState({ parse: null })
  const { buildId } = await storeBuild({ name: 'Rags', price: 'EUR 1.10' })
  await openBuilder(buildId)
  await waitFor(() => expect(useAmountReader.getState().parse).not.toBeNull())
  await waitFor(() => expect(screen.queryByText(/is no (price|number)|counts as/)).toBeNull())
})
