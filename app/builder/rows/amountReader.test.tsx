import { cleanup, screen } from '@testing-library/react'
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
