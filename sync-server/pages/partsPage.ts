/** Search page: the first results, readable before any script. */
import type { Knex } from 'knex'

import type { PartsPage, PartSummary } from '#shared/catalogue/part.ts'
import type { PartSearch } from '#shared/catalogue/partSearch.ts'

import {
  isSearching,
  partSearchQuery,
  readPartSearch,
  searchTitle,
} from '#shared/catalogue/partSearch.ts'
import { links } from '#shared/links.ts'
import { formatCents } from '#shared/money/money.ts'
import { many, t } from '#shared/words/words.ts'
import { partsQuery } from '../catalogue/partsQuery.ts'
import { searchParts } from '../catalogue/searchParts.ts'
import { html, type Html, oneLine, written } from './html.ts'
import { type PageHead, withoutEndSlashes } from './knownPages.ts'
import { said } from './said.ts'

/** The search in an address; null for other pages and empty searches. */
export function askedParts(path: string, query: string): PartSearch | null {
  if (withoutEndSlashes(path.toLowerCase()) !== '/parts') return null
  const search = readPartSearch(new URLSearchParams(query))
  return isSearching(search) ? search : null
}

/** @throws Problem for an unreadable query */
export async function partsPage(
  db: Knex,
  search: PartSearch,
  now: number,
): Promise<{ status: 200; head: PageHead; body: Html }> {
  const address = partSearchQuery(search)
  const params = new URLSearchParams(address)
  const brand = params.getAll('brand')
  const query = partsQuery.parse({ ...Object.fromEntries(params), counts: 'yes', brand })
  const found = await searchParts(db, query, now)
  const title = oneLine(searchTitle(search))
  return {
    status: 200,
    head: {
      path: `${links.parts()}?${address}`,
      title,
      description: oneLine(descriptionOf(title, found)),
      isIndexed: isForAll(search) && found.parts.some(({ isDemo }) => !isDemo),
    },
    body: body(search, title, found),
  }
}

/** Free text is not indexed; a car the catalogue knows is. */
function isForAll({ q, task, brands, min, max, isInStock, isAnyFit }: PartSearch): boolean {
  const isNarrowed = brands.length > 0 || min !== null || max !== null || isInStock || isAnyFit
  return q === '' && task === '' && !isNarrowed
}

function countOf({ counts, parts }: PartsPage): string {
  const all = counts?.all ?? parts.length
  return counts?.isMore
    ? many(all, '{count}+ parts', '{count}+ parts')
    : many(all, '{count} part', '{count} parts')
}

function descriptionOf(title: string, found: PartsPage): string {
  const [count, price] = [countOf(found), lowestOf(found)]
  return price === null
    ? t('{title}: {count}.', { title, count })
    : t('{title}: {count}, from {price}.', { title, count, price })
}

function lowestOf({ parts }: PartsPage): string | null {
  const totals = parts.flatMap(({ lowestPrice, isBeforeShipping }) =>
    lowestPrice === null || isBeforeShipping ? [] : [lowestPrice],
  )
  return totals.length === 0 ? null : formatCents(Math.round(Math.min(...totals) * 100))
}

function body(search: PartSearch, title: string, found: PartsPage): Html {
  return html`<div class="page">
    <h1>${t('Find parts')}</h1>
    <form class="seek" role="search" action="${links.parts()}">
      <input
        type="search"
        name="q"
        aria-label="${t('Search parts')}"
        value="${search.q}"
        maxlength="200"
      />
      <button class="button primary">${t('Search')}</button>
    </form>
    <p class="muted">${written(title)}: ${countOf(found)}</p>
    ${
      found.parts.length > 0
        ? html`<ul class="card found">
            ${found.parts.map(row)}
          </ul>`
        : html`<p>
            ${t('Try fewer words, another spelling or brand, or the number as it is printed on the part.')}
          </p>`
    }
  </div>`
}

function row(part: PartSummary): Html {
  const { name, brand, partNumber, lowestPrice, isBeforeShipping, merchant, isDemo } = part
  return html`<li>
    <span class="grow">
      <a href="${links.product(partNumber, brand)}">${written(name)}</a>
      <span class="muted">${written(brand)} <span class="mono">${written(partNumber)}</span></span>
      ${isDemo && html`<span class="muted">${t('Demonstration data')}</span>`}
    </span>
    ${
      lowestPrice !== null &&
      html`<span class="num"
        >${priceOf(Math.round(lowestPrice * 100), isBeforeShipping)}
        ${merchant !== undefined && html`<span class="muted">${said('at {merchant}', { merchant: written(merchant) })}</span>`}</span
      >`
    }
  </li>`
}

function priceOf(cents: number, isBeforeShipping = false): Html {
  const price = html`<b>${formatCents(cents)}</b>`
  return isBeforeShipping
    ? said('from {price} + shipping', { price })
    : said('from {price}', { price })
}
