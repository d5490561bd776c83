/** robots.txt check. Source: RFC 9309. */
import type { Memory } from './memory.ts'
import type { Outside } from './outside.ts'

import robotsParser, { type Robot } from 'robots-parser'

import { Away, type FetchRules, guardedFetch, Missing } from './guardedFetch.ts'

/** RFC 9309 2.5: at least 500 KiB have to be parsed. */
const MAX_BYTES = 512 * 1024
/** The page comes after it, and a user waits for both. */
const TIMEOUT_MS = 3_000

/** @returns false also while the rules are unreachable, as the RFC demands */
export async function mayRead(
  outside: Outside,
  known: Memory<Robot | null>,
  url: URL,
  rules: FetchRules,
  product: string,
): Promise<boolean> {
  const robots = await known.get(url.origin, () => readRobots(outside, url, rules))
  return robots === null || robots.isAllowed(url.href, product) !== false
}

/** Crawl delay between two pages, milliseconds. */
export async function restBetween(
  outside: Outside,
  known: Memory<Robot | null>,
  url: URL,
  rules: FetchRules,
  product: string,
): Promise<number> {
  const robots = await known.get(url.origin, () => readRobots(outside, url, rules))
  const seconds = Number(robots?.getCrawlDelay(product) ?? 0)
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : 0
}

/** @returns null without a robots.txt; throws Away while it is unreachable */
async function readRobots(outside: Outside, url: URL, rules: FetchRules): Promise<Robot | null> {
  const address = `${url.origin}/robots.txt`
  try {
    const page = await guardedFetch(outside, address, {
      ...rules,
      timeoutMs: TIMEOUT_MS,
      types: ['text/plain', 'text/html'],
      maxBytes: MAX_BYTES,
      maxInflatedBytes: MAX_BYTES,
    })
    return robotsParser(address, page.body.toString('utf8'))
  } catch (error) {
    if (error instanceof Missing) return null
    // Rules that exist but cannot be read forbid everything.
    throw error instanceof Away ? error : new Away('robots.txt')
  }
}
