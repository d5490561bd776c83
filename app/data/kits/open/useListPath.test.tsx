import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { readBuild } from './builds.ts'
import { openDevice } from '../../device/device.ts'
import { markOf } from './linkMark.ts'
import { openBuild } from './openBuild.ts'
import { storeBuild } from './testBuild.ts'
import { useListPath } from './useListPath.ts'

beforeEach(async () => {
  await openDevice()
})
afterEach(cleanup)

// T69
test('a link is bound to its kit until the server has that, and short from then on', async () => {
  const { buildId, kitId } = await storeBuild({ name: 'Oil filter' })
  const build = await readBuild(kitId, buildId)
  const { result, rerender } = renderHook((isLive: boolean) => useListPath({ ...build, isLive }), {
    initialProps: false,
  })
  const bound = `/list/${buildId}?k=${await markOf(kitId)}`
  await waitFor(() => expect(result.current).toBe(bound))
  rerender(true)
  expect(result.current).toBe(`/list/${buildId}`)
})

test('a bound name finds its kit on the device that drew it, and no other under that build id', async () => {
  const { buildId, kitId } = await storeBuild({ name: 'Oil filter' })
  const open = (name: string) => openBuild(name, { mayStart: false })
  expect(await open(`${buildId}?k=${await markOf(kitId)}`)).toEqual({ kind: 'here', kitId })
  for (const mark of [await markOf('another'), 'cut', '']) {
    expect((await open(`${buildId}?k=${mark}`)).kind).not.toBe('here')
  }
})
