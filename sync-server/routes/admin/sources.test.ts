import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Feed } from '#shared/catalogue/feed.ts'
import type { Job } from '#shared/catalogue/job.ts'
import type { PartDetail } from '#shared/catalogue/part.ts'
import type { Source, SourceSettings } from '#shared/catalogue/source.ts'
import type { TestInternet } from '../../outside/testInternet.ts'
import type { TestServer } from '../../testServer.ts'

import { createServer as createTlsServer } from 'node:https'
import { connect as connectTls } from 'node:tls'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { feed as feedForm } from '#shared/catalogue/feed.ts'
import { isOver } from '#shared/catalogue/job.ts'
import { source as sourceForm } from '#shared/catalogue/source.ts'
import { until } from '#shared/testPatience.ts'
import { openInternet } from '../../outside/testInternet.ts'
import { beginDue } from '../../feeds/dueSources.ts'
import { EXPIRED_CERTIFICATE, EXPIRED_KEY } from '../../feeds/testCertificate.ts'
import { BOSS_EMAIL, TestDesk } from '../../testDesk.ts'
import { registerAccount, startTestServer, TestDevice } from '../../testServer.ts'

const HOUR_MS = 3_600_000
const HOST = 'files.example'

let internet: TestInternet
let server: TestServer
let desk: TestDesk
const expired = createTlsServer({ cert: EXPIRED_CERTIFICATE, key: EXPIRED_KEY }, (_, response) =>
  response.end('never'),
)
beforeAll(async () => {
  internet = await openInternet()
  await new Promise<void>((resolve) => expired.listen(0, '127.0.0.1', resolve))
  const { port } = expired.address() as AddressInfo
  const { resolve, connect } = internet.outside
  const outside = {
    resolve,
    // An expired certificate from a trusted authority.
    connect: (target: Parameters<typeof connect>[0]) =>
      target.hostname === 'expired.example'
        ? connectTls({ port, servername: target.hostname, ca: EXPIRED_CERTIFICATE })
        : connect(target),
  }
  server = await startTestServer({ env: { ADMIN_EMAILS: [BOSS_EMAIL] }, outside })
  desk = await TestDesk.open(server)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
  await internet.close()
  await new Promise((resolve) => expired.close(resolve))
})

const HEAD = 'partNumber,brand,name,price'
const csv = (...rows: string[]) => [HEAD, ...rows, ''].join('\n')
const numbered = (prefix: string, count: number, price = '5.00') =>
  Array.from({ length: count }, (_, n) => `${prefix}${n},B,Name ${n},${price}`)

interface Answer {
  body: string | Uint8Array
  type?: string
  headers?: Record<string, string>
}

/** Serves one file, which may change; a function writes the response itself. */
function serve(path: string, answer: () => Answer | ((to: ServerResponse) => void)): void {
  const others = internet.sites[HOST]
  internet.sites[HOST] = (request: IncomingMessage, response: ServerResponse) => {
    if (request.url !== path) {
      if (others) others(request, response)
      else response.writeHead(404).end()
      return
    }
    const how = answer()
    if (typeof how === 'function') return how(response)
    const { body, type = 'text/csv', headers = {} } = how
    const tag = headers['ETag']
    if (tag && request.headers['if-none-match'] === tag) response.writeHead(304).end()
    else response.writeHead(200, { 'Content-Type': type, ...headers }).end(body)
  }
}

let made = 0
const settings = (changes: Partial<SourceSettings>): SourceSettings => ({
  name: `Source ${++made}`,
  kind: 'address',
  address: `https://${HOST}/`,
  merchant: `Shop ${made}`,
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

async function make(changes: Partial<SourceSettings>): Promise<string> {
  const answer = await desk.post('/api/admin/sources', settings(changes))
  expect(answer).toMatchObject({ status: 201 })
  return String(answer['id'])
}

async function sourceOf(id: string): Promise<Source> {
  const answer = await desk.call(desk.boss, 'GET', '/api/admin/sources')
  const all = (answer['sources'] as unknown[]).map((one) => sourceForm.parse(one))
  const found = all.find((one) => one.id === id)
  if (!found) throw new Error('the source is gone')
  return found
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

/** Runs a source. @returns its newest feed */
async function run(id: string): Promise<Feed> {
  const job = await over(await desk.post(`/api/admin/sources/${id}/run`, {}))
  const [newest] = (await sourceOf(id)).runs
  if (!newest) throw new Error(`no run: ${job.error}`)
  return newest
}

const act = async (id: string, action: string) =>
  over(await desk.post(`/api/admin/feeds/${id}/${action}`, {}))

/** A source whose first feed was approved. */
async function makeCurrent(changes: Partial<SourceSettings>): Promise<string> {
  const id = await make(changes)
  const first = await run(id)
  expect(first).toMatchObject({ state: 'waiting', error: '' })
  expect(await act(first.id, 'import')).toMatchObject({ state: 'done' })
  return id
}

const part = async (number: string, brand = '') => {
  const response = await fetch(`${server.url}/api/parts/${number}${brand && `?brand=${brand}`}`)
  return response.ok ? ((await response.json()) as PartDetail) : null
}
const offersOf = async (number: string) =>
  (await part(number))?.prices.map(({ basePrice, availability }) => [basePrice, availability])

describe('a source at an address', () => {
  test('waits for a word the first time, says what would change, and then keeps itself current', async () => {
    let price = '5.00'
    let tag = '"one"'
    serve('/current.csv', () => ({
      body: csv(`CU 1,B,Filter,${price}`, 'CU 2,B,Belt,7.00'),
      headers: { ETag: tag },
    }))
    const id = await make({ address: `https://${HOST}/current.csv`, merchant: 'Current Shop' })
    const first = await run(id)
    expect(first).toMatchObject({
      state: 'waiting',
      held: 'It is the first since the source was made or changed.',
      effect: { newParts: 2, newOffers: 2, changedOffers: 0, outOfStock: 0 },
    })
    expect(await part('CU1')).toBeNull()
    await act(first.id, 'import')
    expect(await offersOf('CU1')).toEqual([['5.00', '']])
    expect(await part('CU1')).toMatchObject({
      merchants: [{ name: 'Current Shop', maxAgeMs: 168 * HOUR_MS, historyAllowed: true }],
    })
    expect(await run(id)).toMatchObject({ state: 'unchanged' })
    price = '6.00'
    tag = '"two"'
    expect(await run(id)).toMatchObject({
      state: 'imported',
      uploadedBy: 'boss',
      effect: { newParts: 0, newOffers: 0, changedOffers: 1, sameOffers: 1, outOfStock: 0 },
    })
    expect(await offersOf('CU1')).toEqual([['6.00', '']])
    expect(await sourceOf(id)).toMatchObject({ failures: 0, error: '' })
  })

  test('is read when it is due, and a run that was missed is made up for', async () => {
    serve('/due.csv', () => ({ body: csv('DU 1,B,N,5') }))
    const id = await makeCurrent({ address: `https://${HOST}/due.csv`, schedule: '30 4 * * *' })
    const { nextAt } = await sourceOf(id)
    expect(new Date(nextAt ?? 0).toISOString()).toMatch(/T04:30:00.000Z$/)
    expect(nextAt).toBeGreaterThan(Date.now())
    expect(await beginDue(server.deps)).toBe(false)
    // The server missed the run at half past four.
    const missed = new Date(Date.now() - 5 * HOUR_MS)
    await server.deps
      .db('feed_sources')
      .where({ id })
      .update({ next_at: missed, imported_at: null })
    expect(await beginDue(server.deps)).toBe(true)
    await until(async () => {
      const [newest] = (await sourceOf(id)).runs
      expect(newest).toMatchObject({ state: 'imported', uploadedBy: 'its schedule' })
    })
    await until(async () =>
      expect((await desk.call(desk.boss, 'GET', '/api/admin/stats'))['job']).toBeNull(),
    )
    expect(await beginDue(server.deps)).toBe(false)
    expect((await sourceOf(id)).nextAt).toBeGreaterThan(Date.now())
  })

  test('that fails is tried again later and later, and says why; nothing of it changes', async () => {
    let status = 200
    serve('/fails.csv', () =>
      status === 200
        ? { body: csv('FA 1,B,N,5') }
        : (to) => void to.writeHead(status, { 'Content-Type': 'text/html' }).end('sorry'),
    )
    const id = await makeCurrent({ address: `https://${HOST}/fails.csv` })
    status = 503
    const waits: number[] = []
    for (const failures of [1, 2, 3]) {
      expect(await run(id)).toMatchObject({
        state: 'refused',
        error: 'The address answered with an error (503).',
      })
      const source = await sourceOf(id)
      expect(source).toMatchObject({ failures, error: 'The address answered with an error (503).' })
      waits.push(Math.round(((source.nextAt ?? 0) - Date.now()) / 60_000))
    }
    expect(waits).toEqual([15, 30, 60])
    expect(await offersOf('FA1')).toEqual([['5.00', '']])
    status = 200
    expect(await run(id)).toMatchObject({ state: 'imported' })
    expect(await sourceOf(id)).toMatchObject({ failures: 0, error: '' })
  })
})

describe('an import', () => {
  // T44
  test('is a transaction of its source: what is not named is out of stock, and it can be taken back', async () => {
    let rows = numbered('TR', 10)
    serve('/transaction.csv', () => ({ body: csv(...rows) }))
    const id = await makeCurrent({ address: `https://${HOST}/transaction.csv` })
    const before = await part('TR0')
    rows = [...numbered('TR', 8, '6.00'), 'TRNEW,B,New,9.00']
    const second = await run(id)
    expect(second).toMatchObject({
      state: 'imported',
      mayUndo: true,
      effect: { newParts: 1, newOffers: 1, changedOffers: 8, outOfStock: 2 },
    })
    expect(await offersOf('TR0')).toEqual([['6.00', '']])
    expect(await offersOf('TR9')).toEqual([['5.00', 'Out of stock']])
    expect(await act(second.id, 'undo')).toMatchObject({ state: 'done', saved: 11 })
    expect(await part('TR0')).toEqual(before)
    expect(await offersOf('TR9')).toEqual([['5.00', '']])
    expect(await part('TRNEW')).toBeNull()
    expect((await sourceOf(id)).runs[0]).toMatchObject({ state: 'undone', mayUndo: false })
    expect(await desk.post(`/api/admin/feeds/${second.id}/undo`, {})).toMatchObject({ status: 409 })
    // The undone file does not come back by itself.
    expect(await run(id)).toMatchObject({ state: 'waiting' })
  })

  test('says of an offer that it is the same only where nothing of it changes', async () => {
    let head = HEAD
    let rest = ''
    serve('/same.csv', () => ({
      body: [head, ...numbered('SM', 3).map((row) => row + rest), ''].join('\n'),
    }))
    const address = `https://${HOST}/same.csv`
    const id = await makeCurrent({ address, currency: 'EUR', rate: 1.1 })
    const same = { sameOffers: 3, changedOffers: 0 }
    const changed = { sameOffers: 0, changedOffers: 3 }
    expect((await run(id)).effect).toMatchObject(same)
    for (const [column, value] of [
      ['shipping', '6.99'],
      ['core charge', '10'],
      ['sale price', '4.00'],
      ['url', 'https://shop.example/sm'],
      ['currency', 'CHF'],
    ]) {
      head += `,${column}`
      rest += `,${value}`
      expect((await run(id)).effect, column).toMatchObject(changed)
      expect((await run(id)).effect, column).toMatchObject(same)
    }
    head = HEAD
    rest = ''
    await run(id)
    const { name, merchant } = await sourceOf(id)
    const told = settings({ name, merchant, address, currency: 'EUR', rate: 1.2 })
    expect(await desk.post(`/api/admin/sources/${id}`, told)).toMatchObject({ status: 200 })
    expect((await run(id)).effect).toMatchObject(changed)
  })

  test('leaves alone what another source has said since, when it is taken back', async () => {
    serve('/one.csv', () => ({ body: csv('LA 1,B,N,5', 'LA 2,B,N,5') }))
    serve('/other.csv', () => ({ body: csv('LA 1,B,N,4') }))
    const merchant = 'Shared Shop'
    const one = await makeCurrent({ address: `https://${HOST}/one.csv`, merchant })
    const other = await make({ address: `https://${HOST}/other.csv`, merchant })
    const waiting = await run(other)
    expect(waiting.effect).toMatchObject({ disputedOffers: 1, newOffers: 0 })
    await act(waiting.id, 'import')
    expect(await offersOf('LA1')).toEqual([['4.00', '']])
    await act((await sourceOf(one)).runs[0]?.id ?? '', 'undo')
    expect(await offersOf('LA1')).toEqual([['4.00', '']])
    expect(await part('LA2')).toBeNull()
  })

  // T39
  test('that would put more than half out of stock waits for a word', async () => {
    let rows = numbered('HA', 10)
    serve('/half.csv', () => ({ body: csv(...rows) }))
    const id = await makeCurrent({ address: `https://${HOST}/half.csv` })
    rows = numbered('HA', 4)
    const held = await run(id)
    expect(held).toMatchObject({
      state: 'waiting',
      held: 'It no longer names 6 of 10 offers that are in stock: more than half would be out of stock.',
    })
    expect(await offersOf('HA9')).toEqual([['5.00', '']])
    await act(held.id, 'import')
    expect(await offersOf('HA9')).toEqual([['5.00', 'Out of stock']])
  })

  // T39
  test('of a column that changed its meaning waits for a word', async () => {
    let body = csv(...numbered('ME', 10))
    serve('/meaning.csv', () => ({ body }))
    const id = await makeCurrent({ address: `https://${HOST}/meaning.csv` })
    body = [
      'partNumber,brand,name,price',
      ...numbered('ME', 10).map((row) => row.replace(/Name /, '77')),
    ].join('\n')
    expect(await run(id)).toMatchObject({
      state: 'waiting',
      held: 'The column “name”, which is read as name, held words and holds numbers now. Look at its rows before it is imported.',
    })
    body = csv(...numbered('ME', 10, '500'))
    expect(await run(id)).toMatchObject({
      state: 'waiting',
      held: '10 prices would be less than a third or more than three times what they are: does its price column mean something else now?',
    })
    body = body.replace('price', 'amount')
    expect(await run(id)).toMatchObject({
      state: 'refused',
      error:
        'The first row has to name the columns; missing: price. It reads: partNumber, brand, name, amount',
    })
    expect(await offersOf('ME1')).toEqual([['5.00', '']])
  })

  // T44
  test('that is cancelled in the middle leaves nothing, and readers never see half of it', async () => {
    let rows = numbered('CA', 4_000)
    serve('/cancel.csv', () => ({ body: csv(...rows) }))
    const id = await makeCurrent({ address: `https://${HOST}/cancel.csv` })
    rows = numbered('CA', 4_000, '6.00')
    // A lock on a row in the middle stops the import there.
    const other = await server.deps.db.transaction()
    await other.raw(
      `select from offers o join parts p on p.id = o.part_id where p.number = 'CA1500' for update of o`,
    )
    const begun = await desk.post(`/api/admin/sources/${id}/run`, {})
    const path = `/api/admin/jobs/${String(begun['id'])}`
    const aliveAt = async (): Promise<number> => {
      const [at] = await server.deps.db('jobs').where({ id: begun['id'] }).pluck('alive_at')
      return (at as Date).getTime()
    }
    await until(async () => {
      const job = (await desk.call(desk.boss, 'GET', path)) as unknown as Job
      expect(job.saved).toBeGreaterThan(0)
    })
    expect(await offersOf('CA0')).toEqual([['5.00', '']])
    await desk.post(`${path}/cancel`, {})
    // The server sees the cancellation at its next heartbeat, the import by the one after. If the
    // server saw it before the first poll, the job may be over by then.
    for (let signs = 0; signs < 2; signs++) {
      const last = await aliveAt()
      await until(async () => {
        const { state } = (await desk.call(desk.boss, 'GET', path)) as unknown as Job
        expect(state !== 'running' || (await aliveAt()) > last).toBe(true)
      })
    }
    await other.rollback()
    expect(await over(begun)).toMatchObject({ state: 'cancelled' })
    expect(await offersOf('CA0')).toEqual([['5.00', '']])
    expect(await offersOf('CA3999')).toEqual([['5.00', '']])
    expect((await sourceOf(id)).runs[0]).toMatchObject({ state: 'waiting' })
  })
})

describe('files are read', () => {
  // T37
  test('as Google Merchant has them, packed, with identifiers', async () => {
    const item = (inside: string) => `<item>${inside}</item>`
    const xml = `<?xml version="1.0" encoding="ISO-8859-1"?>
      <!DOCTYPE rss [<!ENTITY boom "boom"><!ENTITY file SYSTEM "file:///etc/passwd">]>
      <rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>A shop</title>
      ${item('<title>Plain</title><g:title>Bremse f\u00fcr vorn &amp; hinten</g:title><g:mpn>GM 1</g:mpn><g:gtin>4006381333931</g:gtin><g:brand>Bremswerk</g:brand><g:price>12.50 USD</g:price><g:sale_price>10.00 USD</g:sale_price><g:availability>in_stock</g:availability><link>https://shop.example/1</link><g:shipping><g:country>US</g:country><g:price>4.00 USD</g:price></g:shipping>')}
      ${item('<g:title>Only a barcode &file;</g:title><g:gtin>96385074</g:gtin><g:brand>Bremswerk</g:brand><g:price>3.00 USD</g:price>')}
      ${item('<g:title>Wrong barcode</g:title><g:mpn>GM 3</g:mpn><g:gtin>4006381333932</g:gtin><g:brand>Bremswerk</g:brand><g:price>3.00 USD</g:price>')}
      </channel></rss>`
    serve('/google.xml.gz', () => ({
      body: gzipSync(Buffer.from(xml, 'latin1')),
      type: 'application/gzip',
    }))
    const id = await make({ address: `https://${HOST}/google.xml.gz` })
    const feed = await run(id)
    expect(feed).toMatchObject({
      rows: 3,
      accepted: 2,
      reasons: [{ reason: 'gtin: “…” has a wrong length or check digit.', count: 1 }],
    })
    await act(feed.id, 'import')
    expect(await part('GM1')).toMatchObject({
      name: 'Bremse für vorn & hinten',
      crossReferences: [{ partNumber: '4006381333931' }],
      prices: [
        { basePrice: '12.50', promoAmount: '2.50', shipping: '$4.00', availability: 'in stock' },
      ],
    })
    expect((await part('96385074'))?.name).not.toContain('root')
    // Another shop identifies the part by barcode only.
    serve('/barcode.csv', () => ({
      body: 'gtin,brand,name,price\n04006381333931,BREMSWERK,Brake,11.00\n',
    }))
    await makeCurrent({ address: `https://${HOST}/barcode.csv` })
    expect((await part('GM1'))?.prices.map(({ basePrice }) => basePrice).sort()).toEqual([
      '11.00',
      '12.50',
    ])
  })

  test('as JSON with the list in an object, and values in objects', async () => {
    const items = Array.from({ length: 300 }, (_, n) => ({
      identifiers: { mpn: `JS ${n}` },
      brand: 'B',
      title: `A part with "[{" in its name ${n}`,
      price: { value: 5.5, currency: 'USD' },
      images: [{ url: 'https://shop.example/1.jpg' }],
    }))
    const body = JSON.stringify({
      meta: { tags: ['a'], pages: [] },
      data: { items },
      more: [{ a: 1 }],
    })
    serve('/nested.json', () => ({ body, type: 'application/json' }))
    const id = await make({
      address: `https://${HOST}/nested.json`,
      mapping: { partNumber: 'identifiers.mpn', price: 'price.value', currency: 'price.currency' },
    })
    expect(await run(id)).toMatchObject({ rows: 300, accepted: 300, refused: 0 })
  })

  test('in an old encoding, with tabs and decimal commas, in euros with and without a rate', async () => {
    const text =
      'Artikel\tHersteller\tBezeichnung\tPreis\nEU 1\tM\u00fcller\tB\u00fcgel\t1.234,50 \u20ac\n'
    // Windows-1252: the euro sign is one byte.
    const bytes = Buffer.from(text.replace('\u20ac', '\u0080'), 'latin1')
    serve('/alt.tsv', () => ({ body: bytes, type: 'text/plain' }))
    const euros = {
      address: `https://${HOST}/alt.tsv`,
      mapping: {
        partNumber: 'Artikel',
        brand: 'Hersteller',
        name: 'Bezeichnung',
        price: 'Preis',
      },
      currency: 'EUR',
      decimal: ',',
    } as const
    const id = await make(euros)
    expect(await run(id)).toMatchObject({
      state: 'refused',
      error: /not UTF-8/ as unknown as string,
    })
    const change = (changes: Partial<SourceSettings>) =>
      desk.post(`/api/admin/sources/${id}`, {
        ...settings({ ...euros, merchant: 'Eurohaus', encoding: 'windows-1252' }),
        ...changes,
      })
    expect(await change({ encoding: 'klingon' })).toMatchObject({ status: 422, field: 'encoding' })
    expect((await change({})).status).toBe(200)
    const kept = await run(id)
    expect(kept.effect).toMatchObject({ foreignOffers: 1 })
    await act(kept.id, 'import')
    const inEuros = await part('EU1')
    expect(inEuros).toMatchObject({
      brand: 'Müller',
      name: 'Bügel',
      prices: [],
      foreignPrices: [{ merchant: 'Eurohaus', currency: 'EUR', cents: 123_450 }],
    })
    const listed = await fetch(`${server.url}/api/parts?q=EU1`)
    expect(await listed.json()).toMatchObject({ parts: [{ lowestPrice: null }] })
    await change({ rate: 1.08 })
    expect(await run(id)).toMatchObject({ state: 'imported' })
    const converted = await part('EU1')
    expect(converted?.foreignPrices).toBeUndefined()
    expect(converted?.prices).toMatchObject([
      { basePrice: '1333.26', converted: { currency: 'EUR', cents: 123_450, rate: 1.08 } },
    ])
  })
})

describe('a file as a German shop writes it', () => {
  const HEADINGS =
    'Artikelnummer;Herstellernummer;Hersteller;Bezeichnung;Preis;Versandkosten;Verfügbarkeit;EAN;Händler'
  const auto = { decimal: 'auto', currency: 'EUR', merchant: '' } as const
  const serveGerman = (path: string, ...rows: string[]) => {
    // Windows-1252: the euro sign is one byte.
    const text = [HEADINGS, ...rows, ''].join('\r\n').replaceAll('\u20ac', '\u0080')
    const body = Buffer.from(text, 'latin1')
    serve(path, () => ({ body, type: 'text/csv; charset=iso-8859-1' }))
    return `https://${HOST}${path}`
  }

  test('is read by itself: headings, the maker’s number, and what stands before decimals', async () => {
    const address = serveGerman(
      '/de.csv',
      'T-1;DE 2335001;Textar;Bremsbelagsatz;1.089,50 €;4,90;auf Lager;;Teileland',
      'T-2;DE 2335002;Textar;Bremsscheibe;64 €;0,00;auf Lager;;Teileland',
      'T-3;DE 2335003;Textar;Warnkontakt;1.234 €;0,00;auf Lager;;Teileland',
    )
    const read = await run(await make({ ...auto, address }))
    expect(read).toMatchObject({ accepted: 2, refused: 1, effect: { foreignOffers: 2 } })
    expect(read.reasons).toEqual([
      {
        reason: 'price: “…” may be thousands or decimals; the settings of its source say which.',
        count: 1,
      },
    ])
    const whole = await desk.call(desk.boss, 'GET', `/api/admin/feeds/${read.id}`)
    expect(whole).toMatchObject({ ignored: ['Artikelnummer'] })
    await act(read.id, 'import')
    expect(await part('DE2335001')).toMatchObject({
      foreignPrices: [{ merchant: 'Teileland', currency: 'EUR', cents: 109_440 }],
    })
  })

  test('says why none of its rows fits', async () => {
    const address = serveGerman('/leer.csv', 'T-1;;Textar;Belag;;4,90;;;Teileland')
    const read = await run(await make({ ...auto, address }))
    expect(read.error).toBe(
      'No row of the file is fit. All of them: partNumber: This must not be empty.',
    )
  })

  test('shows what stands in columns that nobody knows', async () => {
    const body = 'Nr;Wer;Was;Wie viel\r\nA 1;Textar;Belag;12,50\r\n'
    serve('/nr.csv', () => ({ body, type: 'text/csv' }))
    const read = await run(await make({ ...auto, address: `https://${HOST}/nr.csv` }))
    expect(read.error).toMatch(/^The first row has to name the columns; missing: partNumber/)
    const { headings } = await desk.call(desk.boss, 'GET', `/api/admin/feeds/${read.id}`)
    expect(headings).toEqual([
      { heading: 'Nr', column: null, samples: ['A 1'] },
      { heading: 'Wer', column: null, samples: ['Textar'] },
      { heading: 'Was', column: null, samples: ['Belag'] },
      { heading: 'Wie viel', column: null, samples: ['12,50'] },
    ])
  })
})

describe('bad input is said in a sentence, and nothing is changed', () => {
  const said = async (address: string) => {
    const before = await server.deps.db('offers').count('* as n').first()
    const id = await make({ address })
    const feed = await run(id)
    expect(feed.state).toBe('refused')
    expect((await sourceOf(id)).error).toBe(feed.error)
    expect(await server.deps.db('feed_rows').where({ feed_id: feed.id })).toEqual([])
    expect(await server.deps.db('offers').count('* as n').first()).toEqual(before)
    return feed.error
  }

  // T38
  test('a web page instead of a file', async () => {
    const body = '<!-- hi --><!DOCTYPE html><html><title>Please log in</title></html>'
    serve('/page.csv', () => ({ body, type: 'text/html' }))
    expect(await said(`https://${HOST}/page.csv`)).toMatch(
      /^This is a web page, not a file of parts/,
    )
  })

  // T36
  test('ten gigabytes in a small file', async () => {
    const rows = Buffer.from(`${HEAD}\n${'A1,B,Name,5\n'.repeat(400_000)}`)
    const member = gzipSync(rows, { level: 9 })
    const many = Math.ceil((10 * 1024 ** 3) / rows.length)
    let sent = 0
    serve('/bomb.csv.gz', () => (to) => {
      to.writeHead(200, { 'Content-Type': 'application/gzip' })
      const body = Readable.from(
        (function* () {
          for (sent = 0; sent < many; sent++) yield member
        })(),
      )
      body.pipe(to)
    })
    expect(await said(`https://${HOST}/bomb.csv.gz`)).toMatch(
      /^(The file unpacks to more than 200 times its size|Unpacked, the file is larger than 512 MB)/,
    )
  })

  // T38
  test('a certificate that expired', async () => {
    expect(await said('https://expired.example/feed.csv')).toBe(
      'The certificate of the address has expired. Its owner has to renew it.',
    )
  })

  // T35
  test('an address that leads inside', async () => {
    internet.names['inside.example'] = ['10.0.0.5']
    internet.names['127.0.0.1'] = ['127.0.0.1']
    const inside = /^The address leads inside a private network, where nothing is fetched\./
    for (const to of ['https://inside.example/', 'https://127.0.0.1/']) {
      serve('/inside.csv', () => (response) => void response.writeHead(302, { Location: to }).end())
      expect(await said(`https://${HOST}/inside.csv`)).toMatch(inside)
    }
    expect(await said('https://inside.example/feed.csv')).toMatch(inside)
    expect(internet.asked.filter((each) => each.startsWith('inside'))).toEqual([])
  })

  // T38
  test('half a file, by its length, by its packing and by its end', async () => {
    const whole = csv(...numbered('HF', 2_000))
    serve('/short.csv', () => (to) => {
      to.writeHead(200, { 'Content-Type': 'text/csv', 'Content-Length': whole.length })
      to.write(whole.slice(0, 20_000), () => setTimeout(() => to.destroy(), 50))
    })
    expect(await said(`https://${HOST}/short.csv`)).toMatch(/^The file broke off in the middle/)
    serve('/half.csv.gz', () => ({ body: gzipSync(whole).subarray(0, 2_000) }))
    expect(await said(`https://${HOST}/half.csv.gz`)).toMatch(/^The file ends in the middle/)
    serve('/half.xml', () => ({ body: '<rss><channel><item><mpn>1</mpn></item><item>' }))
    expect(await said(`https://${HOST}/half.xml`)).toMatch(/^The file ends in the middle/)
    serve('/half.json', () => ({ body: '{"items": [{"mpn": "1"}, {"mpn"' }))
    expect(await said(`https://${HOST}/half.json`)).toMatch(/^The file ends in the middle/)
  })

  test('no file, no host, a login, nothing fit', async () => {
    expect(await said(`https://${HOST}/nothing.csv`)).toMatch(/^There is no file at the address/)
    internet.names['nowhere.example'] = []
    expect(await said('https://nowhere.example/feed.csv')).toMatch(/^There is no such host/)
    serve('/closed.csv', () => (to) => void to.writeHead(401).end())
    expect(await said(`https://${HOST}/closed.csv`)).toMatch(/wants a login/)
    serve('/negative.csv', () => ({ body: csv('A,B,N,-5') }))
    expect(await said(`https://${HOST}/negative.csv`)).toBe(
      'No row of the file is fit. All of them: price: “-5” is below 0.',
    )
    expect(await said(`https://${HOST}:8443/feed.csv`)).toMatch(/names a port/)
  })

  test('900 bad rows of nine reasons come back as a file, grouped by reason', async () => {
    const bad: ((n: number) => string)[] = [
      (n) => `,B,Name,5,Shop,,${n}`,
      (n) => `N1 ${n},,Name,5,Shop,,`,
      (n) => `N2 ${n},B,,5,Shop,,`,
      (n) => `N3 ${n},B,Name,see cart ${n},Shop,,`,
      (n) => `N4 ${n},B,Name,-${n + 1},Shop,,`,
      (n) => `N5 ${n},B,Name,0,Shop,,`,
      (n) => `N6 ${n},B,Name,5,,,`,
      (n) => `N7 ${n},B,Name,5,Shop,ftp://x/${n},`,
      (n) => `N8 ${n},B,Name,5`,
    ]
    const rows = Array.from({ length: 900 }, (_, n) => bad[n % 9]?.(n) ?? '')
    const body = [
      'partNumber,brand,name,price,merchant,link,note',
      'OK 1,B,Fine,5,Shop,,',
      ...rows,
      '',
    ].join('\n')
    serve('/bad.csv', () => ({ body }))
    const id = await make({ address: `https://${HOST}/bad.csv`, merchant: '' })
    const feed = await run(id)
    expect(feed).toMatchObject({ rows: 901, accepted: 1, refused: 900, state: 'waiting' })
    expect(feed.reasons).toHaveLength(9)
    expect(feed.reasons?.every(({ count }) => count === 100)).toBe(true)
    const response = await desk.boss.call('GET', `/api/admin/feeds/${feed.id}/refused`)
    expect(response.headers.get('Content-Disposition')).toContain('refused.csv')
    const [head, ...lines] = (await response.text()).trim().split('\r\n')
    expect(head).toBe('reason,row,partNumber,brand,name,price,merchant,link,note')
    expect(lines).toHaveLength(900)
    const kinds = lines.map((line) => line.split(':')[0]?.slice(0, 20))
    // Grouped by reason: nine groups.
    expect(kinds.filter((kind, at) => kind !== kinds[at - 1]).length).toBeLessThanOrEqual(9)
    expect(lines.find((line) => line.includes('see cart 3'))).toMatch(
      /price: “see cart 3” is no amount/,
    )
  })
})

describe('sources', () => {
  test('are refused when they make no sense', async () => {
    const refused = async (changes: Partial<SourceSettings>) =>
      (await desk.post('/api/admin/sources', settings(changes)))['field']
    expect(await refused({ name: '' })).toBe('name')
    expect(await refused({ address: 'file:///etc/passwd' })).toBe('address')
    expect(await refused({ address: 'https://me:secret@shop.example/' })).toBe('address')
    expect(await refused({ schedule: 'now and then, at times' })).toBe('schedule')
    expect(await refused({ schedule: '*/5 * * * *' })).toBe('schedule')
    expect(await refused({ currency: 'EURO' })).toBe('currency')
    expect(await refused({ priceHours: 0 })).toBe('priceHours')
    expect(await refused({ mapping: { name: 'x', price: 'x' } })).toBe('mapping')
  })

  test('may be a file that is uploaded, with columns that are remembered', async () => {
    const id = await make({ kind: 'upload', mapping: { partNumber: 'Nr.' } })
    const upload = async (body: string) => {
      const response = await fetch(`${server.url}/api/admin/feeds?name=up.csv&source=${id}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${desk.token}`, 'Content-Type': 'text/csv' },
        body,
      })
      return feedForm.parse(await response.json())
    }
    const head = 'Nr.,brand,name,price'
    const first = await upload(`${head}\nUP 1,B,One,5\nUP 2,B,Two,5\nUP 3,B,Three,5\n`)
    expect(first).toMatchObject({ state: 'waiting', sourceId: id, effect: { newParts: 3 } })
    await act(first.id, 'import')
    const second = await upload(`${head}\nUP 1,B,One,5\nUP 2,B,Two,5\n`)
    expect(second.effect).toMatchObject({ newParts: 0, sameOffers: 2, outOfStock: 1 })
    await act(second.id, 'import')
    expect(await offersOf('UP3')).toEqual([['5.00', 'Out of stock']])
    expect(await desk.post(`/api/admin/sources/${id}/run`, {})).toMatchObject({ status: 409 })
    const headings = (await desk.call(desk.boss, 'GET', `/api/admin/feeds/${second.id}`))[
      'headings'
    ]
    expect(headings).toContainEqual({
      heading: 'Nr.',
      column: 'partNumber',
      samples: ['UP 1', 'UP 2'],
    })
  })

  test('say how long their prices stand, and an older one erases what it may not keep', async () => {
    serve('/terms.csv', () => ({ body: 'partNumber,brand,name,price,shipping\nTE 1,B,N,5,0\n' }))
    const terms = { address: `https://${HOST}/terms.csv`, merchant: 'Terms Shop', priceHours: 48 }
    const id = await makeCurrent(terms)
    const history = async () => {
      const response = await fetch(`${server.url}/api/parts/TE1/history`)
      return (await response.json()) as {
        merchants: { observations: unknown[] }[]
        withheld: string[]
      }
    }
    expect((await history()).merchants[0]?.observations).toHaveLength(1)
    await desk.post(`/api/admin/sources/${id}`, settings({ ...terms, historyAllowed: false }))
    expect(await part('TE1')).toMatchObject({
      merchants: [{ maxAgeMs: 48 * HOUR_MS, historyAllowed: false }],
    })
    expect(await history()).toMatchObject({ merchants: [], withheld: ['Terms Shop'] })
    expect(
      await server.deps
        .db('price_months')
        .whereRaw('merchant_id in (select id from merchants where name = ?)', ['Terms Shop']),
    ).toEqual([])
    expect((await desk.post(`/api/admin/sources/${id}/remove`, {})).status).toBe(200)
    expect(await offersOf('TE1')).toEqual([['5.00', '']])
  })

  test('are an administrator’s alone', async () => {
    const other = new TestDevice(server.url, await registerAccount(server))
    expect((await other.call('GET', '/api/admin/sources')).status).toBe(403)
    for (const path of ['', '/x', '/x/run', '/x/remove'])
      expect((await other.call('POST', `/api/admin/sources${path}`, settings({}))).status).toBe(403)
    for (const path of ['', '/run', '/remove'])
      expect((await desk.post(`/api/admin/sources/x${path}`, settings({}))).status).toBe(404)
  })
})
