/** Asks the server about parts, and rejects answers of the wrong shape. */
import type * as z from 'zod/mini'

import type { PartAnswer, PartHistory, PartOffers, PartsPage } from '#shared/catalogue/part.ts'

import { partAnswer, partHistory, partOffers, partsPage } from '#shared/catalogue/part.ts'
import { type PartSearch, partSearchQuery } from '#shared/catalogue/partSearch.ts'
import { ApiError, askApi } from '../api/api.ts'

/** @throws ApiError, status 404 when there is no such part */
export async function askPart(partNumber: string, brand: string): Promise<PartAnswer> {
  return ask(partAnswer, 'GET', pathOf(partNumber, brand))
}

/** Price history of merchants that allow it. @throws ApiError */
export async function askHistory(partNumber: string, brand: string): Promise<PartHistory> {
  return ask(partHistory, 'GET', pathOf(partNumber, brand, '/history'))
}

/** Offers for many parts, in request order. @throws ApiError */
export async function askOffers(
  parts: readonly { partNumber: string; brand: string }[],
): Promise<PartOffers> {
  const body = { parts: parts.map(({ partNumber, brand }) => ({ partNumber, brand })) }
  return ask(partOffers, 'POST', '/api/parts/offers', body)
}

/** One page of search results. @throws ApiError */
export async function askSearch(words: string, after: string | null): Promise<PartsPage> {
  const params = new URLSearchParams({ q: words, ...(after !== null && { after }) })
  return ask(partsPage, 'GET', `/api/parts?${params}`)
}

/** One page of a search, the first with counts. @throws ApiError, also when `signal` aborts */
export async function askFound(
  search: PartSearch,
  after: string | null,
  signal: AbortSignal,
): Promise<PartsPage> {
  const more = new URLSearchParams(after === null ? { counts: 'yes' } : { after })
  return ask(partsPage, 'GET', `/api/parts?${partSearchQuery(search)}&${more}`, undefined, signal)
}

function pathOf(partNumber: string, brand: string, rest = ''): string {
  const query = brand ? `?${new URLSearchParams({ brand })}` : ''
  return `/api/parts/${encodeURIComponent(partNumber)}${rest}${query}`
}

async function ask<Answer>(
  schema: z.ZodMiniType<Answer>,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Answer> {
  // navigator.onLine is reliable only when false.
  if (!navigator.onLine) throw new ApiError(0, 'no network', undefined)
  return askApi(schema, method, path, body, { signal })
}
