/** Whether a shop wants a page to be read by programs. Source: RFC 9309. */
import type { FetchRules } from './guardedFetch.ts'
import type { Memory } from './memory.ts'
import type { Outside } from './outside.ts'

import robotsParser, { type Robot } from 'robots-parser'

import { Away, guardedFetch, Missing } from './guardedFetch.ts'

/** RFC 9309 2.5: at least 500 KiB have to be read. */
const MAX_BYTES = 512 * 1024
/** The page comes after it, and somebody waits for both. */
const TIMEOUT_MS = 3_000

/** @returns false also while the rules cannot be read, as the RFC asks for */
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

/** How long a site wants to be left alone between two pages, in milliseconds. */
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

/** @returns null where there are no rules; throws Away while they cannot be had */
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
    // Rules that are there and not readable forbid everything.
    throw error instanceof Away ? error : new Away('robots.txt')
  }
}
