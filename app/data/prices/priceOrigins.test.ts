import { beforeEach, expect, test } from 'vitest'

import { applyProduct } from '../autofill/applyProduct.ts'
import { findHere, readBuild } from '../kits/open/builds.ts'
import { openKit } from '../kits/open/openKit.ts'
import { openDevice } from '../device/device.ts'
import { importKit } from '../kits/open/importKit.ts'
import { readPriceOrigins } from './priceOrigins.ts'
import { setCells, settled } from '../sync/write/writeQueue.ts'
import { storeBuild } from '../kits/open/testBuild.ts'

const LINK = 'https://shop.example/1'
const ASKED = Date.UTC(2026, 10, 20)

beforeEach(async () => {
  await openDevice()
})

const originsOf = async (kitId: string) =>
  [...(await readPriceOrigins(await readBuild(kitId, ''))).values()].map(({ by }) => by)

test('a price that was typed here is by hand, and of when it was typed', async () => {
  const before = Date.now()
  const { kitId, lineIds } = await storeBuild({ name: 'Oil', price: 100 }, { name: 'Rags' })
  const origins = await readPriceOrigins(await readBuild(kitId, ''))
  expect([...origins.keys()]).toEqual([lineIds[0]])
  expect(await originsOf(kitId)).toEqual(['hand'])
  const at = origins.get(lineIds[0] ?? '')?.at ?? 0
  expect([at >= before, at <= Date.now()]).toEqual([true, true])
})

test('a price is by hand from the key on, before it is stored', async () => {
  const { buildId, kitId, lineIds } = await storeBuild({ name: 'Oil' })
  const [id = ''] = lineIds
  const kit = openKit(kitId, buildId)
  const close = kit.subscribe(() => undefined)
  await kit.whenRead()
  // The store is busy with one edit when the next arrives.
  setCells('line', id, kitId, { name: 'Oil filter' })
  setCells('line', id, kitId, { price: 1200 })
  const shown = kit.read()
  expect(shown?.kit.lines[0]?.price).toBe(1200)
  expect(shown && (await readPriceOrigins(shown)).get(id)?.by).toBe('hand')
  close()
})

test('a price that a shop said is the shop’s, until somebody types over it', async () => {
  const { kitId, lineIds } = await storeBuild({ link: LINK })
  const [id = ''] = lineIds
  const product = {
    name: 'Oil filter',
    manufacturer: '',
    partNumber: '',
    price: '11.49',
    asOf: ASKED,
    link: '',
  }
  await applyProduct(id, LINK, product, () => true)
  expect((await readPriceOrigins(await readBuild(kitId, ''))).get(id)).toEqual({
    at: ASKED,
    by: 'shop',
  })
  setCells('line', id, kitId, { price: 900 })
  await settled()
  expect(await originsOf(kitId)).toEqual(['hand'])
})

test('of a copy nobody here typed the price', async () => {
  const { kitId } = await storeBuild({ name: 'Oil', price: 100 })
  const { kit } = await readBuild(kitId, '')
  const lines = kit.lines.map(({ id: _id, ord: _ord, ...line }) => line)
  const buildId = await importKit({ ...kit, lines, steps: [] }, kitId)
  expect(await originsOf((await findHere(buildId)) ?? '')).toEqual(['unknown'])
})
