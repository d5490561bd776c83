import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { recoverChunks } from './recoverChunks.ts'

beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('code that is gone is got by one reload, but not while somebody goes to another page', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  recoverChunks()
  const miss = () => dispatchEvent(new Event('vite:preloadError'))
  dispatchEvent(new Event('beforeunload'))
  miss()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(reload).not.toHaveBeenCalled()

  // They stayed after all.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11_000 })
  miss()
  await vi.waitFor(() => expect(reload).toHaveBeenCalled())
  miss()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(reload).toHaveBeenCalledOnce()
})

test('while somebody types nothing is loaded again under their hands', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 22_000 })
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  dispatchEvent(new Event('vite:preloadError'))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(reload).not.toHaveBeenCalled()
  field.remove()
  dispatchEvent(new Event('vite:preloadError'))
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
})
