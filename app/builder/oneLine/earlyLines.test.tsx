/** First visit: Enter and more text come before the parser is loaded. */
import { cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { readBuild } from '../../data/kits/open/builds.ts'
import { settled } from '../../data/sync/write/writeQueue.ts'
import { openEarly } from './testEarly.tsx'

afterEach(async () => {
  cleanup()
  await settled()
})

test('each Enter ends a part, and what is typed after the last is the next one', async () => {
  const { kitId, buildId, field } = await openEarly()
  fireEvent.change(field, { target: { value: 'Oil filter' } })
  fireEvent.submit(field)
  fireEvent.change(field, { target: { value: 'Oil filterDrain plug x2' } })
  fireEvent.submit(field)
  fireEvent.change(field, { target: { value: 'Oil filterDrain plug x2Seal' } })
  fireEvent.submit(field)
  // The text after the last Enter was replaced.
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
