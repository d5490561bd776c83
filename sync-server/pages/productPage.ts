/** Head of a part's page: tab title, and prices for link previews. */
import type { Knex } from 'knex'

import { isStorable } from '#shared/define.ts'
import { links } from '#shared/links.ts'
import { isOffered, standOffers, type Stood } from '#shared/catalogue/offer.ts'
import { centsToDecimal } from '#shared/money/money.ts'
import { many, t } from '#shared/words/words.ts'
import { findParts, type PartRow } from '../catalogue/findParts.ts'
import { readOffers } from '../catalogue/readOffers.ts'
import { oneLine } from './html.ts'
import { nowhere, type PageHead } from './knownPages.ts'

export interface ProductPage {
  status: 200 | 404
  head: PageHead
}

/** @param path decoded once as a whole; slashes in the number are still encoded */
export async function productPage(
  db: Knex,
  path: string,
  brand: string,
  now: number,
): Promise<ProductPage | null> {
  const [, encoded = ''] = /^\/product\/([^/]+)\/*$/i.exec(path) ?? []
  if (!encoded) return null
  const number = encoded.replaceAll(/%2f/gi, '/')
  const isAskable = isStorable(number) && isStorable(brand)
  const [part, ...others] = isAskable ? await findParts(db, number, brand) : []
  if (!part) return { status: 404, head: { ...nowhere(), title: t('Product Not Found') } }
  if (others.length > 0) {
    const title = oneLine(t('Part number {number}', { number: part.number }))
    const description = t('Several brands have a part with the number {number}.', {
      number: oneLine(part.number),
    })
    return {
      status: 200,
      head: { path: links.product(number), title, description, isIndexed: false },
    }
  }
  const { byPart, merchants } = await readOffers(db, [part.id], now)
  const stood = standOffers(byPart.get(part.id) ?? [], merchants, now)
  const prices = pricesText(stood)
  const name = `${part.name}, ${part.brand} ${part.number}`
  return {
    status: 200,
    head: {
      path: links.product(part.number, part.brand),
      title: oneLine(name),
      description: oneLine(`${name}: ${prices}`),
      // Demo prices are not for search engines.
      isIndexed: !part.is_demo,
      ...(!part.is_demo && { data: productData(part, stood) }),
    },
  }
}

/** @param stood best first */
function pricesText(stood: readonly Stood[]): string {
  const offered = stood.map(({ standing }) => standing).filter(isOffered)
  const [best] = offered
  if (best) {
    const [count, price] = [offered.length, best.text]
    return best.mayWin
      ? many(
          count,
          'Prices of {count} merchant, from {price} in all.',
          'Prices of {count} merchants, from {price} in all.',
          { price },
        )
      : many(
          count,
          'Prices of {count} merchant, from {price}.',
          'Prices of {count} merchants, from {price}.',
          { price },
        )
  }
  const isToday = stood.some(({ standing }) => !standing.isStale)
  return isToday
    ? t('Nobody has it in stock right now.')
    : t('No merchant has a price in dollars right now.')
}

/** The part as schema.org JSON-LD, with totals payable today. */
function productData(part: PartRow, stood: readonly Stood[]): Record<string, unknown> {
  const totals = stood.filter(({ standing }) => standing.mayWin)
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: part.name,
    mpn: part.number,
    brand: { '@type': 'Brand', name: part.brand },
    ...(part.category && { category: part.category }),
    ...(part.rating_count > 0 && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: part.rating_average,
        reviewCount: part.rating_count,
      },
    }),
    ...(totals.length > 0 && {
      offers: totals.map(({ offer, standing }) => ({
        '@type': 'Offer',
        price: centsToDecimal(standing.totalCents),
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
        seller: { '@type': 'Organization', name: offer.merchant },
      })),
    }),
  }
}
