/** A device hears pokes, and pulls for those that are news. */
import { beforeAll, expect, test, vi } from 'vitest'

import { newId } from '#shared/ids.ts'
import { kitScope, ownerScope } from '#shared/sync/limits.ts'
import { until } from '#shared/testPatience.ts'
import { env, openDevice, principal } from '../../device/device.ts'
import { pause } from '../../device/pause.ts'
import { startLive } from './live.ts'

const kit = newId()
let pulls = 0
const asked: string[] = []
let say: (text: string) => void = () => undefined
const poke = (scope: string, version: number) => `${JSON.stringify({ poke: [scope, version] })}\n`
const own = (version: number) => poke(ownerScope(principal()), version)

beforeAll(async () => {
  await openDevice()
  const p = principal()
  await env.store.transact((tx) =>
    tx.putMeta(`cursors:${p}`, { [ownerScope(p)]: 7, [kitScope(kit)]: 3 }),
  )
  let streams = 0
  const request = (_name: string, work: () => unknown) =>
    // A page is never stopped: after its only stream this one waits for its turn for ever.
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
    // They are looked at in their order: when this one was found to be news, those were found none.
    await pause(10)
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
  await pause(10)
  say(own(9).slice(9))
  await until(() => expect(pulls).toBe(before + 2))
})
