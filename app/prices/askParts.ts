/** Asks the server about parts. What is not an answer of ours does not get past here. */
import type { Json } from '#shared/sync/cells.ts'
import type { PartAnswer, PartHistory, PartOffers, PartsPage } from '#shared/catalogue/part.ts'

import { ApiError, callApi } from '../api/api.ts'
import { isHistory, isOffers, isPart, isPartsPage } from './partAnswers.ts'

/** @throws ApiError, status 404 where there is no such part */
export async function askPart(partNumber: string, brand: string): Promise<PartAnswer> {
  return ask(isPart, 'GET', pathOf(partNumber, brand))
}

/** Prices over time of the merchants that allow it. @throws ApiError */
export async function askHistory(partNumber: string, brand: string): Promise<PartHistory> {
  return ask(isHistory, 'GET', pathOf(partNumber, brand, '/history'))
}

/** Offers for many parts at once, each in its place. @throws ApiError */
export async function askOffers(
  parts: readonly { partNumber: string; brand: string }[],
): Promise<PartOffers> {
  const body = { parts: parts.map(({ partNumber, brand }) => ({ partNumber, brand })) }
  return ask(isOffers, 'POST', '/api/parts/offers', body)
}

/** A page of what a search finds. @throws ApiError */
export async function askSearch(words: string, after: string | null): Promise<PartsPage> {
  const params = new URLSearchParams({ q: words, ...(after !== null && { after }) })
  return ask(isPartsPage, 'GET', `/api/parts?${params}`)
}

function pathOf(partNumber: string, brand: string, rest = ''): string {
  const query = brand ? `?${new URLSearchParams({ brand })}` : ''
  return `/api/parts/${encodeURIComponent(partNumber)}${rest}${query}`
}

async function ask<Answer>(
  isAnswer: (value: unknown) => value is Answer,
  method: 'GET' | 'POST',
  path: string,
  body?: Json,
): Promise<Answer> {
  // The browser is believed only when it says that there is no network.
  if (!navigator.onLine) throw new ApiError(0, 'no network', undefined)
  const answer: unknown = await callApi(method, path, body)
  if (!isAnswer(answer)) throw new ApiError(502, 'not an answer of ours', undefined)
  return answer
}
