/**
 * Product of a shop's page, from schema.org (JSON-LD, then microdata), then OpenGraph. Ambiguous
 * fields stay empty: that is honest.
 */
import { centsToDecimal } from '#shared/money/money.ts'
import { later, type Later, say } from '#shared/words/words.ts'
import { isNode, type Markup, markupOf, type Node } from './markupOf.ts'
import { centsOf, plainText, type ReadProduct } from './productValues.ts'

const MAX_NODES = 5_000
const PRODUCT_TYPES = ['product', 'productgroup', 'productmodel', 'individualproduct']
/** Properties with other products: accessories, recommendations, list items. */
const OTHERS = [
  'isrelatedto',
  'issimilarto',
  'isaccessoryorsparepartfor',
  'isconsumablefor',
].concat(['isvariantof', 'hasvariant', 'itemlistelement', 'review', 'mentions'])

/** Page data beyond a kit's line; '' and 0 for unknown. */
export interface PageProduct extends ReadProduct {
  sku: string
  category: string
  /** Absolute URL, '' for none. */
  image: string
  availability: string
  rating: { average: number; count: number }
  /** Currency of prices that are not in US dollars. */
  otherCurrency: string
}

/** @param url the page's own, to tell its product from others. @returns null for no product */
export function readProduct(html: string, url: URL): ReadProduct | null {
  const product = readPageProduct(html, url)
  if (!product) return null
  const { name, manufacturer, partNumber, price } = product
  return { name, manufacturer, partNumber, price }
}

/** The product with all fields that the catalogue takes. */
export function readPageProduct(html: string, url: URL): PageProduct | null {
  const markup = markupOf(html)
  for (const nodes of [markup.jsonLd, markup.microdata]) {
    const all = collect(nodes)
    const product = theProduct(all.filter(isProduct), markup, url)
    if (product) return productOf(product, new Map(all.flatMap(idOf)), url)
  }
  return openGraph(markup.meta)
}

/** Reachable nodes, breadth first, so that depth costs no stack. */
function collect(nodes: readonly Node[]): Node[] {
  const all: Node[] = [...nodes]
  for (let at = 0; at < all.length && all.length < MAX_NODES; at++) {
    for (const [name, value] of Object.entries(all[at] ?? {})) {
      if (OTHERS.includes(plainName(name))) continue
      for (const one of listOf(value)) if (isNode(one) && all.length < MAX_NODES) all.push(one)
    }
  }
  return all
}

function theProduct(products: readonly Node[], { meta }: Markup, url: URL): Node | null {
  const named = products.filter((product) => nameOf(product) !== '')
  const names = new Set(named.map(nameOf))
  if (names.size <= 1) return named[0] ?? null
  const title = plainText(meta.get('og:title'))
  return (
    named.find((product) => isSamePage(textOf(product, 'url') || textOf(product, '@id'), url)) ??
    named.find((product) => title !== '' && title.includes(nameOf(product))) ??
    null
  )
}

function productOf(product: Node, ids: ReadonlyMap<string, Node>, url: URL): PageProduct {
  const offers = listOf(product['offers']).map((offer) => followed(offer, ids))
  return {
    name: nameOf(product),
    manufacturer: makerOf(product, ids),
    partNumber: textOf(product, 'mpn') || textOf(product, 'sku') || textOf(product, 'productID'),
    price: priceOf(offers.filter(isNode), url),
    sku: textOf(product, 'sku') || textOf(product, 'productID'),
    category: categoryOf(product),
    image: imageOf(product, url),
    availability: availabilityOf(offers.filter(isNode)),
    rating: ratingOf(product),
    otherCurrency: currencyOf(offers.filter(isNode)),
  }
}

const NOTHING_MORE = {
  sku: '',
  category: '',
  image: '',
  availability: '',
  rating: { average: 0, count: 0 },
  otherCurrency: '',
}

/** Last part of "Parts > Brakes > Discs". */
function categoryOf(product: Node): string {
  const [first] = listOf(product['category'])
  const text = isNode(first) ? nameOf(first) : plainText(first)
  return text.split(/[>/]/).at(-1)?.trim() ?? ''
}

function imageOf(product: Node, url: URL): string {
  const [first] = listOf(product['image'])
  const address = isNode(first) ? textOf(first, 'url') || textOf(first, 'contentUrl') : first
  if (typeof address !== 'string' || !URL.canParse(address, url)) return ''
  const { protocol, href } = new URL(address, url)
  return protocol === 'https:' ? href : ''
}

const AVAILABILITY: Record<string, Later> = {
  instock: later('In stock'),
  onlineonly: later('In stock'),
  limitedavailability: later('Few left'),
  outofstock: later('Out of stock'),
  soldout: later('Out of stock'),
  backorder: later('On back order'),
  preorder: later('Can be ordered ahead'),
  discontinued: later('Discontinued'),
}

function availabilityOf(offers: readonly Node[]): string {
  const named = offers.map((offer) => plainName(textOf(offer, 'availability')))
  const words = AVAILABILITY[named.find((name) => Object.hasOwn(AVAILABILITY, name)) ?? '']
  return words ? say(words) : ''
}

function ratingOf(product: Node): PageProduct['rating'] {
  const [rating] = listOf(product['aggregateRating'])
  if (!isNode(rating)) return { average: 0, count: 0 }
  const best = Number(textOf(rating, 'bestRating') || 5)
  const average = (Number(textOf(rating, 'ratingValue')) / best) * 5
  const count = Number(textOf(rating, 'ratingCount') || textOf(rating, 'reviewCount'))
  const isFine = average >= 0 && average <= 5 && Number.isInteger(count) && count > 0
  return isFine && count < 1e9
    ? { average: Math.round(average * 10) / 10, count }
    : { average: 0, count: 0 }
}

function currencyOf(offers: readonly Node[]): string {
  const all = offers.map((offer) => textOf(offer, 'priceCurrency').toUpperCase())
  return all.find((currency) => /^[A-Z]{3}$/.test(currency) && currency !== 'USD') ?? ''
}

function makerOf(product: Node, ids: ReadonlyMap<string, Node>): string {
  for (const name of ['brand', 'manufacturer']) {
    for (const one of listOf(product[name])) {
      const maker = followed(one, ids)
      const text = isNode(maker) ? nameOf(maker) : plainText(maker)
      if (text && !/^https?:/i.test(text)) return text
    }
  }
  return ''
}

/** The one price in US dollars; variants with several have none, unless one is this page's. */
function priceOf(offers: readonly Node[], url: URL): string {
  const priced = offers.flatMap(pricesIn)
  const prices = new Set(priced.map(({ cents }) => cents))
  const own = priced.find((offer) => isSamePage(offer.url, url))
  const [only] = prices
  const cents = prices.size === 1 ? only : own?.cents
  return cents === undefined ? '' : centsToDecimal(cents)
}

interface Priced {
  cents: number
  url: string
}

function pricesIn(offer: Node): Priced[] {
  const inner = listOf(offer['offers']).filter(isNode)
  if (inner.length > 0)
    return inner.slice(0, 100).flatMap((one) => pricesIn({ ...one, offers: [] }))
  const url = textOf(offer, 'url')
  const specifications = listOf(offer['priceSpecification']).filter(isNode)
  // A priceType marks a list price or a member's.
  const plain = specifications.filter((one) => !one['priceType'] && !one['validForMemberTier'])
  const low = textOf(offer, 'lowPrice')
  const isOnePrice = low !== '' && [low, ''].includes(textOf(offer, 'highPrice'))
  const amount = textOf(offer, 'price') || (isOnePrice ? low : '')
  const read = amount
    ? [centsOf(amount, textOf(offer, 'priceCurrency'))]
    : plain.map((one) => centsOf(textOf(one, 'price'), textOf(one, 'priceCurrency')))
  return read.flatMap((cents) => (cents === null ? [] : [{ cents, url }]))
}

function openGraph(meta: ReadonlyMap<string, string>): PageProduct | null {
  const first = (...names: string[]) => names.map((name) => meta.get(name)).find(Boolean) ?? ''
  const amount = first('product:price:amount', 'og:price:amount')
  const name = plainText(first('og:title'))
  // Every page has a title: a product has a product type or a price too.
  const isOne = /(^|\.|:)product(\.item)?$/i.test(first('og:type')) || amount !== ''
  if (!isOne || name === '') return null
  const cents = centsOf(amount, first('product:price:currency', 'og:price:currency'))
  return {
    name,
    manufacturer: plainText(first('product:brand', 'og:brand')),
    partNumber: plainText(first('product:mfr_part_no', 'product:retailer_part_no')),
    price: cents === null ? '' : centsToDecimal(cents),
    ...NOTHING_MORE,
  }
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
}

/** Resolves `{ "@id": … }` to its node. */
function followed(value: unknown, ids: ReadonlyMap<string, Node>): unknown {
  const isReference = isNode(value) && Object.keys(value).length === 1
  return (isReference && ids.get(String(value['@id']))) || value
}

function idOf(node: Node): [string, Node][] {
  const id = node['@id']
  return typeof id === 'string' && Object.keys(node).length > 1 ? [[id, node]] : []
}

/** "http://schema.org/Product", "schema:Product" and "Product" are the same. */
function plainName(name: string): string {
  return name.replace(/^.*[/#:]/, '').toLowerCase()
}

function isProduct(node: Node): boolean {
  return listOf(node['@type']).some((type) => PRODUCT_TYPES.includes(plainName(String(type))))
}

function nameOf(node: Node): string {
  return textOf(node, 'name')
}

function textOf(node: Node, name: string): string {
  return listOf(node[name]).map(plainText).find(Boolean) ?? ''
}

function isSamePage(address: string, url: URL): boolean {
  if (address === '' || !URL.canParse(address, url)) return false
  const { hostname, pathname, search } = new URL(address, url)
  return hostname === url.hostname && pathname === url.pathname && search === url.search
}
