/** A device hears pokes, and pulls for those that are news. */
import { beforeAll, expect, test, vi } from 'vitest'

import { newId } from '#shared/ids.ts'
import { kitScope, ownerScope } from '#shared/cells/limits.ts'
import { until } from '#shared/testPatience.ts'
import { env, openDevice, shownPrincipal } from '../../device/device.ts'
import { delay } from '../../device/delay.ts'
import { startLive } from './live.ts'
import { putMeta } from '../../device/store.ts'

const kit = newId()
let pulls = 0
const asked: string[] = []
let say: (text: string) => void = () => undefined
const poke = (scope: string, version: number) => `${JSON.stringify({ poke: [scope, version] })}\n`
const own = (version: number) => poke(ownerScope(shownPrincipal()), version)

beforeAll(async () => {
  await openDevice()
  const principal = shownPrincipal()
  await env.store.transact((tx) =>
    putMeta(tx, `cursors:${principal}`, { [ownerScope(principal)]: 7, [kitScope(kit)]: 3 }),
  )
  let streams = 0
  const request = (_name: string, work: () => unknown) =>
    // A page never ends: after its only stream, this one waits for its lock forever.
    streams++ ? new Promise(() => undefined) : Promise.resolve(work())
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    const stream = new TransformStream<Uint8Array, Uint8Array>()
    const writer = stream.writable.getWriter()
    say = (text) => void writer.write(new TextEncoder().encode(text))
    const headers = { 'Content-Type': 'application/x-ndjson' }
    return new Response(stream.readable, { headers })
  })
  startLive(() => pulls++)
})

test('what changed before the stream opened is pulled at once, and the followed kits are in it', async () => {
  await until(() => expect(pulls).toBe(1))
  expect(asked).toEqual([`/api/sync/live?kits=${kit}`])
})

test('a poke is news when its version is later than what was read, and no other', async () => {
  for (const news of [own(8), poke(kitScope(kit), 4), poke('t', 1)]) {
    const before = pulls
    say(own(7))
    say(poke(kitScope(kit), 3))
    // Pokes are handled in order: once this one is news, the earlier ones were not.
    await delay(10)
    say(news)
    await until(() => expect(pulls).toBeGreaterThan(before))
    expect(pulls).toBe(before + 1)
  }
})

test('one poke among known ones is news, and so is one that comes in two pieces', async () => {
  const before = pulls
  say(own(7) + own(8) + poke(kitScope(kit), 3))
  await until(() => expect(pulls).toBe(before + 1))
  say(`{}\n${own(9).slice(0, 9)}`)
  await delay(10)
  say(own(9).slice(9))
  await until(() => expect(pulls).toBe(before + 2))
})
