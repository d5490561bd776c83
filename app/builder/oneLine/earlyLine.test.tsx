/** First visit: a line is typed before its parser is loaded. */
import { cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { readBuild } from '../../data/kits/open/builds.ts'
import { settled } from '../../data/sync/write/writeQueue.ts'
import { openEarly } from './testEarly.tsx'

afterEach(async () => {
  cleanup()
  await settled()
})

test('Enter before its tools are here adds the line once they are', async () => {
  const { kitId, buildId, field } = await openEarly()
  fireEvent.change(field, { target: { value: 'Oil filter 12.98 x2' } })
  fireEvent.submit(field)
  expect(field.value).toBe('Oil filter 12.98 x2')
  await waitFor(() => expect(field.value).toBe(''))
  await settled()
  expect((await readBuild(kitId, buildId)).kit.lines).toMatchObject([
    { name: 'Oil filter', price: 1298, qty: 2 },
  ])
})
