/** A product on the page of a listed shop. */
import type { Robot } from 'robots-parser'
import type { FetchRules } from './guardedFetch.ts'
import type { Outside } from './outside.ts'
import type { ReadProduct } from './productValues.ts'

import { guardedFetch, Missing, Refused } from './guardedFetch.ts'
import { createMemory } from './memory.ts'
import { mayRead } from './robots.ts'

const ROBOTS_LIFE_MS = 3_600_000
const MAX_ROBOTS = 200

const PAGE_LIMITS = {
  timeoutMs: 6_000,
  maxBytes: 2 * 1024 * 1024,
  maxInflatedBytes: 4 * 1024 * 1024,
}
const PAGE_TYPES = ['text/html', 'application/xhtml+xml']

/** How this program calls itself in robots.txt and in the logs of shops. */
export const PRODUCT_TOKEN = 'Wrenchlist'

/** The rules under which pages are asked for in the name of an installation. */
export function pageRules(hosts: FetchRules['hosts'], publicUrl: string): FetchRules {
  const userAgent = `${PRODUCT_TOKEN}/1 (+${publicUrl})`
  return { ...PAGE_LIMITS, hosts, types: PAGE_TYPES, userAgent }
}

export type ShopReader = (url: URL) => Promise<ReadProduct>

/** @returns the reader; it throws Refused, Away or Missing, and nothing else */
export function createShopReader(
  outside: Outside,
  rules: FetchRules,
  now: () => number,
): ShopReader {
  const robots = createMemory<Robot | null>(now, { lifeMs: ROBOTS_LIFE_MS, size: MAX_ROBOTS })
  return async (url) => {
    if (!(await mayRead(outside, robots, url, rules, PRODUCT_TOKEN))) {
      throw new Refused('robots.txt')
    }
    const page = await guardedFetch(outside, url.href, rules)
    // Reading HTML is the one heavy library here: it comes with the first page.
    const { readProduct } = await import('./readProduct.ts')
    const product = readProduct(textOf(page.body, page.charset), page.url)
    if (!product) throw new Missing('no product on the page')
    return product
  }
}

/** The text of a page: by the header, by the page's own word, else UTF-8. */
export function textOf(body: Buffer, charset: string): string {
  const head = body.subarray(0, 1_024).toString('latin1')
  const named = charset || (/<meta[^<>]+charset=["']?([\w-]+)/i.exec(head)?.[1] ?? 'utf-8')
  try {
    return new TextDecoder(named).decode(body)
  } catch {
    return new TextDecoder('utf-8').decode(body)
  }
}
