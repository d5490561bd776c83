/** Corrections by hand outlive later imports of their sources. */
import type {
  DeskMerchants,
  DeskPart,
  ListedParts,
  RemovedParts,
} from '#shared/catalogue/correction.ts'
import type { Job } from '#shared/catalogue/job.ts'
import type { PartDetail, PartHistory, PartOffers, PartsPage } from '#shared/catalogue/part.ts'
import type { TestServer } from '../../testServer.ts'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { isOver } from '#shared/catalogue/job.ts'
import { until } from '#shared/testPatience.ts'
import { BOSS_EMAIL, TestDesk } from '../../testDesk.ts'
import { startTestServer } from '../../testServer.ts'

let server: TestServer
let desk: TestDesk
beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_EMAILS: [BOSS_EMAIL] } })
  desk = await TestDesk.open(server)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const get = async <T>(path: string) =>
  (await desk.call(desk.boss, 'GET', `/api/admin/catalogue/${path}`)) as unknown as T
const HEAD =
  'partNumber,gtin,brand,name,price,shipping,availability,category,make,model,yearFrom,yearTo,crossReferences'

/** An upload source. */
let made = 0
async function makeSource(merchant: string): Promise<string> {
  const answer = await desk.post('/api/admin/sources', {
    name: `Source ${++made}`,
    kind: 'upload',
    address: '',
    merchant,
    format: 'auto',
    encoding: '',
    decimal: '.',
    currency: 'USD',
    rate: null,
    mapping: {},
    schedule: '',
    priceHours: 168,
    historyAllowed: true,
  })
  expect(answer).toMatchObject({ status: 201 })
  return String(answer['id'])
}

async function over(begun: Record<string, unknown>): Promise<void> {
  expect(begun['status']).toBe(202)
  await until(async () => {
    const path = `/api/admin/jobs/${String(begun['id'])}`
    const job = (await desk.call(desk.boss, 'GET', path)) as unknown as Job
    expect(isOver(job)).toBe(true)
    expect(job.error).toBe('')
  })
}

/** Uploads the source's next file. @returns the feed's id */
async function bring(source: string, ...rows: string[]): Promise<string> {
  const response = await fetch(`${server.url}/api/admin/feeds?name=f.csv&source=${source}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${desk.token}`, 'Content-Type': 'text/csv' },
    body: [HEAD, ...rows, ''].join('\n'),
  })
  const feed = (await response.json()) as { id: string; accepted: number }
  expect(feed).toMatchObject({ accepted: rows.length })
  await over(await desk.post(`/api/admin/feeds/${feed.id}/import`, {}))
  return feed.id
}
const undo = async (feed: string) => over(await desk.post(`/api/admin/feeds/${feed}/undo`, {}))

const shopper = async <T>(path: string): Promise<T | null> => {
  const response = await fetch(`${server.url}/api/parts${path}`)
  return response.status === 404 ? null : ((await response.json()) as T)
}
const part = (number: string, brand = '') => shopper<PartDetail>(`/${number}?brand=${brand}`)
const found = async (q: string) =>
  ((await shopper<PartsPage>(`?q=${encodeURIComponent(q)}`)) as PartsPage).parts.map(
    ({ partNumber }) => partNumber,
  )
const idOf = async (number: string): Promise<string> => {
  const { parts } = await get<ListedParts>(`parts?q=${encodeURIComponent(number)}`)
  return parts.find(({ partNumber }) => partNumber === number)?.id ?? ''
}
const edit = async (number: string, body: object) =>
  desk.post(`/api/admin/catalogue/parts/${await idOf(number)}`, body)
const deskPart = async (number: string) => get<DeskPart>(`parts/${await idOf(number)}`)
const merchantId = async (name: string) => {
  const { merchants } = await get<DeskMerchants>(`merchants?q=${encodeURIComponent(name)}`)
  return merchants.find((one) => one.name === name)?.id ?? ''
}
const acts = async () => {
  const { entries } = (await desk.call(desk.boss, 'GET', '/api/admin/audit')) as unknown as {
    entries: { action: string; details: Record<string, string> }[]
  }
  return entries
}
/** "C 1,,Corvane,Oil filter,10.00,0,In stock,Filters,,,,," with overrides. */
const row = (
  number: string,
  {
    name = 'Oil filter',
    price = '10.00',
    more = ',,,,',
    stock = 'In stock',
    brand = 'Corvane',
    gtin = '',
  } = {},
) => `${number},${gtin},${brand},${name},${price},0,${stock},Filters,${more}`

describe('a correction by hand', () => {
  test('stands over what later files say, beside it, until it is taken back', async () => {
    const source = await makeSource('Shop A')
    await bring(source, row('A 1', { name: 'Oil fliter' }))
    const answer = await edit('A 1', { action: 'correct', values: { name: 'Oil filter, spin-on' } })
    expect(answer).toMatchObject({ status: 200, part: { fields: expect.anything() } })
    expect(await part('A1')).toMatchObject({ name: 'Oil filter, spin-on' })
    expect(await found('spin-on')).toEqual(['A 1'])
    expect(await found('fliter')).toEqual([])
    await bring(source, row('A 1', { name: 'Oil fliter (new)', price: '11.00' }))
    expect(await part('A1')).toMatchObject({
      name: 'Oil filter, spin-on',
      prices: [{ totalPrice: 11 }],
    })
    expect(await found('spin-on')).toEqual(['A 1'])
    expect((await deskPart('A 1')).fields[0]).toMatchObject({
      field: 'name',
      value: 'Oil filter, spin-on',
      corrected: { said: 'Oil fliter (new)', by: 'boss' },
    })
    await edit('A 1', { action: 'takeBackField', field: 'name' })
    expect(await part('A1')).toMatchObject({ name: 'Oil fliter (new)' })
    expect(await found('spin-on')).toEqual([])
    expect((await acts())[0]).toMatchObject({
      action: 'take_back_correction',
      details: {
        of: 'Oil filter, spin-on, Corvane A 1',
        name: '“Oil filter, spin-on” is “Oil fliter (new)”',
      },
    })
  })

  test('of a price stands too, and in the history and the preview of the next file', async () => {
    const source = await makeSource('Shop B')
    await bring(source, row('B 1', { price: '99.00' }), row('B 2'))
    const merchant = await merchantId('Shop B')
    await edit('B 1', { action: 'correctOffer', merchantId: merchant, price: '9.90' })
    expect(await part('B1')).toMatchObject({ prices: [{ totalPrice: 9.9 }] })
    const history = async () => {
      const { merchants } = (await shopper<PartHistory>('/B1/history')) as PartHistory
      return merchants[0]?.observations.map(({ cents }) => cents)
    }
    expect(await history()).toEqual([990])
    const feed = await bring(source, row('B 1', { price: '99.00' }), row('B 2'))
    expect(await part('B1')).toMatchObject({ prices: [{ totalPrice: 9.9 }] })
    expect(await desk.call(desk.boss, 'GET', `/api/admin/feeds/${feed}`)).toMatchObject({
      effect: { sameOffers: 2, changedOffers: 0, jumpedOffers: 0 },
    })
    expect((await deskPart('B 1')).offers).toMatchObject([
      { price: '9.90', said: { price: '99.00' }, state: 'corrected', merchant: 'Shop B' },
    ])
    await edit('B 1', { action: 'takeBack', kind: 'offer', key: merchant })
    expect(await part('B1')).toMatchObject({ prices: [{ totalPrice: 99 }] })
    expect(await history()).toEqual([9_900])
  })

  test('of its stock stands when its source no longer names it', async () => {
    const source = await makeSource('Shop C')
    await bring(source, row('C 1'), row('C 2'))
    const merchant = await merchantId('Shop C')
    const stock = { action: 'correctOffer', merchantId: merchant, availability: 'In the shop' }
    await edit('C 1', stock)
    await bring(source, row('C 2'))
    expect(await part('C1')).toMatchObject({ prices: [{ availability: 'In the shop' }] })
    await edit('C 1', { action: 'takeBack', kind: 'offer', key: merchant })
    expect(await part('C1')).toMatchObject({ prices: [{ availability: 'Out of stock' }] })
  })

  test('outlives the taking back of an import, which changes what the source says', async () => {
    const source = await makeSource('Shop D')
    await bring(source, row('D 1', { name: 'First', price: '10.00' }), row('D 2'))
    const merchant = await merchantId('Shop D')
    await edit('D 2', { action: 'correct', values: { name: 'Early' } })
    const feed = await bring(
      source,
      row('D 1', { name: 'Second', price: '20.00' }),
      row('D 2', { name: 'Later' }),
    )
    await edit('D 1', { action: 'correct', values: { name: 'By hand' } })
    await edit('D 1', { action: 'correctOffer', merchantId: merchant, price: '15.00' })
    await edit('D 2', { action: 'removeOffer', merchantId: merchant })
    await undo(feed)
    expect(await part('D1')).toMatchObject({ name: 'By hand', prices: [{ totalPrice: 15 }] })
    expect(await part('D2')).toMatchObject({ name: 'Early', prices: [] })
    await edit('D 1', { action: 'takeBackField', field: 'name' })
    await edit('D 1', { action: 'takeBack', kind: 'offer', key: merchant })
    await edit('D 2', { action: 'takeBackField', field: 'name' })
    await edit('D 2', { action: 'takeBack', kind: 'offer', key: merchant })
    expect(await part('D1')).toMatchObject({ name: 'First', prices: [{ totalPrice: 10 }] })
    expect(await part('D2')).toMatchObject({ name: 'Oil filter', prices: [{ totalPrice: 10 }] })
  })

  test('of number and brand leaves the old ones leading there, for links and for files', async () => {
    const source = await makeSource('Shop E')
    await bring(source, row('E 1', { brand: 'Korvane' }), row('E 2'))
    const values = { partNumber: 'E-1 X', brand: 'Corvane' }
    expect(await edit('E 1', { action: 'correct', values })).toMatchObject({ status: 200 })
    expect(await part('E1X', 'Corvane')).toMatchObject({ partNumber: 'E-1 X', brand: 'Corvane' })
    expect(await part('E1', 'Korvane')).toMatchObject({ partNumber: 'E-1 X' })
    expect(await found('E1 Korvane')).toEqual(['E-1 X'])
    await bring(source, row('E 1', { brand: 'Korvane', price: '7.00', name: 'Filter' }), row('E 2'))
    expect(await part('E1')).toMatchObject({
      partNumber: 'E-1 X',
      name: 'Filter',
      prices: [{ totalPrice: 7 }],
    })
    const taken = { action: 'correct', values: { partNumber: 'E 2' } }
    expect(await edit('E-1 X', taken)).toMatchObject({ status: 409, field: 'partNumber' })
    await edit('E-1 X', { action: 'takeBackField', field: 'partNumber' })
    await edit('E 1', { action: 'takeBackField', field: 'brand' })
    expect(await part('E1')).toMatchObject({ partNumber: 'E 1', brand: 'Korvane' })
  })

  test('of cars and of other numbers stands: what was taken out stays out', async () => {
    const source = await makeSource('Shop F')
    const line = row('F 1', { more: 'Audi,S4,2004,2008,Exemplar=EX 1' })
    await bring(source, line)
    const fit = { make: 'Audi', model: 'S4', yearFrom: 2004, yearTo: 2008 }
    const reference = { partNumber: 'EX 1', brand: 'Exemplar' }
    await edit('F 1', { action: 'changeFit', fit, to: { ...fit, yearTo: 2006 } })
    await edit('F 1', { action: 'addFit', fit: { ...fit, model: 'A6' } })
    await edit('F 1', { action: 'removeReference', reference })
    await edit('F 1', { action: 'addReference', reference: { partNumber: 'EX 2', brand: '' } })
    await bring(source, line)
    expect(await part('F1')).toMatchObject({
      fits: [{ model: 'A6' }, { model: 'S4', yearTo: 2006 }],
      crossReferences: [{ partNumber: 'EX 2' }],
    })
    expect(await part('EX1')).toBeNull()
    expect(await part('EX2')).toMatchObject({ partNumber: 'F 1' })
    const { fits, references } = await deskPart('F 1')
    expect(fits.map(({ state }) => state)).toEqual(['added', 'added'])
    expect(references.map(({ state, fact }) => [state, fact.partNumber])).toEqual([
      ['added', 'EX 2'],
      ['removed', 'EX 1'],
    ])
    for (const { key } of references)
      await edit('F 1', { action: 'takeBack', kind: 'reference', key })
    for (const { key } of fits) await edit('F 1', { action: 'takeBack', kind: 'fit', key })
    expect(await part('F1')).toMatchObject({
      fits: [{ model: 'S4', yearTo: 2008 }],
      crossReferences: [{ partNumber: 'EX 1' }],
    })
  })
})

test('what an import is writing is not changed meanwhile, and that is said', async () => {
  const source = await makeSource('Shop G')
  await bring(source, row('G 1'))
  const id = await idOf('G 1')
  await server.deps.db.transaction(async (trx) => {
    await trx('parts').where({ id }).forUpdate().select('id')
    const answer = await edit('G 1', { action: 'hide' })
    expect(answer).toMatchObject({ status: 409, code: 'busy' })
  })
  const values = { name: 'Gasket' }
  expect(await edit('G 1', { action: 'correct', values })).toMatchObject({ status: 200 })
})

describe('a part that is hidden', () => {
  test('is nowhere for shoppers, also after the next file, until it is shown', async () => {
    const source = await makeSource('Shop H')
    const lines = [
      row('H 1', { name: 'Rotor', more: 'Audi,A8,2004,2008,Exemplar=HX 1' }),
      row('H 2'),
    ]
    await bring(source, ...lines)
    const id = await idOf('H 1')
    expect(await found('rotor')).toEqual(['H 1'])
    await edit('H 1', { action: 'hide' })
    await bring(source, ...lines)
    expect(await found('rotor')).toEqual([])
    expect(await found('H 1')).not.toContain('H 1')
    expect(await shopper('?make=Audi&model=A8')).toMatchObject({ parts: [] })
    expect(await part('H1')).toBeNull()
    expect(await part('HX1')).toBeNull()
    const lookup = await fetch(`${server.url}/api/parts/offers`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ parts: [{ partNumber: 'H 1' }, { partNumber: 'HX 1' }] }),
    })
    expect(((await lookup.json()) as PartOffers).parts).toEqual([null, null])
    const { parts } = await get<ListedParts>('parts?state=hidden')
    expect(parts.map((one) => one.id)).toEqual([id])
    await edit('H 1', { action: 'show' })
    expect(await part('H1')).toMatchObject({ name: 'Rotor' })
  })
})

describe('two parts that are one', () => {
  test('are merged: the offers go along, and the number leads to what remains', async () => {
    const [first, second] = [await makeSource('Shop M'), await makeSource('Shop N')]
    await bring(first, row('M 1', { name: 'Pump' }))
    await bring(second, row('M-1A', { name: 'Pumpe', brand: 'Korvane', price: '8.00' }))
    const into = await idOf('M 1')
    expect(await edit('M-1A', { action: 'merge', into })).toEqual({ status: 200, part: null })
    expect(await part('M1A', 'Korvane')).toMatchObject({
      partNumber: 'M 1',
      name: 'Pump',
      prices: [{ merchant: 'Shop N' }, { merchant: 'Shop M' }],
    })
    await bring(second, row('M-1A', { name: 'Pumpe', brand: 'Korvane', price: '7.00' }))
    expect(await part('M1')).toMatchObject({ name: 'Pump', prices: [{ totalPrice: 7 }, {}] })
    expect(await found('Pumpe')).toEqual([])
    expect(await found('M1A')).toEqual(['M 1'])
    expect((await deskPart('M 1')).aliases).toMatchObject([
      { partNumber: 'M-1A', brand: 'Korvane', name: 'Pumpe', kind: 'merged', by: 'boss' },
    ])
    await edit('M 1', { action: 'separate', partNumber: 'M-1A', brand: 'Korvane' })
    await bring(second, row('M-1A', { name: 'Pumpe', brand: 'Korvane', price: '7.00' }))
    expect(await part('M1A')).toMatchObject({ partNumber: 'M-1A', prices: [{ totalPrice: 7 }] })
    expect(await part('M1')).toMatchObject({
      prices: [{ merchant: 'Shop M' }, { merchant: 'Shop N', availability: 'Out of stock' }],
    })
  })

  test('cannot be one with itself or with nothing', async () => {
    const source = await makeSource('Shop O')
    await bring(source, row('O 1'))
    const id = await idOf('O 1')
    expect(await edit('O 1', { action: 'merge', into: id })).toMatchObject({
      status: 422,
      field: 'into',
    })
    expect(await edit('O 1', { action: 'merge', into: '999999' })).toMatchObject({
      status: 404,
      field: 'into',
    })
  })
})

describe('a part that is removed', () => {
  test('does not come back, also by its barcode, until somebody lets it in', async () => {
    const source = await makeSource('Shop R')
    const lines = [row('R 1', { gtin: '4006381333931' }), row('R 2')]
    await bring(source, ...lines)
    await edit('R 1', { action: 'remove' })
    expect(await part('R1')).toBeNull()
    const feed = await bring(source, ...lines, row('', { gtin: '4006381333931' }))
    expect(await part('R1')).toBeNull()
    expect(await part('4006381333931')).toBeNull()
    expect(await desk.call(desk.boss, 'GET', `/api/admin/feeds/${feed}`)).toMatchObject({
      effect: { newParts: 0, newOffers: 0, sameOffers: 1 },
    })
    const { parts } = await get<RemovedParts>('removed')
    expect(parts.map(({ partNumber }) => partNumber)).toContain('R 1')
    const name = { partNumber: 'R 1', brand: 'Corvane' }
    expect(await desk.post('/api/admin/catalogue/removed', name)).toMatchObject({ status: 204 })
    expect(await desk.post('/api/admin/catalogue/removed', name)).toMatchObject({ status: 404 })
    await bring(source, ...lines)
    expect(await part('R1')).toMatchObject({ partNumber: 'R 1' })
  })
})

describe('a merchant', () => {
  test('is named by hand, and goes by both names', async () => {
    const source = await makeSource('shop p llc')
    await bring(source, row('P 1'))
    const path = `/api/admin/catalogue/merchants/${await merchantId('shop p llc')}`
    expect(await desk.post(path, { action: 'rename', name: 'Shop Q' })).toMatchObject({
      status: 204,
    })
    await bring(source, row('P 1'), row('P 2'))
    const other = await makeSource('SHOP Q')
    await bring(other, row('P 3'))
    for (const number of ['P1', 'P2', 'P3'])
      expect(await part(number)).toMatchObject({ prices: [{ merchant: 'Shop Q' }] })
    await desk.post(path, { action: 'takeBackName' })
    expect(await part('P1')).toMatchObject({ prices: [{ merchant: 'shop p llc' }] })
  })

  test('is hidden with its offers, and shown again', async () => {
    const source = await makeSource('Shop S')
    await bring(source, row('S 1', { name: 'Sensor' }))
    const path = `/api/admin/catalogue/merchants/${await merchantId('Shop S')}`
    await desk.post(path, { action: 'hide' })
    expect(await part('S1')).toMatchObject({ prices: [] })
    expect(await shopper('?q=sensor')).toMatchObject({ parts: [{ lowestPrice: null }] })
    await desk.post(path, { action: 'show' })
    expect(await part('S1')).toMatchObject({ prices: [{ merchant: 'Shop S' }] })
  })

  test('is merged into another, and what files say of it is the other’s', async () => {
    const [first, second] = [await makeSource('Shop T'), await makeSource('Shop U')]
    await bring(first, row('T 1'), row('T 2'))
    await bring(second, row('T 2', { price: '4.00' }))
    const into = await merchantId('Shop U')
    const path = `/api/admin/catalogue/merchants/${await merchantId('Shop T')}`
    expect(await desk.post(path, { action: 'merge', into: '99999' })).toMatchObject({
      status: 404,
      field: 'into',
    })
    expect(await desk.post(path, { action: 'merge', into })).toMatchObject({ status: 204 })
    expect(await part('T1')).toMatchObject({ prices: [{ merchant: 'Shop U' }] })
    expect(await part('T2')).toMatchObject({ prices: [{ merchant: 'Shop U', totalPrice: 4 }] })
    await bring(first, row('T 1', { price: '6.00' }))
    expect(await part('T1')).toMatchObject({ prices: [{ merchant: 'Shop U', totalPrice: 6 }] })
  })

  test('is removed, and begins anew only when somebody lets it in', async () => {
    const source = await makeSource('Shop V')
    await bring(source, row('V 1'))
    const id = await merchantId('Shop V')
    await desk.post(`/api/admin/catalogue/merchants/${id}`, { action: 'remove' })
    await bring(source, row('V 1'))
    expect(await part('V1')).toMatchObject({ prices: [] })
    const { merchants } = await get<RemovedParts>('removed')
    const key = merchants.find(({ name }) => name === 'Shop V')?.key ?? ''
    await desk.post('/api/admin/catalogue/removed', { merchant: key })
    await bring(source, row('V 1'))
    expect(await part('V1')).toMatchObject({ prices: [{ merchant: 'Shop V' }] })
  })
})

describe('the lists of an operator', () => {
  test('come in pages by key, and whole as files', async () => {
    const source = await makeSource('Shop W')
    await bring(
      source,
      ...Array.from({ length: 60 }, (_, n) => row(`W ${n}`, { name: 'Washer =1' })),
    )
    const first = await get<ListedParts>('parts?q=washer')
    const second = await get<ListedParts>(`parts?q=washer&after=${first.next}`)
    expect([first.parts.length, second.parts.length, second.next]).toEqual([50, 10, null])
    const seller = await get<ListedParts>(`parts?merchant=${await merchantId('Shop W')}`)
    expect(seller.parts).toHaveLength(50)
    const csv = async (path: string) => {
      const response = await desk.boss.call('GET', `/api/admin/catalogue/${path}`)
      expect(response.headers.get('Content-Type')).toContain('text/csv')
      return (await response.text()).split('\r\n')
    }
    expect(await csv('parts?q=washer&format=csv')).toHaveLength(62)
    expect((await csv('merchants?format=csv')).length).toBeGreaterThan(3)
    expect((await csv('removed?format=csv'))[0]).toBe('partNumber,brand,name,by,at')
  })

  test('and acts name the field that is not readable', async () => {
    const id = await idOf('A 1')
    const bad: [object, string][] = [
      [{ action: 'correct', values: { name: '' } }, 'values.name'],
      [{ action: 'correct', values: { name: 'x'.repeat(201) } }, 'values.name'],
      [{ action: 'correct', values: { image: 'javascript:alert(1)' } }, 'values.image'],
      [{ action: 'correct', values: { partNumber: '---' } }, 'values.partNumber'],
      [{ action: 'correctOffer', merchantId: '1', price: '-1' }, 'price'],
      [{ action: 'correctOffer', merchantId: '1', price: '0' }, 'price'],
      [{ action: 'correctOffer', merchantId: '999999', price: '1' }, 'merchantId'],
      [
        { action: 'addFit', fit: { make: 'Audi', model: 'S4', yearFrom: 2008, yearTo: 2004 } },
        'fit.yearTo',
      ],
      [{ action: 'removeReference', reference: { partNumber: 'Q' } }, 'reference'],
      [{ action: 'takeBack', kind: 'part', key: 'x' }, 'kind'],
      [{ action: 'explode' }, 'action'],
    ]
    for (const [body, field] of bad) {
      const answer = await desk.post(`/api/admin/catalogue/parts/${id}`, body)
      expect(answer, JSON.stringify(body)).toMatchObject({ field })
      expect(answer.status).toBeLessThan(500)
    }
    for (const path of ['parts/0', 'parts/x', `parts/${'9'.repeat(19)}`])
      expect(await get(path)).toMatchObject({ status: 404 })
    expect(await get('parts?after=x')).toMatchObject({ status: 422, field: 'after' })
    expect(await get('parts?state=x')).toMatchObject({ status: 422, field: 'state' })
  })
})
