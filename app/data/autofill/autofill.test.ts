import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { newId } from '#shared/ids.ts'
import { until } from '#shared/testPatience.ts'
import { readBuild } from '../kits/open/builds.ts'
import { db } from '../device/db.ts'
import { openDevice } from '../device/device.ts'
import { fillFrom, fillWaiting, onFilled, stopFilling, tryAgain } from './autofill.ts'
import { useFills } from './fillState.ts'
import { onStored, setCells, setDraft, settled } from '../sync/write/writeQueue.ts'
import { drawKit } from '../kits/open/testBuild.ts'

const LINK = 'https://www.amazon.com/dp/B000C5FTT2'
const PRODUCT = {
  name: 'Oil filter',
  manufacturer: 'Mann',
  partNumber: 'HU 719/7 x',
  price: '$1,012.50',
  asOf: 1,
  link: '',
}

let kitId: string
let buildId: string
let calls: { path: string; url: string }[]
/** Server's answer; a promise lets a test pause mid-request. */
let answer: () => Response | Promise<Response>

beforeEach(async () => {
  await openDevice()
  await db.meta.where('key').startsWith('fill:').delete()
  await db.meta.delete('shops')
  await fillWaiting()
  ;({ buildId, kitId } = await drawKit())
  calls = []
  answer = () => Response.json(PRODUCT)
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (path === '/api/shops') return Response.json({ hosts: ['shop.example'], amazon: true })
    const { url } = JSON.parse(init.body as string) as { url: string }
    calls.push({ path, url })
    return answer()
  })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  await settled()
})

function goOffline() {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
}

async function enter(cells: Record<string, string | number | null> = {}, link = LINK) {
  const id = newId()
  setCells('line', id, kitId, { ord: 'a0', link, ...cells })
  await fillFrom(id, link)
  return id
}

async function lineOf(id: string) {
  await settled()
  const { kit } = await readBuild(kitId, buildId)
  return kit.lines.find((line) => line.id === id)
}

const fillOf = (id: string) => useFills.getState()[id]
const over = (id: string) => until(() => expect(fillOf(id)).toBeUndefined())
const shows = (id: string, fill: object) => until(() => expect(fillOf(id)).toMatchObject(fill))
const entryOf = (id: string) => db.meta.get(`fill:${id}`)

function refusal(status: number, error: string, headers = {}): Response {
  return Response.json({ error, code: 'x' }, { status, headers })
}

test('a row is locked while the shop is asked, and filled in with what it says', async () => {
  let give = (_response: Response) => {}
  answer = () => new Promise<Response>((resolve) => (give = resolve))
  const id = await enter()
  expect(fillOf(id)).toEqual({ kind: 'locked', host: 'amazon.com', reason: '' })
  await until(() => expect(calls).toEqual([{ path: '/api/amazon/product', url: LINK }]))
  give(Response.json(PRODUCT))
  await over(id)
  expect(await lineOf(id)).toMatchObject({
    name: 'Oil filter',
    manufacturer: 'Mann',
    partNumber: 'HU 719/7 x',
    price: 101_250,
    qty: 1,
    link: LINK,
  })
  expect(await entryOf(id)).toBeUndefined()
})

test('what the person has written stays, and a quantity of 0 becomes 1', async () => {
  const id = await enter({ name: 'My filter', price: 0, qty: 0 })
  await over(id)
  expect(await lineOf(id)).toMatchObject({
    name: 'My filter',
    manufacturer: 'Mann',
    price: 0,
    qty: 1,
  })
})

test('a row with nothing left to fill in is not asked about', async () => {
  const id = await enter({ name: 'a', manufacturer: 'b', partNumber: 'c', price: 1 })
  expect(fillOf(id)).toBeUndefined()
  expect(calls).toEqual([])
})

test('what is typed while the answer is on its way wins', async () => {
  let give = (_response: Response) => {}
  answer = () => new Promise<Response>((resolve) => (give = resolve))
  const id = await enter()
  await until(() => expect(calls).toHaveLength(1))
  setCells('line', id, kitId, { name: 'Typed' })
  setDraft(id, 'price', '12.')
  give(Response.json(PRODUCT))
  // Typed in the same tick as the answer is stored.
  setCells('line', id, kitId, { manufacturer: 'Also typed' })
  await over(id)
  setCells('line', id, kitId, { partNumber: 'typed after' })
  expect(await lineOf(id)).toMatchObject({
    name: 'Typed',
    manufacturer: 'Also typed',
    partNumber: 'typed after',
    price: null,
  })
})

test('an answer for a link that was changed meanwhile is not used', async () => {
  let give = (_response: Response) => {}
  answer = () => new Promise<Response>((resolve) => (give = resolve))
  const id = await enter()
  await until(() => expect(calls).toHaveLength(1))
  setCells('line', id, kitId, { link: 'https://other.example/' })
  give(Response.json(PRODUCT))
  await over(id)
  expect(await lineOf(id)).toMatchObject({ name: '', link: 'https://other.example/' })
})

test('a row that was removed meanwhile stays removed', async () => {
  let give = (_response: Response) => {}
  answer = () => new Promise<Response>((resolve) => (give = resolve))
  const id = await enter()
  await until(() => expect(calls).toHaveLength(1))
  setCells('line', id, kitId, { del: true })
  give(Response.json(PRODUCT))
  await over(id)
  expect(await lineOf(id)).toBeUndefined()
})

test('cancelled, the row stays as it is, whatever the shop says then', async () => {
  let give = (_response: Response) => {}
  answer = () => new Promise<Response>((resolve) => (give = resolve))
  const id = await enter()
  await until(() => expect(calls).toHaveLength(1))
  await stopFilling(id)
  expect(fillOf(id)).toBeUndefined()
  give(Response.json(PRODUCT))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await lineOf(id)).toMatchObject({ name: '', link: LINK })
})

test('cancelled at once, before the link is even stored, nothing is asked or filled in', async () => {
  const id = newId()
  setCells('line', id, kitId, { ord: 'a0', link: LINK })
  const shown = new Promise<void>((resolve) => {
    const unsubscribe = useFills.subscribe((fills) => {
      if (fills[id]?.kind !== 'locked') return
      unsubscribe()
      resolve()
    })
  })
  const entering = fillFrom(id, LINK)
  await shown
  await stopFilling(id)
  await entering
  expect(fillOf(id)).toBeUndefined()
  expect(await entryOf(id)).toBeUndefined()
  await fillWaiting()
  expect(calls).toEqual([])
  expect(await lineOf(id)).toMatchObject({ name: '', price: null })
})

test('cancelled while the answer is being stored, it is not stored', async () => {
  let isCancelled = false
  answer = () => {
    const response = Response.json(PRODUCT)
    // `text()` is the last read of the response: from here the answer is being stored.
    const read = response.text.bind(response)
    response.text = async () => {
      const text = await read()
      // The answer queues behind this edit; Cancel arrives as soon as the edit is stored.
      setCells('line', id, kitId, { qty: 7 })
      const stop = onStored(() => {
        stop()
        isCancelled = true
        void stopFilling(id)
      })
      return text
    }
    return response
  }
  const id = newId()
  setCells('line', id, kitId, { ord: 'a0', link: LINK })
  await fillFrom(id, LINK)
  await until(() => expect(isCancelled).toBe(true))
  await over(id)
  expect(await lineOf(id)).toMatchObject({ name: '', qty: 7 })
})

test('of two links entered one right after the other only the second is asked about', async () => {
  const id = newId()
  const second = LINK.replace('FTT2', 'FTT3')
  setCells('line', id, kitId, { ord: 'a0', link: LINK })
  const first = fillFrom(id, LINK)
  setCells('line', id, kitId, { link: second })
  await Promise.all([first, fillFrom(id, second)])
  await over(id)
  expect(calls.map(({ url }) => url)).toEqual([second])
  expect(await lineOf(id)).toMatchObject({ name: 'Oil filter' })
})

test('without signal the link waits on the device, and fills only what is still empty later', async () => {
  goOffline()
  const id = await enter()
  expect(fillOf(id)).toEqual({ kind: 'waiting', host: 'amazon.com', reason: '' })
  expect(await entryOf(id)).toMatchObject({ value: { link: LINK } })
  expect(calls).toEqual([])
  setCells('line', id, kitId, { name: 'Typed offline' })
  vi.restoreAllMocks()
  await fillWaiting()
  await over(id)
  expect(await lineOf(id)).toMatchObject({ name: 'Typed offline', manufacturer: 'Mann' })
})

test('when it is asked later the row is not locked: somebody may be typing in it', async () => {
  goOffline()
  const id = await enter()
  vi.restoreAllMocks()
  answer = () => new Promise<Response>(() => {})
  await fillWaiting()
  await shows(id, { kind: 'asking' })
  await stopFilling(id)
})

test('no answer at all is no signal', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  const id = await enter()
  await shows(id, { kind: 'waiting', reason: '' })
  answer = () =>
    new Response('<html>Log in to the WiFi', { headers: { 'Content-Type': 'text/html' } })
  await fillWaiting()
  await shows(id, { kind: 'waiting', reason: '' })
  answer = () => Response.json(PRODUCT)
  await fillWaiting()
  await over(id)
  expect(await lineOf(id)).toMatchObject({ name: 'Oil filter' })
})

test('a refusal leaves the row as it was and says why, until it is tried again', async () => {
  answer = () => refusal(501, 'This server cannot look up products of amazon.')
  const id = await enter({ name: 'Mine' })
  const reason = 'This server cannot look up products of amazon.'
  await shows(id, { kind: 'failed', reason })
  expect(await lineOf(id)).toMatchObject({
    name: 'Mine',
    manufacturer: '',
    price: null,
    link: LINK,
  })
  // No automatic retry.
  await fillWaiting()
  expect(calls).toHaveLength(1)
  answer = () => Response.json(PRODUCT)
  await tryAgain(id)
  await over(id)
  expect(await lineOf(id)).toMatchObject({ name: 'Mine', manufacturer: 'Mann' })
})

test('a shop that does not answer is asked again later, and given up after five times', async () => {
  answer = () => refusal(503, 'amazon.com does not answer at the moment.', { 'Retry-After': '30' })
  const id = await enter()
  await shows(id, { kind: 'waiting', reason: 'amazon.com does not answer at the moment.' })
  await fillWaiting()
  expect(calls).toHaveLength(1)
  for (let tries = 2; tries <= 5; tries++) {
    const entry = (await entryOf(id))?.value as { next: number }
    await db.meta.put({ key: `fill:${id}`, value: { ...entry, next: 0 } })
    await fillWaiting()
    await until(() => expect(calls).toHaveLength(tries))
    await shows(id, { kind: tries < 5 ? 'waiting' : 'failed' })
  }
})

test('several links at once are all asked for, three at a time', async () => {
  const given: ((response: Response) => void)[] = []
  answer = () => new Promise<Response>((resolve) => given.push(resolve))
  const ids = await Promise.all(
    [1, 2, 3, 4, 5].map((at) => enter({}, `https://www.amazon.com/dp/B00000000${at}`)),
  )
  await until(() => expect(calls).toHaveLength(3))
  expect(ids.map((id) => fillOf(id)?.kind)).toEqual(ids.map(() => 'locked'))
  for (let at = 0; at < 5; at++) {
    await until(() => expect(given.length).toBeGreaterThan(at))
    given[at]?.(Response.json(PRODUCT))
  }
  for (const id of ids) {
    await over(id)
    expect(await lineOf(id)).toMatchObject({ name: 'Oil filter' })
  }
})

test('a listed shop is asked about, any other link is not', async () => {
  const shop = await enter({}, 'https://shop.example/part')
  await over(shop)
  expect(calls).toEqual([{ path: '/api/shop/product', url: 'https://shop.example/part' }])
  const other = await enter({}, 'https://other.example/?amazon.com/dp/B000C5FTT2')
  expect(fillOf(other)).toBeUndefined()
  expect(await entryOf(other)).toBeUndefined()
  expect(calls).toHaveLength(1)
})

test('as long as nobody knows which shops are listed, a link waits without a word', async () => {
  goOffline()
  const working = globalThis.fetch
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const listed = await enter({}, 'https://shop.example/part')
  const other = await enter({}, 'https://other.example/part')
  expect(useFills.getState()).toEqual({})
  vi.stubGlobal('fetch', working)
  vi.restoreAllMocks()
  await fillWaiting()
  await until(async () => expect(await lineOf(listed)).toMatchObject({ name: 'Oil filter' }))
  await until(async () => expect(await entryOf(other)).toBeUndefined())
  expect(calls).toHaveLength(1)
})

test("the operator's tag comes with the link, and never takes the place of somebody's own", async () => {
  const tagged = `${LINK}?tag=workshop-20`
  answer = () => Response.json({ ...PRODUCT, link: tagged })
  const plain = await enter()
  await over(plain)
  expect(await lineOf(plain)).toMatchObject({ link: tagged })
  const own = await enter({}, `${LINK}?tag=somebody-20`)
  await over(own)
  expect(await lineOf(own)).toMatchObject({ name: 'Oil filter', link: `${LINK}?tag=somebody-20` })
})

test('an answer that is not safe to store is not stored', async () => {
  answer = () =>
    Response.json({ ...PRODUCT, name: 'x'.repeat(900), price: '1e9', link: 'javascript:alert(1)' })
  const id = await enter()
  await over(id)
  const line = await lineOf(id)
  expect(line).toMatchObject({ name: 'x'.repeat(200), link: LINK })
  expect(await db.problems.count()).toBe(0)
})

test('who listens hears what was filled in and what was there before', async () => {
  const heard: unknown[] = []
  const stop = onFilled((filled, host) => heard.push([filled.before, filled.after, host]))
  const id = await enter({ name: 'Mine' })
  await over(id)
  stop()
  expect(heard).toEqual([
    [
      { manufacturer: '', partNumber: '', price: null },
      { manufacturer: 'Mann', partNumber: 'HU 719/7 x', price: 101_250 },
      'amazon.com',
    ],
  ])
})
