/** First visit: a link is pasted into the line before the fill-in code is loaded. */
import { cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { readBuild } from '../../data/kits/open/builds.ts'
import { settled } from '../../data/sync/write/writeQueue.ts'
import { openEarly } from './testEarly.tsx'

afterEach(async () => {
  cleanup()
  await settled()
})

test('a link pasted before its tools are here becomes a line once they are', async () => {
  const { kitId, buildId, field } = await openEarly()
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
