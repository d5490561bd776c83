/** Files as shops write them: each is uploaded once, and looked at before anything of it counts. */
import type { PartDetail } from '#shared/catalogue/part.ts'
import type { Source, SourceSettings } from '#shared/catalogue/source.ts'
import type { TestServer } from '../../testServer.ts'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Feed, feed as feedForm } from '#shared/catalogue/feed.ts'
import { source as sourceForm, sourceSettings } from '#shared/catalogue/source.ts'
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

async function upload(name: string, body: string | Uint8Array<ArrayBuffer>, source = 'new') {
  const query = new URLSearchParams({ name, source }).toString()
  const response = await fetch(`${server.url}/api/admin/feeds?${query}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${desk.token}`, 'Content-Type': 'application/octet-stream' },
    body,
  })
  return feedForm.parse(await response.json())
}

async function sources(): Promise<Source[]> {
  const { sources: all } = await desk.call(desk.boss, 'GET', '/api/admin/sources')
  return (all as unknown[]).map((one) => sourceForm.parse(one))
}

async function sourceOf({ sourceId }: Feed): Promise<Source> {
  const found = (await sources()).find(({ id }) => id === sourceId)
  if (!found) throw new Error('the source is gone')
  return found
}

/** Changes a source without a proof. */
async function change(id: string, settings: object): Promise<unknown> {
  const response = await fetch(`${server.url}/api/admin/sources/${id}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${desk.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(settings),
  })
  return response.json()
}

/** Says how a file is read. @returns the file read anew */
async function settle(feed: Feed, changes: Partial<SourceSettings>): Promise<Feed> {
  const { id, ...source } = await sourceOf(feed)
  const body = { ...sourceSettings.parse(source), ...changes }
  expect(await change(id, body)).toEqual({ id, isRead: true })
  const [newest] = (await sourceOf(feed)).runs
  if (!newest) throw new Error('it was not read')
  expect(newest.id).not.toBe(feed.id)
  return newest
}

const act = (id: string, action: string) => desk.post(`/api/admin/feeds/${id}/${action}`, {})
const stateOf = async (id: string) =>
  feedForm.parse(await desk.call(desk.boss, 'GET', `/api/admin/feeds/${id}`)).state
const part = async (number: string) => {
  const response = await fetch(`${server.url}/api/parts/${number}`)
  return response.ok ? ((await response.json()) as PartDetail) : null
}

const lines = (...rows: string[]) => `${rows.join('\r\n')}\r\n`
const latin = (text: string) =>
  new Uint8Array(Buffer.from(text.replaceAll('€', '\u0080'), 'latin1'))

/** Heads as the shops' programs write them. `said` is what nobody but a person knows. */
const SHAPES: Record<
  string,
  {
    file: string | Uint8Array<ArrayBuffer>
    said: Partial<SourceSettings>
    parts: Partial<Feed['parts'][number]>[]
  }
> = {
  'shopify.csv': {
    file: lines(
      'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Google Shopping / MPN,Status',
      'ceramic-pads,Ceramic brake pads,<p>Quiet</p>,Corvane,Brakes,Pads,,true,Axle,Front,SH-1,900,4,48.90,59.90,true,true,,https://cdn.example/p.jpg,CV 100 F,active',
      'ceramic-pads,,,,,,,,,Rear,SH-2,800,2,44.90,,true,true,,,CV 100 R,',
    ),
    said: { merchant: 'Pad Shop', currency: 'USD' },
    parts: [
      {
        name: 'Ceramic brake pads',
        brandName: 'Corvane',
        partNumber: 'CV 100 F',
        unitPrice: '48.90',
      },
      {
        name: 'Ceramic brake pads',
        brandName: 'Corvane',
        partNumber: 'CV 100 R',
        unitPrice: '44.90',
      },
    ],
  },
  'shopify-new.csv': {
    file: lines(
      'Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Price,Compare-at price,Cost per item,Inventory quantity,Product image URL',
      'Oil filter,oil-filter,Fine,Exemplar,Engine,Filters,,TRUE,Active,F-1,4006381333931,,,11.49,12.99,6.10,8,https://cdn.example/f.jpg',
    ),
    said: { merchant: 'Filter Shop', currency: 'USD' },
    parts: [
      { name: 'Oil filter', partNumber: '4006381333931', unitPrice: '11.49', fcpPartNumber: 'F-1' },
    ],
  },
  'woocommerce.csv': {
    file: lines(
      'ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,"Is featured?","Short description",Description,"Tax status","In stock?",Stock,"Sale price","Regular price",Categories,Tags,Images,Parent,Position,Brands',
      '17,simple,W-17,4006381333931,Wiper blade,1,0,,,taxable,1,5,8.50,9.95,Wipers,,"https://w.example/1.jpg, https://w.example/2.jpg",,0,Sample',
    ),
    said: { merchant: 'Wiper Shop', currency: 'USD' },
    parts: [
      { name: 'Wiper blade', brandName: 'Sample', partNumber: '4006381333931', unitPrice: '9.95' },
    ],
  },
  'merchant-center.tsv': {
    file: lines(
      'id\ttitle\tdescription\tlink\timage_link\tavailability\tprice\tsale_price\tbrand\tgtin\tmpn\tcondition\tproduct_type\tgoogle_product_category',
      'g1\tBrake disc\tVented\thttps://m.example/1\thttps://m.example/1.jpg\tin_stock\t64.00 USD\t59.00 USD\tExemplar\t\tBD 64\tnew\tBrakes\t2977',
    ),
    said: { merchant: 'Disc Shop', currency: 'USD' },
    parts: [{ name: 'Brake disc', partNumber: 'BD 64', unitPrice: '64.00', category: 'Brakes' }],
  },
  'merchant-center.xml': {
    file: '<?xml version="1.0"?><rss xmlns:g="http://base.google.com/ns/1.0"><channel><title>Belts</title><item><g:id>1</g:id><title>Timing belt</title><link>https://b.example/1</link><g:price>31.20 EUR</g:price><g:brand>Exemplar</g:brand><g:mpn>TB 31</g:mpn><g:availability>in_stock</g:availability><g:shipping><g:country>DE</g:country><g:price>4.90 EUR</g:price></g:shipping></item></channel></rss>',
    said: { merchant: 'Belt Shop', currency: 'EUR' },
    parts: [{ name: 'Timing belt', partNumber: 'TB 31', unitPrice: '31.20', currency: 'EUR' }],
  },
  'artikel.csv': {
    file: latin(
      lines(
        'Art.-Nr.;Hersteller-Nr.;Hersteller;Artikelbezeichnung;VK brutto €;Lieferbarkeit;EAN/GTIN;OE-Nr.;Bild-URL;Produktlink',
        'A-1;DE 900;Müller;Bremsbelagsatz, vorn;1.089,50;auf Lager;4006381333931;8E0 698 151;https://t.example/1.jpg;https://t.example/1',
      ),
    ),
    said: { merchant: 'Teilehaus', currency: 'EUR' },
    parts: [
      {
        name: 'Bremsbelagsatz, vorn',
        brandName: 'Müller',
        partNumber: 'DE 900',
        unitPrice: '1089.50',
        currency: 'EUR',
      },
    ],
  },
  'woocommerce-de.csv': {
    file: lines(
      'ID;Typ;Artikelnummer;"GTIN, UPC, EAN oder ISBN";Name;Vorrätig?;Lager;Angebotspreis;Regulärer Preis;Kategorien;Bilder;Marken',
      '3;simple;MX 3;4006381333931;Ölfilter;1;7;;12,50;Motor;https://o.example/3.jpg;Mahler',
    ),
    said: { merchant: 'Ölhaus', currency: 'EUR' },
    parts: [
      {
        name: 'Ölfilter',
        brandName: 'Mahler',
        partNumber: 'MX 3',
        unitPrice: '12.50',
        currency: 'EUR',
      },
    ],
  },
  'pieces.csv': {
    file: lines(
      "Référence;Référence fabricant;Marque;Nom;Prix HT;Prix TTC;Quantité;Catégorie;EAN-13;Frais de port;Disponibilité;URL produit;URL de l'image",
      'R-9;FR 909;Valeur;Plaquettes de frein;40,00;48,00;3;Freins;4006381333931;5,90;En stock;https://f.example/9;https://f.example/9.jpg',
    ),
    said: { merchant: 'Pièces Auto', currency: 'EUR' },
    parts: [
      {
        name: 'Plaquettes de frein',
        brandName: 'Valeur',
        partNumber: 'FR 909',
        unitPrice: '48.00',
        currency: 'EUR',
      },
    ],
  },
}

describe('a file of a shop', () => {
  test.each(Object.entries(SHAPES))('%s is read after one upload', async (name, shape) => {
    const first = await upload(name, shape.file)
    expect(await sourceOf(first)).toMatchObject({ name: name.split('.')[0], kind: 'upload' })
    const read = await settle(first, shape.said)
    expect(read.error).toBe('')
    expect(read).toMatchObject({ state: 'waiting', refused: 0, parts: shape.parts })
    expect(read.parts).toHaveLength(shape.parts.length)
    expect((await act(read.id, 'discard')).status).toBe(200)
  })
})

describe('an uploaded file', () => {
  const file = lines('partNumber,brand,name,price', 'UL 1,B,One,5', 'UL 2,B,Two,1.234')

  test('shows its columns and asks for what it does not say, then is read again, imported and taken back', async () => {
    const first = await upload('mine.csv', file)
    expect(first).toMatchObject({ state: 'refused' })
    expect(first.error).toMatch(/missing: merchant/)
    const asked = await settle(first, { merchant: 'Mine', currency: 'EUR', rate: 1.1 })
    expect(asked).toMatchObject({
      state: 'waiting',
      accepted: 1,
      reasons: [{ reason: expect.stringMatching(/may be thousands or decimals/) as string }],
    })
    const read = await settle(asked, { decimal: ',' })
    expect(read).toMatchObject({ accepted: 2, refused: 0 })
    expect(await stateOf(asked.id)).toBe('discarded')
    expect(await part('UL1')).toBeNull()
    expect((await act(read.id, 'import')).status).toBe(202)
    await until(async () => expect(await stateOf(read.id)).toBe('imported'))
    expect(await part('UL2')).toMatchObject({ prices: [{ converted: { cents: 123_400 } }] })
    // The import's run ends a moment later.
    await until(async () => expect((await act(read.id, 'undo')).status).toBe(202))
    await until(async () => expect(await stateOf(read.id)).toBe('undone'))
    expect(await part('UL1')).toBeNull()
  })

  test('shows its letters where it is not UTF-8, and the encoding it was read in', async () => {
    const file = lines('mpn;Hersteller;Bezeichnung;Preis;Händler', 'UW 1;Müller;Bügel;5 EUR;Haus W')
    const first = await upload('west.csv', latin(file))
    expect(first).toMatchObject({ state: 'waiting', parts: [{ brandName: 'Müller' }] })
    expect(await sourceOf(first)).toMatchObject({ encoding: 'windows-1252' })
    await act(first.id, 'discard')
  })

  test('never takes a number without a currency for dollars', async () => {
    const first = await upload(
      'bare.csv',
      lines('mpn,brand,name,price,merchant', 'UC 1,B,N,5,Bare'),
    )
    expect(first.error).toBe(
      'No row of the file is fit. All of them: price: it names no currency; the settings of its source say which.',
    )
    await act(first.id, 'discard')
  })

  test('that is discarded leaves no source of its own, and one that was imported does', async () => {
    const first = await upload('gone.csv', file)
    const { id } = await sourceOf(first)
    expect((await act(first.id, 'discard')).status).toBe(200)
    expect((await sources()).some((one) => one.id === id)).toBe(false)
    expect((await act(first.id, 'discard')).status).toBe(409)
  })

  test('takes a proof where the terms of its prices change', async () => {
    const first = await upload('terms.csv', file)
    const { id, ...source } = await sourceOf(first)
    const body = { ...sourceSettings.parse(source), currency: 'USD', priceHours: 24 }
    expect(await change(id, body)).toMatchObject({ code: 'proof_needed' })
    await act(first.id, 'discard')
  })
})
