// Browser tests with a bad line between the browsers and the server.
import { openFaultProxy, type FaultProxy } from './faultProxy.ts'
import { expect as plain, test as base } from './harness.ts'

export { networkFailure } from './harness.ts'

/** A retry on a bad line costs seconds: the timeout of a dead socket, then the backoff. */
export const expect = plain.configure({ timeout: 30_000 })

export const test = base.extend<{ readonly faultProxy: FaultProxy }>({
  faultProxy: async ({ server }, provide) => {
    const proxy = await openFaultProxy(server.url, server.headers)
    await provide(proxy)
    await proxy.close()
  },
  origin: async ({ faultProxy }, provide) => provide(faultProxy.url),
})
