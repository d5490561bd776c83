/** Product lookup on the page of an allowed shop. */
import type { Robot } from 'robots-parser'
import type { Outside } from '../outside/outside.ts'
import type { ReadProduct } from './productValues.ts'

import { type FetchRules, guardedFetch, Missing, Refused } from '../outside/guardedFetch.ts'
import { createMemory } from '../outside/memory.ts'
import { mayRead } from '../outside/robots.ts'

const ROBOTS_LIFE_MS = 3_600_000
const MAX_ROBOTS = 200

const PAGE_LIMITS = {
  timeoutMs: 6_000,
  maxBytes: 2 * 1024 * 1024,
  maxInflatedBytes: 4 * 1024 * 1024,
}
const PAGE_TYPES = ['text/html', 'application/xhtml+xml']

/** User agent token in robots.txt and shops' logs. */
export const PRODUCT_TOKEN = 'Wrenchlist'

/** Fetch rules for shops' pages. */
export function pageRules(hosts: FetchRules['hosts'], publicUrl: string): FetchRules {
  const userAgent = `${PRODUCT_TOKEN}/1 (+${publicUrl})`
  return { ...PAGE_LIMITS, hosts, types: PAGE_TYPES, userAgent }
}

export type ShopReader = (url: URL) => Promise<ReadProduct>

/** @returns the page reader; it throws Refused, Away or Missing, and nothing else */
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
    // Imported lazily: the HTML parser is heavy.
    const { readProduct } = await import('./readProduct.ts')
    const product = readProduct(textOf(page.body, page.charset), page.url)
    if (!product) throw new Missing('no product on the page')
    return product
  }
}

/** Decoded page: charset of the header, of the page's own meta tag, else UTF-8. */
export function textOf(body: Buffer, charset: string): string {
  const head = body.subarray(0, 1_024).toString('latin1')
  const named = charset || (/<meta[^<>]+charset=["']?([\w-]+)/i.exec(head)?.[1] ?? 'utf-8')
  try {
    return new TextDecoder(named).decode(body)
  } catch {
    return new TextDecoder('utf-8').decode(body)
  }
}
