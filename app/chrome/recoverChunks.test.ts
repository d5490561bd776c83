import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { recoverChunks } from './recoverChunks.ts'

beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()))
})
afterEach(() => vi.useRealTimers())

test('code that is gone is got by one reload, but not while somebody goes to another page', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  recoverChunks()
  const miss = async () => {
    dispatchEvent(new Event('vite:preloadError'))
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  dispatchEvent(new Event('beforeunload'))
  await miss()
  expect(reload).not.toHaveBeenCalled()

  // They stayed after all.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11_000 })
  await miss()
  await miss()
  expect(reload).toHaveBeenCalledOnce()
})
