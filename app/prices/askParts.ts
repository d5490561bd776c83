/** Asks the server about parts. What is not an answer of ours does not get past here. */
import type * as z from 'zod/mini'

import type { Json } from '#shared/sync/cells.ts'
import type { PartSearch } from '#shared/catalogue/partSearch.ts'
import type { PartAnswer, PartHistory, PartOffers, PartsPage } from '#shared/catalogue/part.ts'

import { partAnswer, partHistory, partOffers, partsPage } from '#shared/catalogue/part.ts'
import { partSearchQuery } from '#shared/catalogue/partSearch.ts'
import { ApiError, callApi } from '../api/api.ts'

/** @throws ApiError, status 404 where there is no such part */
export async function askPart(partNumber: string, brand: string): Promise<PartAnswer> {
  return ask(partAnswer, 'GET', pathOf(partNumber, brand))
}

/** Prices over time of the merchants that allow it. @throws ApiError */
export async function askHistory(partNumber: string, brand: string): Promise<PartHistory> {
  return ask(partHistory, 'GET', pathOf(partNumber, brand, '/history'))
}

/** Offers for many parts at once, each in its place. @throws ApiError */
export async function askOffers(
  parts: readonly { partNumber: string; brand: string }[],
): Promise<PartOffers> {
  const body = { parts: parts.map(({ partNumber, brand }) => ({ partNumber, brand })) }
  return ask(partOffers, 'POST', '/api/parts/offers', body)
}

/** A page of what a search finds. @throws ApiError */
export async function askSearch(words: string, after: string | null): Promise<PartsPage> {
  const params = new URLSearchParams({ q: words, ...(after !== null && { after }) })
  return ask(partsPage, 'GET', `/api/parts?${params}`)
}

/** A page of a search, the first with its counts. @throws ApiError, also where `signal` ends it */
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
  body?: Json,
  signal?: AbortSignal,
): Promise<Answer> {
  // The browser is believed only when it says that there is no network.
  if (!navigator.onLine) throw new ApiError(0, 'no network', undefined)
  const read = schema.safeParse(await callApi(method, path, body, {}, undefined, signal))
  if (!read.success) throw new ApiError(502, 'not an answer of ours', undefined)
  return read.data
}
