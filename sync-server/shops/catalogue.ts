/** Product data behind links to shops: rate-limited, and cached for a while. */
import type { Product, Shops } from '#shared/catalogue/product.ts'
import type { Logger } from 'pino'
import type { Env } from '../env/env.ts'
import type { Outside } from '../outside/outside.ts'
import type { ReadProduct } from './productValues.ts'

import { setTimeout as sleep } from 'node:timers/promises'

import {
  AMAZON_SHORT_HOSTS,
  amazonShop,
  asinOf,
  isShortAmazonLink,
} from '#shared/catalogue/amazon.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { createBreakers } from '../outside/breaker.ts'
import { createItemReader, credentialsOf } from './creatorsApi.ts'
import { Away, Missing, readLocation, Refused } from '../outside/guardedFetch.ts'
import { createMemory } from '../outside/memory.ts'
import { createShopReader, pageRules } from './shopProduct.ts'

/** Amazon allows API content to be kept for a day, and prices for an hour. */
const LIFE_MS = 3_600_000
const MAX_KEPT = 500
/** Initial rate limit of the product API: one call a second. */
const SPACING_MS = 1_000
const MAX_QUEUE_MS = 5_000
const MAX_AT_ONCE = 16
const RETRY_SECONDS = 30

export interface Catalogue {
  shops(): Shops
  /** @param text a link of the large retailer, or an ASIN. Throws a Problem. */
  amazonProduct(text: string): Promise<Product>
  /** @param link of a listed shop. Throws a Problem. */
  shopProduct(link: string): Promise<Product>
}

interface CatalogueDeps {
  env: Env
  outside: Outside
  fetch: typeof globalThis.fetch
  now(): number
  log: Logger
}

export function createCatalogue({ env, outside, fetch, now, log }: CatalogueDeps): Catalogue {
  const { SHOP_HOSTS: hosts, PUBLIC_URL: publicUrl } = env
  const credentials = credentialsOf(env)
  const readItem = credentials && createItemReader(credentials, { now, fetch })
  const readShop = createShopReader(outside, pageRules(hosts, publicUrl), now)
  const shortHosts = new Map(AMAZON_SHORT_HOSTS.map((host) => [host, null]))
  const products = createMemory<ReadProduct & { asOf: number }>(now, {
    lifeMs: LIFE_MS,
    size: MAX_KEPT,
  })
  const breakers = createBreakers(now)
  let running = 0
  let freeAt = 0

  /** Calls a host through its breaker; errors become sentences. */
  async function ask<T>(host: string, work: () => Promise<T>): Promise<T> {
    const wait = breakers.wait(host)
    if (wait > 0) throw away(host, wait)
    if (running >= MAX_AT_ONCE) throw away(host, 5)
    running++
    try {
      const answer = await work()
      breakers.succeeded(host)
      return answer
    } catch (error) {
      if (error instanceof Away) breakers.failed(host)
      else breakers.succeeded(host)
      // The reason stays here: it may reveal the server's network.
      log.warn({ host, reason: String(error) }, 'a link was not filled in')
      throw problemOf(error, host)
    } finally {
      running--
    }
  }

  /** Queues calls at the API's rate. */
  async function inTurn(host: string): Promise<void> {
    const wait = Math.min(Math.max(0, freeAt - now()), MAX_QUEUE_MS + SPACING_MS)
    if (wait > MAX_QUEUE_MS) throw away(host, Math.ceil(wait / 1_000))
    freeAt = now() + wait + SPACING_MS
    if (wait > 0) await sleep(wait)
  }

  async function asinBehind(link: string): Promise<string> {
    const { hostname } = new URL(link)
    const to = await ask(hostname, () =>
      readLocation(outside, link.replace(/^http:/i, 'https:'), pageRules(shortHosts, publicUrl)),
    )
    return asinIn(to.href)
  }

  function asinIn(text: string): string {
    const shop = amazonShop(text)
    const own = amazonShop(`https://${env.AMAZON_MARKETPLACE}`)
    const asin = asinOf(text)
    if (asin === null) {
      throw new Problem('bad_link', 422, t('This link does not lead to a product of amazon.'), {
        field: 'url',
      })
    }
    if (shop !== null && shop !== own) {
      const sentence = t('Only links of {own} can be filled in here, this one is of {shop}.', {
        own: own ?? '',
        shop,
      })
      throw new Problem('other_marketplace', 422, sentence, { field: 'url' })
    }
    return asin
  }

  return {
    shops: () => ({ hosts: [...hosts.keys()], amazon: readItem !== null }),

    async amazonProduct(text) {
      // Checked first: the user has to fix a wrong link, whatever this server can do.
      const named = isShortAmazonLink(text) ? null : asinIn(text)
      if (!readItem || !credentials) {
        const sentence = t(
          'This server cannot look up products of amazon. Please fill in the row by hand.',
        )
        throw new Problem('cannot_fill', 501, sentence)
      }
      const asin = named ?? (await asinBehind(text))
      const host = amazonShop(`https://${credentials.marketplace}`) ?? credentials.marketplace
      const product = await products.get(`asin:${asin}`, async () => {
        await inTurn(host)
        return { ...(await ask(host, () => readItem(asin))), asOf: now() }
      })
      const { marketplace, partnerTag } = credentials
      return { ...product, link: `https://${marketplace}/dp/${asin}?tag=${partnerTag}` }
    },

    async shopProduct(link) {
      const url = URL.canParse(link) ? new URL(link) : null
      if (!url || !hosts.has(url.hostname)) {
        throw new Problem('not_listed', 422, t('Links of this site cannot be filled in here.'), {
          field: 'url',
        })
      }
      url.hash = ''
      const product = await products.get(url.href, async () => ({
        ...(await ask(url.hostname, () => readShop(url))),
        asOf: now(),
      }))
      return { ...product, link: '' }
    },
  }
}

function problemOf(error: unknown, host: string): unknown {
  const name = host.replace(/^www\./, '')
  if (error instanceof Away) return away(host, RETRY_SECONDS)
  if (error instanceof Missing) {
    const sentence = t('No product was found at {name} behind this link.', { name })
    return new Problem('no_product', 404, sentence)
  }
  if (!(error instanceof Refused)) return error
  return new Problem('unreadable', 422, t('{name} does not let this link be filled in.', { name }))
}

function away(host: string, retryAfter: number): Problem {
  const name = host.replace(/^www\./, '')
  const sentence = t('{name} does not answer at the moment.', { name })
  return new Problem('shop_away', 503, sentence, { retryAfter })
}
