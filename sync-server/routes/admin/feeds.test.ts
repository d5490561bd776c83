import type { Feed } from '#shared/catalogue/feed.ts'
import type { Job } from '#shared/catalogue/job.ts'
import type { PartDetail } from '#shared/catalogue/part.ts'
import type { TestServer } from '../../testServer.ts'

import { readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { feed as feedForm, MAX_FEED_PROBLEMS } from '#shared/catalogue/feed.ts'
import { newId } from '#shared/ids.ts'
import { isOver } from '#shared/catalogue/job.ts'
import { until } from '#shared/testPatience.ts'
import { spoolFolder } from '../../feeds/spool.ts'
import { runHousekeeping } from '../../housekeeping/housekeeping.ts'
import { BOSS_EMAIL, TestDesk } from '../../testDesk.ts'
import { registerAccount, startTestServer, TestDevice } from '../../testServer.ts'

let server: TestServer
let desk: TestDesk
beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_EMAILS: [BOSS_EMAIL] } })
  desk = await TestDesk.open(server)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  expect(spooled()).toEqual([])
  await server.close()
})

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream

async function upload(body: Body, { type = 'text/csv', query = '', headers = {} } = {}) {
  const response = await fetch(`${server.url}/api/admin/feeds?name=test.csv${query}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${desk.token}`, 'Content-Type': type, ...headers },
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  } as RequestInit)
  return { status: response.status, body: (await response.json()) as Feed & { error: string } }
}

async function read(body: Body, options = {}): Promise<Feed> {
  const answer = await upload(body, options)
  expect(answer.status).toBe(200)
  return feedForm.parse(answer.body)
}

const spooled = () => readdirSync(join(server.deps.env.DATA_DIR, 'spool'))

const HEAD = 'Part Number,Brand,Name,Price,Merchant'
const csv = (...rows: string[]) => [HEAD, ...rows, ''].join('\n')
const act = (id: string, action: string) => desk.post(`/api/admin/feeds/${id}/${action}`, {})
const part = async (number: string) => {
  const response = await fetch(`${server.url}/api/parts/${number}`)
  return response.ok ? ((await response.json()) as PartDetail) : null
}
const feedOf = async (id: string) =>
  feedForm.parse(await desk.call(desk.boss, 'GET', `/api/admin/feeds/${id}`))
async function importAll(id: string): Promise<Job> {
  const begun = await act(id, 'import')
  expect(begun.status).toBe(202)
  const path = `/api/admin/jobs/${String(begun['id'])}`
  return until(async () => {
    const job = (await desk.call(desk.boss, 'GET', path)) as unknown as Job
    expect(isOver(job)).toBe(true)
    return job
  })
}

describe('a file of parts', () => {
  test('is shown before it counts, imported on a word, and then has pages', async () => {
    const feed = await read(
      csv('F 1,Feedwerk,"Bolt, M8",1.20,Shop One', 'F 2,Feedwerk,Nut M8,$0.40,Shop One'),
    )
    expect(feed).toMatchObject({
      state: 'waiting',
      rows: 2,
      accepted: 2,
      refused: 0,
      name: 'test.csv',
    })
    expect(feed.parts[0]).toMatchObject({
      name: 'Bolt, M8',
      unitPrice: '1.20',
      brandName: 'Feedwerk',
    })
    expect(await part('F1')).toBeNull()
    expect(await importAll(feed.id)).toMatchObject({ state: 'done', total: 2, saved: 2, added: 2 })
    expect(await part('F1')).toMatchObject({ name: 'Bolt, M8', prices: [{ merchant: 'Shop One' }] })
    expect(await feedOf(feed.id)).toMatchObject({ state: 'imported' })
    expect(await server.deps.db('feed_rows').where({ feed_id: feed.id })).toEqual([])
    expect((await act(feed.id, 'import')).status).toBe(409)
  })

  test('may have every column, under other names and in another order', async () => {
    const feed = await read(
      [
        '\ufeffmanufacturer;title;MPN;base price;currency;vendor;shipping;tax;core;promo;promo_amount;availability;url;make;model;year from;year to;cross references;as of;colour',
        'Feedwerk;Coil;F 3/1;60,5;USD;x;;;;;;;;;;;;;;',
        'Feedwerk;Coil;F 3/1;60.50;usd;Shop Two;Free;at checkout;$10;SALE;5;In stock;https://shop.example/f3;Audi;S4;2004;2008;Exemplar=E 31;2026-10-01;red',
      ].join('\r\n') + '\r\n',
    )
    expect(feed).toMatchObject({ accepted: 1, refused: 1, ignored: ['colour'] })
    await importAll(feed.id)
    expect(await part('E31')).toMatchObject({
      partNumber: 'F 3/1',
      fits: [{ make: 'Audi', model: 'S4', yearFrom: 2004, yearTo: 2008 }],
      prices: [
        {
          shipping: 'FREE',
          tax: '',
          coreCharge: '10.00',
          promoAmount: '5.00',
          totalPrice: 65.5,
          buyLink: 'https://shop.example/f3',
          asOf: Date.parse('2026-10-01'),
        },
      ],
    })
  })

  test('has rows whose shipping or tax is said by region: of a part it is not known', async () => {
    const rows = ['US:::6.99 USD', 'US:CA:Ground:5 USD,DE::Post:4.90 EUR'].map(
      (shipping, n) => `SR ${n};Feedwerk;Bolt;5 USD;Shop;${shipping};US:CA:8.25:y`,
    )
    const feed = await read(['mpn;brand;title;price;merchant;shipping;tax', ...rows, ''].join('\n'))
    expect(feed).toMatchObject({ accepted: 2, refused: 0 })
    await importAll(feed.id)
    const prices = [{ shipping: '', tax: '', cents: { shipping: null } }]
    expect(await part('SR0')).toMatchObject({ prices })
    expect(await part('SR1')).toMatchObject({ prices })
  })

  test('by itself can be taken back, until the next one', async () => {
    const first = await read(csv('UN 1,Feedwerk,Bolt,5,Shop'))
    await importAll(first.id)
    const second = await read(csv('UN 1,Feedwerk,Bolt,6,Shop', 'UN 2,Feedwerk,Nut,7,Shop'))
    await importAll(second.id)
    expect(await feedOf(first.id)).toMatchObject({ mayUndo: false })
    expect(await feedOf(second.id)).toMatchObject({ mayUndo: true })
    expect((await act(second.id, 'undo')).status).toBe(202)
    await until(async () => expect(await feedOf(second.id)).toMatchObject({ state: 'undone' }))
    expect(await part('UN1')).toMatchObject({ prices: [{ basePrice: '5.00' }] })
    expect(await part('UN2')).toBeNull()
  })

  test('says of each row that is not fit why, with its line', async () => {
    const feed = await read(
      csv(
        'G 1,Feedwerk,Fine,5,Shop',
        'G 2,Feedwerk,In euros,"€5,00",Shop',
        'G 3,Feedwerk,Asked for,see cart,Shop',
        'G 4,Feedwerk,Free,0,Shop',
        '--,Feedwerk,No number,5,Shop',
        'G 6,,No brand,5,Shop',
        'G 7,Feedwerk,Too few,5',
        'G 8,Feedwerk,"Two\nlines",5,Shop',
        'g-1,FEEDWERK,Again,6,SHOP',
        `G 10,Feedwerk,${'x'.repeat(201)},5,Shop`,
        `G 11,Feedwerk,${'x'.repeat(20_000)},5,Shop`,
        'G 12,Feedwerk,Minus,-5,Shop',
        'G 13,Feedwerk,Giant,1e99,Shop',
        'G 14,Feedwerk,Nobody,5,',
        'G 15,Feedwerk,Comma,"1.012,50",Shop',
        'G 16,Feedwerk,With a sign,"$ 1 012,50",Shop',
      ),
    )
    expect(feed).toMatchObject({ rows: 16, accepted: 2, refused: 14 })
    const reasons = Object.fromEntries(feed.problems.map(({ row, reason }) => [row, reason]))
    expect(reasons).toEqual({
      3: 'price: it is in EUR; only US dollars are taken.',
      4: 'price: “see cart” is no amount.',
      5: 'price: 0 is no price.',
      6: 'partNumber: it has neither letter nor digit.',
      7: 'brand: This must not be empty.',
      8: 'The row has 4 cells instead of 5.',
      11: 'An earlier row says the same part and merchant.',
      12: 'name: at most 200 characters.',
      13: 'The row is longer than 16,384 characters.',
      14: 'price: “-5” is below 0.',
      15: 'price: “1e99” is no amount.',
      16: 'merchant: this must not be empty.',
      17: 'price: “1.012,50” has a comma: a source reads it, where its settings say so.',
      18: 'price: “$ 1 012,50” has a comma: a source reads it, where its settings say so.',
    })
    expect(feed.parts.map(({ name }) => name)).toEqual(['Fine', 'Two lines'])
    expect((await act(feed.id, 'discard')).status).toBe(200)
  })

  test('has its refused rows as a file that, mended, says what the first one said', async () => {
    const feed = await read(csv('R 1,Feedwerk,"+12 V bulb, =bright",see cart,Shop'))
    const path = `/api/admin/feeds/${feed.id}/refused`
    const refused = await (await desk.boss.call('GET', path)).text()
    expect(refused).toContain('"\'+12 V bulb')
    const mended = await read(refused.replace(/,see cart,/, ',5,'))
    expect(mended.parts).toMatchObject([{ name: '+12 V bulb, =bright', unitPrice: '5.00' }])
    for (const { id } of [feed, mended]) await act(id, 'discard')
  })

  test('says why to each reader in their language, and what was stored before as it stands', async () => {
    const feed = await read(
      csv('L 1,Feedwerk,Fine,5,Shop', 'L 2,Feedwerk,Asked for,see cart,Shop', 'L 3,Feedwerk,Few,5'),
    )
    const inGerman = { Authorization: `Bearer ${desk.token}`, 'Accept-Language': 'de' }
    const get = (path: string) =>
      fetch(`${server.url}/api/admin/feeds${path}`, { headers: inGerman })
    const german = async () => feedForm.parse(await (await get(`/${feed.id}`)).json())
    expect((await german()).problems.map(({ reason }) => reason)).toEqual([
      'price: „see cart“ ist kein Betrag.',
      'Die Zeile hat 4 statt 5 Zellen.',
    ])
    expect((await german()).reasons?.map(({ reason }) => reason)).toEqual([
      'price: „…“ ist kein Betrag.',
      'Die Zeile hat eine andere Zahl von Zellen.',
    ])
    expect(await (await get(`/${feed.id}/refused`)).text()).toContain('price: „see cart“ ist kein')
    const before = 'The file has more than 1,000,000 rows. Please part it.'
    await server.deps.db('feeds').where({ id: feed.id }).update({ error: before })
    expect((await german()).error).toBe(before)
    await act(feed.id, 'discard')
  })

  test('in another currency by its column is refused row by row', async () => {
    const feed = await read(`${HEAD},Currency\nH 1,B,N,5,S,EUR\nH 2,B,N,5,S,USD\n`)
    expect(feed).toMatchObject({
      accepted: 1,
      problems: [{ row: 2, reason: 'price: it is in EUR; only US dollars are taken.' }],
    })
    await act(feed.id, 'discard')
  })

  test('may also be JSON, as a list or line by line, with its refusals by row', async () => {
    const rows = [
      { partNumber: 'J 1', brand: 'B', name: 'One [{"', price: 5.5, merchant: 'S', fit: {} },
      { partNumber: 'J 2', brand: 'B', name: {}, price: 5, merchant: 'S' },
      { partNumber: 'J 3', brand: 'B', name: 'Three', price: 'call us', merchant: 'S' },
    ]
    const expected = { rows: 3, accepted: 1, refused: 2, state: 'waiting' }
    const type = 'application/json'
    const list = await read(JSON.stringify(rows, null, 2), { type })
    expect(list).toMatchObject({ ...expected, problems: [{ row: 2 }, { row: 3 }] })
    const lines = await read(rows.map((row) => JSON.stringify(row)).join('\n'), {
      type: 'application/x-ndjson',
    })
    expect(lines).toMatchObject({ ...expected, parts: [{ name: 'One [{"', unitPrice: '5.50' }] })
    await act(list.id, 'discard')
    await act(lines.id, 'discard')
  })

  test('may name its merchant once, and be packed', async () => {
    const body = gzipSync('partNumber,brand,name,price\nK 1,B,N,5\n')
    const feed = await read(new Uint8Array(body), {
      query: '&merchant=Packed%20Shop',
      headers: { 'Content-Encoding': 'gzip' },
    })
    await importAll(feed.id)
    expect(await part('K1')).toMatchObject({ prices: [{ merchant: 'Packed Shop' }] })
  })
})

describe('a file that is not fit', () => {
  const refused = async (body: Body, options = {}) => {
    const feed = await read(body, options)
    expect(feed.state).toBe('refused')
    expect(await server.deps.db('feed_rows').where({ feed_id: feed.id })).toEqual([])
    expect((await act(feed.id, 'import')).status).toBe(409)
    return feed.error
  }
  const type = 'application/json'

  test('with wrong headers is refused, naming what is missing', async () => {
    expect(await refused('a,b,c\n1,2,3\n')).toBe(
      'The first row has to name the columns; missing: partNumber, brand, name, price, merchant. It reads: a, b, c',
    )
    expect(await refused('partNumber,part number,brand,name,price,merchant\n')).toBe(
      'Two columns are called partNumber.',
    )
    expect(await refused('')).toBe('The file is empty.')
    expect(await refused(`${HEAD}\n`)).toBe('The file has no rows.')
  })

  test('that was half written is refused whole, wherever it ends', async () => {
    const rows = Array.from({ length: 1_500 }, (_, n) => `L ${n},B,Name,5,Shop`)
    const middle = /^The file ends in the middle of row 1502: it was not written to its end\.$/
    expect(await refused(`${csv(...rows)}L 9999,B,Na`)).toMatch(middle)
    expect(await refused(`${csv(...rows)}L 9999,B,"Na`)).toMatch(middle)
    const whole = JSON.stringify([
      { partNumber: 'L 1', brand: 'B', name: 'N', price: 5, merchant: 'S' },
    ])
    for (const cut of [whole.slice(0, -1), whole.slice(0, -2), whole.slice(0, 20)])
      expect(await refused(cut, { type })).toMatch(/^The file ends in the middle/)
    expect(await part('L1')).toBeNull()
  })

  test('that is something else is refused', async () => {
    expect(await refused('{"a": ', { type })).toMatch(/middle/)
    expect(await refused('"text"', { type })).toMatch(/list of objects/)
    expect(await refused('[1]', { type })).toMatch(/list of objects/)
    expect(await refused('[]x', { type })).toMatch(/behind the end/)
    expect(await refused(`[${'{"a":'.repeat(50)}`, { type })).toMatch(/too deep/)
    expect(await refused(new Uint8Array([0x41, 0xe4, 0x2c, 0x42]))).toMatch(/not UTF-8/)
    expect(await refused(new Uint8Array([0x50, 0x4b, 3, 4, 0x14, 0]))).toMatch(/ZIP file/)
    expect(await refused('<!doctype html><title>Log in</title>')).toMatch(/web page/)
    expect((await upload('x', { type: 'image/png' })).status).toBe(415)
    expect(
      (await upload(new Uint8Array([1, 2]), { headers: { 'Content-Encoding': 'gzip' } })).status,
    ).toBe(400)
    expect((await upload('x', { query: `&merchant=${'x'.repeat(81)}` })).body).toMatchObject({
      field: 'merchant',
    })
  })

  test('whose line breaks leaves nothing', async () => {
    const before = await server.deps.db('feeds').count('* as n').first()
    await new Promise<void>((resolve) => {
      const { port } = new URL(server.url)
      const asked = request({
        port,
        path: '/api/admin/feeds',
        method: 'POST',
        headers: {
          Authorization: `Bearer ${desk.token}`,
          'Content-Type': 'text/csv',
          'Content-Length': 100_000,
        },
      })
      asked.on('error', () => resolve())
      asked.write(csv('M 1,B,N,5,S'))
      setTimeout(() => asked.destroy(), 100)
    })
    await until(() => expect(spooled()).toEqual([]))
    expect(await server.deps.db('feeds').count('* as n').first()).toEqual(before)
  })

  test('with more faults than are shown counts them all', async () => {
    const rows = Array.from({ length: 2_500 }, (_, n) => `N ${n},B,N,see cart,S`)
    const feed = await read(csv('N,B,N,5,S', ...rows))
    expect(feed).toMatchObject({ rows: 2_501, accepted: 1, refused: 2_500 })
    expect(feed.problems).toHaveLength(MAX_FEED_PROBLEMS)
    await act(feed.id, 'discard')
  })
})

describe('files', () => {
  test('that wait are discarded, and then cannot be imported', async () => {
    const feed = await read(csv('P 1,B,N,5,S'))
    expect(await act(feed.id, 'discard')).toMatchObject({ state: 'discarded' })
    expect((await act(feed.id, 'import')).status).toBe(409)
    expect((await act(feed.id, 'discard')).status).toBe(200)
    expect(await part('P1')).toBeNull()
  })

  test('wait at most five at a time', async () => {
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.push((await read(csv(`Q ${n},B,N,5,S`))).id)
    expect((await upload(csv('Q 6,B,N,5,S'))).status).toBe(409)
    for (const id of ids) await act(id, 'discard')
  })

  test('are an administrator’s alone', async () => {
    const other = new TestDevice(server.url, await registerAccount(server))
    const id = newId()
    expect((await other.call('GET', '/api/admin/feeds')).status).toBe(403)
    expect((await other.call('GET', `/api/admin/feeds/${id}`)).status).toBe(403)
    for (const path of ['', `/${id}/import`, `/${id}/discard`])
      expect((await other.call('POST', `/api/admin/feeds${path}`, {})).status).toBe(403)
    expect((await act(id, 'import')).status).toBe(404)
    expect((await act('x', 'discard')).status).toBe(404)
  })

  test('are imported to their end by the next server when one ends in the middle', async () => {
    const { db } = server.deps
    const feed = await read(csv(...Array.from({ length: 700 }, (_, n) => `R ${n},B,N,5,S`)))
    // The state a killed server leaves: its transaction rolled back.
    await db('feeds').where({ id: feed.id }).update({ state: 'importing' })
    const id = newId()
    await db('jobs').insert({
      id,
      kind: 'feed',
      source: feed.name,
      subject: feed.id,
      state: 'running',
      requested_by: 'x',
      attempts: 1,
      runner: 'dead',
      alive_at: new Date(Date.now() - 60_000),
      created_at: new Date(),
    })
    server.deps.jobs.poke()
    await until(async () => expect((await feedOf(feed.id)).state).toBe('imported'))
    expect(await part('R699')).not.toBeNull()
  })
})

// T42
test('a file that a killed server left is gone a day later, one that is read is not', async () => {
  const { env, now } = server.deps
  const [left, read] = await Promise.all([spoolFolder(env), spoolFolder(env)])
  writeFileSync(join(left, 'feed'), HEAD)
  const long = new Date(now() - 25 * 3_600_000)
  utimesSync(left, long, long)
  expect(await runHousekeeping(server.deps)).toEqual([])
  expect(spooled()).toEqual([basename(read)])
  rmSync(read, { recursive: true })
})
