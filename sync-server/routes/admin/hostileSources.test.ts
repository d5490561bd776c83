import type { Feed } from '#shared/catalogue/feed.ts'
import type { Job } from '#shared/catalogue/job.ts'
import type { PartDetail } from '#shared/catalogue/part.ts'
import type { Source, SourceSettings } from '#shared/catalogue/source.ts'
import type { TestInternet } from '../../outside/testInternet.ts'
import type { TestServer } from '../../testServer.ts'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { feed as feedForm } from '#shared/catalogue/feed.ts'
import { isOver } from '#shared/catalogue/job.ts'
import { source as sourceForm } from '#shared/catalogue/source.ts'
import { until } from '#shared/testPatience.ts'
import { openInternet } from '../../outside/testInternet.ts'
import { beginDue } from '../../feeds/dueSources.ts'
import { storeParts } from '../../catalogue/storeParts.ts'
import { BOSS_EMAIL, TestDesk } from '../../testDesk.ts'
import { startTestServer } from '../../testServer.ts'

const HOST = 'files.example'
const HEAD =
  'partNumber,brand,name,price,merchant,link,make,model,yearFrom,yearTo,crossReferences,image,sku,category,gtin,currency'
const TRUTH = 'https://honest.example/'

let internet: TestInternet
let server: TestServer
let desk: TestDesk
const files: Record<string, string> = {}
beforeAll(async () => {
  internet = await openInternet()
  internet.sites[HOST] = ({ url = '' }, response) => {
    const type = url.endsWith('json')
      ? 'application/json'
      : url.endsWith('xml')
        ? 'text/xml'
        : 'text/csv'
    response.writeHead(200, { 'Content-Type': type }).end(files[url])
  }
  const { outside } = internet
  server = await startTestServer({ env: { ADMIN_EMAILS: [BOSS_EMAIL] }, outside })
  desk = await TestDesk.open(server)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
  await internet.close()
})

type Row = Record<string, string>
const csv = (...rows: Row[]) =>
  [HEAD, ...rows.map((row) => HEAD.split(',').map((name) => row[name] ?? '')), ''].join('\n')
const row = (partNumber: string, more: Row = {}): Row => ({
  partNumber,
  brand: 'B',
  name: `Name ${partNumber}`,
  price: '5.00',
  link: TRUTH,
  ...more,
})

const settings = (changes: Partial<SourceSettings>): SourceSettings => ({
  name: 'A source',
  kind: 'address',
  address: '',
  merchant: '',
  format: 'auto',
  encoding: '',
  decimal: '.',
  currency: 'USD',
  rate: null,
  mapping: {},
  schedule: '0 4 * * *',
  priceHours: 168,
  historyAllowed: true,
  ...changes,
})

let made = 0
/** A source with its own file, which `say` replaces. */
async function make(merchant: string, body: string, { kind = 'csv', ...more } = {}) {
  const path = `/${++made}.${kind}`
  files[path] = body
  const told = settings({ merchant, address: `https://${HOST}${path}`, ...more })
  const { id } = await desk.post('/api/admin/sources', told)
  return { id: String(id), say: (next: string) => void (files[path] = next) }
}

async function over(begun: Record<string, unknown>): Promise<Job> {
  expect(begun['status']).toBe(202)
  return until(async () => {
    const path = `/api/admin/jobs/${String(begun['id'])}`
    const job = (await desk.call(desk.boss, 'GET', path)) as unknown as Job
    expect(isOver(job)).toBe(true)
    return job
  })
}

async function sourceOf(id: string): Promise<Source> {
  const answer = await desk.call(desk.boss, 'GET', '/api/admin/sources')
  const found = (answer['sources'] as { id: string }[]).find((one) => one.id === id)
  return sourceForm.parse(found)
}

async function run({ id }: { id: string }): Promise<Feed> {
  const job = await over(await desk.post(`/api/admin/sources/${id}/run`, {}))
  const [newest] = (await sourceOf(id)).runs
  if (!newest) throw new Error(`no run: ${job.error}`)
  return newest
}

const act = async (id: string, action: string) =>
  expect(await over(await desk.post(`/api/admin/feeds/${id}/${action}`, {}))).toMatchObject({
    state: 'done',
  })
const remove = async ({ id }: { id: string }) =>
  expect(await desk.post(`/api/admin/sources/${id}/remove`, {})).toMatchObject({ status: 200 })

async function makeCurrent(merchant: string, body: string, more = {}) {
  const source = await make(merchant, body, more)
  await act((await run(source)).id, 'import')
  return source
}

async function upload(body: string, merchant = ''): Promise<Feed> {
  const response = await fetch(`${server.url}/api/admin/feeds?name=u&merchant=${merchant}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${desk.token}`, 'Content-Type': 'text/csv' },
    body,
  })
  return feedForm.parse(await response.json())
}

const part = async (number: string) => {
  const response = await fetch(`${server.url}/api/parts/${number}`)
  return response.ok ? ((await response.json()) as PartDetail) : null
}
const numbersOf = async (number: string) =>
  (await part(number))?.crossReferences.map(({ partNumber }) => partNumber)
const fitsOf = async (number: string) => (await part(number))?.fits.map(({ model }) => model)

const EVIL = { link: 'https://evil.example/', price: '1.00' }
const CAR = { make: 'Audi', model: 'S4', yearFrom: '2004', yearTo: '2008' }

describe('a source speaks for no other merchant', () => {
  // T43
  test('where its operator has named one, in any format', async () => {
    await makeCurrent('Honest', csv(row('SP 1'), row('SP 2')))
    const before = [await part('SP1'), await part('SP2')]
    const own = row('SP 3', { merchant: 'EVIL' })
    const attack = [row('SP 1', { ...EVIL, merchant: 'Honest' }), row('SP 2', EVIL), own]
    const reason = 'merchant: “Honest” is not Evil, and this file speaks for no other.'
    const formats: [string, string][] = [
      ['csv', csv(...attack.slice(0, 1), own)],
      ['json', JSON.stringify([attack[0], own])],
      [
        'xml',
        `<rss><channel>${[attack[0], own]
          .map((of = {}) => {
            const cells = Object.entries(of).map(([name, value]) => `<${name}>${value}</${name}>`)
            return `<item>${cells.join('')}</item>`
          })
          .join('')}</channel></rss>`,
      ],
    ]
    for (const [kind, body] of formats) {
      const source = await make('Evil', body, { kind })
      const first = await run(source)
      expect(first, kind).toMatchObject({ accepted: 1, refused: 1 })
      const whole = (await desk.call(desk.boss, 'GET', `/api/admin/feeds/${first.id}`))['problems']
      expect(whole).toMatchObject([{ reason }])
      await act(first.id, 'import')
      await run(source)
      expect([await part('SP1'), await part('SP2')], kind).toEqual(before)
      await remove(source)
    }
    // A single file uploaded for one merchant.
    expect(await upload(csv(...attack.slice(0, 1), own), 'Evil')).toMatchObject({
      accepted: 1,
      problems: [{ reason }],
    })
    // A foreign currency would replace the offer in dollars.
    const euros = await make('Evil', csv(row('SP 1', { merchant: 'Honest', currency: 'EUR' }), own))
    await act((await run(euros)).id, 'import')
    expect(await part('SP1')).toEqual(before[0])
  })

  test('but under another name that an operator gave it', async () => {
    const old = await makeCurrent('Old Name', csv(row('AL 1')))
    await remove(old)
    const next = await makeCurrent('New Name', csv(row('AL 2')))
    const { merchants } = (await desk.call(
      desk.boss,
      'GET',
      '/api/admin/catalogue/merchants',
    )) as unknown as { merchants: { id: string; name: string }[] }
    const idOf = (name: string) => merchants.find((one) => one.name === name)?.id ?? ''
    const path = `/api/admin/catalogue/merchants/${idOf('Old Name')}`
    const merged = await desk.post(path, { action: 'merge', into: idOf('New Name') })
    expect(merged['status']).toBe(204)
    next.say(csv(row('AL 2', { merchant: 'Old Name', price: '6.00' })))
    expect(await run(next)).toMatchObject({ state: 'imported', accepted: 1 })
    expect((await part('AL2'))?.prices).toMatchObject([{ basePrice: '6.00' }])
  })

  // T43
  test('where its file names them: only for those that began with it', async () => {
    await makeCurrent('Named Shop', csv(row('UN 1')))
    await act((await upload(csv(row('UN 1', { merchant: 'Hand Shop' })))).id, 'import')
    await make('Not Read Yet', '')
    const before = await part('UN1')
    const mine = row('UN 2', { merchant: 'Market One' })
    const body = csv(
      mine,
      row('UN 1', { ...EVIL, merchant: 'Named Shop' }),
      row('UN 1', { ...EVIL, merchant: 'Hand Shop' }),
      // A part that merchant has no offer of.
      row('UN 2', { ...EVIL, merchant: 'Hand Shop' }),
      row('UN 2', { ...EVIL, merchant: 'Not Read Yet' }),
    )
    const market = await make('', body)
    const first = await run(market)
    expect(first).toMatchObject({ accepted: 1, refused: 4 })
    expect(first.reasons).toEqual([
      {
        reason: 'merchant: “…” is known from elsewhere: a source of its own speaks for it.',
        count: 4,
      },
    ])
    await act(first.id, 'import')
    expect(await part('UN1')).toEqual(before)
    market.say(csv({ ...mine, price: '6.00' }, row('UN 2', { merchant: 'Market Two' })))
    expect(await run(market)).toMatchObject({ state: 'imported', accepted: 2, refused: 0 })
    const other = await make('', csv({ ...mine, ...EVIL }, row('UN 3', { merchant: 'Market 3' })))
    expect(await run(other)).toMatchObject({ accepted: 1, refused: 1 })
  })

  test('also where another began with one while its file waited', async () => {
    const early = row('EA 1', { ...EVIL, merchant: 'Late Shop' })
    const waits = await run(await make('', csv(early)))
    await makeCurrent('Late Shop', csv(row('EA 2')))
    expect(await over(await desk.post(`/api/admin/feeds/${waits.id}/import`, {}))).toMatchObject({
      state: 'failed',
      error: 'merchant: “Late Shop” is known from elsewhere: a source of its own speaks for it.',
    })
    expect(await part('EA1')).toBeNull()
  })
})

const touched =
  '1 part that others offer would be named otherwise, fit other vehicles or have other numbers: look at it first.'

describe('what touches a part that others offer', () => {
  // T43
  test('waits for a word where a schedule would let it in, is counted, and can be taken back', async () => {
    const all = Array.from({ length: 7 }, (_, n) => `TO ${n}`)
    await makeCurrent('Touched', csv(...all.map((number) => row(number, { sku: 'H', ...CAR }))))
    const evil = await makeCurrent('Toucher', csv(...all.map((number) => row(number))))
    const before = await Promise.all(all.map(part))
    const own = { ...CAR, sku: 'H' }
    const changes: Row[] = [
      { ...own, price: '6.00' },
      { name: 'JUNK' },
      { image: 'https://evil.example/i.jpg' },
      { category: 'Junk' },
      { sku: 'JUNK' },
      { ...CAR, model: 'TT' },
      { crossReferences: 'FALSE 1' },
    ]
    evil.say(csv(...all.map((number, n) => row(number, changes[n]))))
    const { db } = server.deps
    await db('feed_sources')
      .where({ id: evil.id })
      .update({ next_at: new Date(0) })
    expect(await beginDue(server.deps)).toBe(true)
    await until(async () =>
      expect((await desk.call(desk.boss, 'GET', '/api/admin/stats'))['job']).toBeNull(),
    )
    const [held] = (await sourceOf(evil.id)).runs
    expect(held).toMatchObject({
      state: 'waiting',
      uploadedBy: 'its schedule',
      held: '6 parts that others offer would be named otherwise, fit other vehicles or have other numbers: look at them first.',
      effect: { changedOffers: 7, sameOffers: 0 },
    })
    expect(await Promise.all(all.map(part))).toEqual(before)
    await act(held?.id ?? '', 'import')
    expect(await part('TO1')).toMatchObject({ name: 'JUNK' })
    expect(await fitsOf('TO5')).toEqual(['S4', 'TT'])
    expect(await numbersOf('TO6')).toEqual(['FALSE 1'])
    await act(held?.id ?? '', 'undo')
    expect(await Promise.all(all.map(part))).toEqual(before)
  })

  // T43
  test('goes with its source, and what another says too stays', async () => {
    const honest = await makeCurrent(
      'Stays',
      csv(row('GO 1', { ...CAR, crossReferences: 'BOTH 1;TRUE 1', category: 'Filters' })),
    )
    const before = await part('GO1')
    const evil = await makeCurrent(
      'Goes',
      csv(
        row('GO 1', { ...CAR, model: 'TT', crossReferences: 'BOTH 1;FALSE 1', name: 'JUNK' }),
        row('GO 2', { ...CAR, crossReferences: 'GO 3' }),
      ),
    )
    expect(await part('GO1')).toMatchObject({ name: 'JUNK', category: 'Filters' })
    // Neither source's runs undo the other's names, or need approval for their own again.
    expect(await run(honest)).toMatchObject({ state: 'imported', effect: { sameOffers: 1 } })
    expect(await run(evil)).toMatchObject({ state: 'imported', effect: { sameOffers: 2 } })
    expect(await part('GO1')).toMatchObject({ name: 'JUNK' })
    const found = async (text: string) =>
      (await (await fetch(`${server.url}/api/parts?q=${text}`)).text()).includes('GO 1')
    expect([await found('false+1'), await found('true+1')]).toEqual([true, true])
    await remove(evil)
    const { prices, merchants, asOf, ...named } = (await part('GO1')) as PartDetail
    expect(before).toMatchObject(named)
    expect([prices.length, merchants.length, asOf]).toEqual([2, 2, expect.any(Number)])
    expect(await fitsOf('GO2')).toEqual([])
    expect(await numbersOf('GO2')).toEqual([])
    const all = [await found('false+1'), await found('true+1'), await found('junk')]
    expect(all).toEqual([false, true, false])
  })

  test('waits too where the offer beside it does not count', async () => {
    await makeCurrent('Counts', csv(row('NO 1'), row('NO 2')))
    const evil = await makeCurrent('Counts Not', csv(row('NO 1'), row('NO 2')))
    const { id = '', prices } = (await part('NO1')) ?? {}
    const merchantId = prices?.find(({ merchant }) => merchant === 'Counts Not')?.merchantId
    const path = `/api/admin/catalogue/parts/${id}`
    const removed = await desk.post(path, { action: 'removeOffer', merchantId })
    expect(removed['status']).toBe(200)
    evil.say(csv(row('NO 1', { name: 'JUNK' }), row('NO 2')))
    expect(await run(evil)).toMatchObject({ state: 'waiting', held: touched })
    // The first of duplicate rows counts, in the preview too.
    evil.say(csv(row('NO 2', { name: 'JUNK' }), row('NO 2'), row('no-2')))
    expect(await run(evil)).toMatchObject({ state: 'waiting', held: touched, refused: 2 })
  })

  test('is what every row of it says, where two merchants of one file offer it', async () => {
    const rows = [
      row('RO 1', { ...CAR, crossReferences: 'ROW 1', merchant: 'Row One' }),
      row('RO 1', { ...CAR, model: 'TT', crossReferences: 'ROW 2', merchant: 'Row Two' }),
    ]
    const market = await makeCurrent('', csv(...rows))
    expect([await fitsOf('RO1'), await numbersOf('RO1')]).toEqual([
      ['S4', 'TT'],
      ['ROW 1', 'ROW 2'],
    ])
    await makeCurrent('Row Three', csv(row('RO 1')))
    expect(await run(market)).toMatchObject({ state: 'imported', effect: { sameOffers: 2 } })
  })

  test('does not come in behind its source that is removed meanwhile', async () => {
    const numbers = Array.from({ length: 900 }, (_, n) => `MW ${n}`)
    const evil = await makeCurrent('Meanwhile', csv(...numbers.map((number) => row(number))))
    evil.say(csv(...numbers.map((number) => row(number, { ...CAR, price: '6.00' }))))
    // A lock on the last row stops the import there.
    const other = await server.deps.db.transaction()
    await other.raw(
      `select from offers o join parts p on p.id = o.part_id where p.number = 'MW 899' for update of o`,
    )
    const begun = await desk.post(`/api/admin/sources/${evil.id}/run`, {})
    await until(async () => {
      const path = `/api/admin/jobs/${String(begun['id'])}`
      const job = (await desk.call(desk.boss, 'GET', path)) as unknown as Job
      expect(job.saved).toBeGreaterThan(0)
    })
    await remove(evil)
    await other.rollback()
    expect(await over(begun)).toMatchObject({ state: 'failed' })
    expect(await fitsOf('MW0')).toEqual([])
  })

  test('is no year that another source says', async () => {
    const honest = await makeCurrent('Years', csv(row('YE 1', CAR)))
    const evil = await makeCurrent('Not Years', csv(row('YE 1', { ...CAR, yearTo: '2030' })))
    const years = async () => (await part('YE1'))?.fits.map(({ yearTo }) => yearTo)
    expect(await years()).toEqual([2008])
    expect(await run(evil)).toMatchObject({ state: 'imported', effect: { sameOffers: 1 } })
    honest.say(csv(row('YE 1', { ...CAR, yearTo: '2009' })))
    const held = await run(honest)
    expect(held).toMatchObject({ state: 'waiting', held: touched })
    await act(held.id, 'import')
    expect(await years()).toEqual([2009])
    await act(held.id, 'undo')
    expect(await years()).toEqual([2008])
  })

  test('is said of a file by itself, and taken back with it', async () => {
    await makeCurrent('Sourced', csv(row('BY 1', CAR)))
    const before = await part('BY1')
    const attack = { ...CAR, model: 'TT', crossReferences: 'FALSE 2', name: 'JUNK', price: '4.00' }
    const file = await upload(csv(row('BY 1', { ...attack, merchant: 'Sourced' })))
    const effect = { changedOffers: 1, disputedOffers: 1 }
    expect(file).toMatchObject({ effect, held: touched })
    await act(file.id, 'import')
    expect(await part('BY1')).toMatchObject({ name: 'JUNK' })
    await act(file.id, 'undo')
    expect(await part('BY1')).toEqual(before)
  })

  test('is left alone by a retailer’s pages', async () => {
    await makeCurrent('Paged', csv(row('PA 1', { ...CAR, category: 'Filters' })))
    const before = await part('PA1')
    const page = {
      number: 'PA 1',
      brand: 'B',
      name: 'JUNK',
      category: 'Junk',
      image: 'https://evil.example/i.jpg',
      task: '',
      retailerNumber: 'JUNK',
      unitCents: 100,
      rating: { average: 0, count: 0 },
      fits: [{ make: 'Audi', model: 'TT', yearFrom: 2004, yearTo: 2008 }],
      crossReferences: [{ number: 'FALSE 3', brand: '' }],
      offers: [],
    }
    await storeParts(server.deps.db, [page], { origin: 'retailer', isDemo: false, now: Date.now() })
    expect(await part('PA1')).toEqual(before)
  })
})

// T43
test('a barcode that another part took later leads no offer away', async () => {
  const gtin = '4006381333931'
  const honest = await makeCurrent('Barcode', csv(row('', { gtin, name: 'Brake' })))
  await makeCurrent('Thief', csv(row('TH 1', { gtin })))
  expect(await run(honest)).toMatchObject({ state: 'imported', effect: { sameOffers: 1 } })
  expect((await part('TH1'))?.prices.map(({ merchant }) => merchant)).toEqual(['Thief'])
  expect((await part(`${gtin}`))?.prices.map(({ merchant }) => merchant)).toContain('Barcode')
})
