/**
 * A retailer's site over HTTP: off unless an operator sets its pages, and polite. It obeys
 * robots.txt, names itself, fetches one page at a time with a delay, and retries rarely. Structured
 * data counts first, selectors second.
 */
import type { Robot } from 'robots-parser'
import type { Outside } from '../outside/outside.ts'
import type { PageProduct } from '../shops/readProduct.ts'
import type { Env } from '../env/env.ts'
import type { IncomingPart } from '../catalogue/incoming.ts'

import { setTimeout as sleep } from 'node:timers/promises'

import { parseCents } from '#shared/money/money.ts'
import { PART_LIMITS } from '#shared/catalogue/part.ts'
import {
  brandKey,
  MAX_BRAND,
  MAX_PART_NUMBER,
  partNumberKey,
} from '#shared/catalogue/partNumber.ts'
import { Away, type FetchRules, guardedFetch, Missing, Refused } from '../outside/guardedFetch.ts'
import { createMemory } from '../outside/memory.ts'
import { plainText } from '../shops/productValues.ts'
import { mayRead, restBetween } from '../outside/robots.ts'
import { pageRules, PRODUCT_TOKEN, textOf } from '../shops/shopProduct.ts'
import { type CatalogueSource, SourceAway, Unfit } from './source.ts'
import { tell } from '../words/told.ts'

const MAX_PAGES = 10_000
/** Lists and sitemaps read to find the pages. */
const MAX_LISTS = 50
const TRIES = 3
const ROBOTS_LIFE_MS = 3_600_000
/** Limit of a site's crawl delay, so that a run ends. */
const MAX_REST_MS = 60_000
const LIST_TYPES = ['text/html', 'application/xhtml+xml', 'application/xml', 'text/xml']

export interface RetailerDeps {
  env: Env
  outside: Outside
  now(): number
}

/** @returns null without configured pages */
export function retailerSource({ env, outside, now }: RetailerDeps): CatalogueSource | null {
  const starts = env.RETAILER_PAGES.map((address) => new URL(address))
  const [first] = starts
  if (!first) return null
  const hosts = new Map(
    starts.map(({ hostname }) => [hostname, env.SHOP_HOSTS.get(hostname) ?? null] as const),
  )
  const rules = pageRules(hosts, env.PUBLIC_URL)
  const robots = createMemory<Robot | null>(now, { lifeMs: ROBOTS_LIFE_MS, size: hosts.size })
  const name = env.RETAILER_NAME ?? first.hostname.replace(/^www\./, '')
  let freeAt = 0

  /** One page at a time, with a delay. */
  async function inTurn(url: URL, signal: AbortSignal): Promise<void> {
    const asked = await restBetween(outside, robots, url, rules, PRODUCT_TOKEN)
    const rest = Math.min(Math.max(env.RETAILER_DELAY_MS, asked), MAX_REST_MS)
    const wait = Math.min(Math.max(0, freeAt - now()), rest)
    freeAt = now() + wait + rest
    if (wait > 0) await sleep(wait, undefined, { signal })
  }

  async function ask(address: string, how: FetchRules, signal: AbortSignal) {
    const url = new URL(address)
    for (let attempt = 1; ; attempt++) {
      try {
        if (!(await mayRead(outside, robots, url, how, PRODUCT_TOKEN))) {
          throw new Unfit(tell('robots.txt does not allow this page to be read.'))
        }
        await inTurn(url, signal)
        const page = await guardedFetch(outside, address, how)
        return { url: page.url, text: textOf(page.body, page.charset) }
      } catch (error) {
        if (signal.aborted) throw new SourceAway(tell('It was ended.'))
        if (error instanceof Missing) throw new Unfit(tell('There is no such page any more.'))
        if (error instanceof Refused)
          throw new Unfit(tell('The page was refused: {why}.', { why: error.message }))
        if (!(error instanceof Away)) throw error
        if (attempt >= TRIES)
          throw new SourceAway(tell('It does not answer: {why}.', { why: error.message }))
        // Exponential backoff: we may be the load.
        freeAt = Math.max(freeAt, now()) + env.RETAILER_DELAY_MS * 2 ** attempt
      }
    }
  }

  async function list(signal: AbortSignal): Promise<string[]> {
    const { pageLinks, sitemapLinks } = await import('../shops/linksOf.ts')
    const lists = starts.map(({ href }) => href)
    const found = new Set<string>()
    const add = (address: string, base: URL): void => {
      const url = URL.canParse(address, base) ? new URL(address, base) : null
      if (!url || !hosts.has(url.hostname) || !url.pathname.startsWith(env.RETAILER_LINKS)) return
      url.hash = ''
      if (found.size < MAX_PAGES) found.add(url.href)
    }
    const follow = (address: string, base: URL): void => {
      const url = URL.canParse(address, base) ? new URL(address, base) : null
      if (url && hosts.has(url.hostname) && lists.length < MAX_LISTS && !lists.includes(url.href))
        lists.push(url.href)
    }
    for (let index = 0; index < lists.length; index++) {
      const page = await ask(lists[index] ?? '', { ...rules, types: LIST_TYPES }, signal)
      if (isSitemap(page.text)) {
        const { isIndex, links } = sitemapLinks(page.text)
        for (const link of links) (isIndex ? follow : add)(link, page.url)
      } else {
        const { links, next } = pageLinks(page.text)
        for (const link of links) add(link, page.url)
        if (next !== '') follow(next, page.url)
      }
    }
    if (found.size === 0) {
      throw new Unfit(
        tell('No page below {path} is named on the pages that are set.', {
          path: env.RETAILER_LINKS,
        }),
      )
    }
    return [...found]
  }

  return {
    id: `retailer:${first.hostname}`,
    name,
    isDemo: false,
    scrapeSize: env.RETAILER_LIMIT,
    list,
    async read(address, signal) {
      const page = await ask(address, rules, signal)
      return partOf(await productOn(page.text, page.url), address)
    },
  }

  /** Structured data, completed by selectors. */
  async function productOn(html: string, url: URL): Promise<PageProduct> {
    const { readPageProduct } = await import('../shops/readProduct.ts')
    const { selectedIn } = await import('../env/selectedIn.ts')
    const said = readPageProduct(html, url)
    const isWhole = said && said.name && said.price && said.partNumber && said.manufacturer
    const selected = isWhole ? {} : selectedIn(html, env.RETAILER_SELECTORS)
    const also = (value: string | undefined) => plainText(value ?? '')
    return {
      name: said?.name || also(selected.name),
      manufacturer: said?.manufacturer || also(selected.brand),
      partNumber: said?.partNumber || also(selected.partNumber),
      price: said?.price || also(selected.price),
      sku: said?.sku || also(selected.sku),
      category: said?.category || also(selected.category),
      image: said?.image ?? '',
      availability: said?.availability ?? '',
      rating: said?.rating ?? { average: 0, count: 0 },
      otherCurrency: said?.otherCurrency ?? '',
    }
  }

  function partOf(product: PageProduct, link: string): IncomingPart {
    if (product.name === '') throw new Unfit(tell('The page names no product.'))
    if (partNumberKey(product.partNumber) === '')
      throw new Unfit(tell('The page names no part number.'))
    if (brandKey(product.manufacturer) === '') throw new Unfit(tell('The page names no brand.'))
    if (product.partNumber.length > MAX_PART_NUMBER || product.manufacturer.length > MAX_BRAND) {
      throw new Unfit(tell('The part number or the brand is too long.'))
    }
    const base = centsOf(product)
    return {
      number: product.partNumber,
      brand: product.manufacturer,
      name: product.name.slice(0, PART_LIMITS.name),
      category: product.category.slice(0, PART_LIMITS.category),
      image: product.image,
      task: '',
      retailerNumber: product.sku.slice(0, MAX_PART_NUMBER),
      unitCents: base,
      rating: product.rating,
      fits: env.RETAILER_FIT ? [env.RETAILER_FIT] : [],
      crossReferences: [],
      offers: [
        {
          merchant: name,
          cents: { base, promo: null, shipping: null, tax: null, core: null },
          promo: '',
          availability: product.availability.slice(0, PART_LIMITS.availability),
          link,
          asOf: now(),
        },
      ],
    }
  }
}

function isSitemap(text: string): boolean {
  const head = text.slice(0, 2_000).trimStart()
  const root = head.startsWith('<?xml') ? head.slice(head.indexOf('?>') + 2).trimStart() : head
  return /^<(?:\w+:)?(?:urlset|sitemapindex)\b/.test(root)
}

function centsOf({ price, otherCurrency }: PageProduct): number {
  if (price === '') {
    throw new Unfit(
      otherCurrency === ''
        ? tell('The page names no one price.')
        : tell('The price is in {currency}; only US dollars are taken.', {
            currency: otherCurrency,
          }),
    )
  }
  const parsed = parseCents(price)
  if ('cents' in parsed && parsed.cents > 0) return parsed.cents
  throw new Unfit(tell('“{given}” is no price.', { given: price.slice(0, 40) }))
}
