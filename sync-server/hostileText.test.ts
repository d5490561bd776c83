/** Pages, files and stacks built to be slow to parse: quadratic code makes the test time out. */
import { expect, test } from 'vitest'

import { pageLinks, sitemapLinks } from './shops/linksOf.ts'
import { centsOf, plainText } from './shops/productValues.ts'
import { readPageProduct } from './shops/readProduct.ts'
import { textOf } from './shops/shopProduct.ts'
import { createSourceMaps } from './errors/sourceMaps.ts'
import { partOfRow } from './feeds/partOfRow.ts'
import { nextRun } from '#shared/catalogue/schedule.ts'
import { readCsv } from './feeds/readCsv.ts'
import { readRows } from './feeds/readRows.ts'
import { readXmlFeed } from './feeds/readXmlFeed.ts'
import { readJsonFeed } from './feeds/readJsonFeed.ts'
import { inlineScriptHashes } from './http/headers.ts'

const LENGTH = 200_000
const UNITS = [
  ' ',
  '\t',
  '\n',
  'a',
  '1',
  '1,',
  ',',
  ';',
  '"',
  '""',
  ',"',
  "'",
  '[',
  '{',
  '{"a":',
  '<',
]
  .concat([
    '<a ',
    '<a href=',
    '<!--',
    '<script',
    '<script>',
    '</script',
    '<meta ',
    '<meta charset=',
  ])
  .concat([
    '<?xml',
    '&',
    '&#',
    '>',
    '/',
    'http://a/',
    'http://a/a.js:1',
    '.js',
    ':1',
    '$',
    'USD',
    ' USD',
  ])
const texts = UNITS.flatMap((unit) => {
  const long = unit.repeat(Math.ceil(LENGTH / unit.length))
  return [long, `a${long}!`, `<script>${long}`, `<meta ${long}`, `{"a":"${long}`, `$1${long}!`]
})

async function all(rows: AsyncIterable<unknown>): Promise<unknown> {
  for await (const some of rows) expect(some).toBeDefined()
  return null
}

async function* inPieces(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += 1_000) yield text.slice(at, at + 1_000)
}

/** A refusal is fine too, as long as it is quick. */
const orRefused = (work: Promise<unknown>) => work.catch((error: Error) => error.message)

const maps = createSourceMaps([])
const READERS: Record<string, (text: string) => unknown> = {
  readCsv: (text) => orRefused(all(readCsv(inPieces(text)))),
  'readCsv, under heads': (text) =>
    orRefused(all(readCsv(inPieces(`part_number,brand,name,price\n${text}`)))),
  readXmlFeed: (text) => orRefused(all(readXmlFeed(inPieces(`<rss><item><g:id>${text}`)))),
  'readRows, of any kind': (text) => orRefused(all(readRows(inPieces(text), 'auto'))),
  readJsonFeed: (text) => orRefused(all(readJsonFeed(inPieces(text)))),
  partOfRow: (text) =>
    partOfRow(
      { partNumber: 'A1', brand: 'B', name: text, price: text, link: text },
      { merchant: 'M', now: 0, money: null },
    ),
  'partOfRow, with decimal commas': (text) =>
    partOfRow(
      { partNumber: 'A1', gtin: text, brand: 'B', name: 'N', price: text, currency: text },
      { merchant: 'M', now: 0, money: { decimal: ',', currency: 'EUR', rate: null } },
    ),
  nextRun: (text) => nextRun(text, 0),
  plainText,
  centsOf: (text) => centsOf(text, 'USD'),
  textOf: (text) => textOf(Buffer.from(text), ''),
  readPageProduct: (text) => readPageProduct(text, new URL('https://shop.example/p')),
  pageLinks,
  sitemapLinks,
  inlineScriptHashes,
  sourceMaps: (text) => maps.resolve(text),
}

test.each(Object.keys(READERS))(
  // T47
  '%s reads texts that were written to be slow at once',
  async (name) => {
    for (const text of texts) expect(await READERS[name]?.(text)).not.toBe(Number.NaN)
  },
)
