/**
 * The large retailer's product API, the Creators API, which replaced PA-API 5 in May 2026: OAuth
 * 2.0 client credentials, then GetItems. Sources: its public documentation
 * (affiliate-program.amazon.com/creatorsapi/docs) as told by its open client libraries; see
 * docs/operate.md, it was never called for real from here. The retailer's pages are never read.
 */
import type { Env } from '../env/env.ts'

import { parseForeignJson } from '#shared/tables/foreignJson.ts'
import { centsToDecimal } from '#shared/money/money.ts'
import { Away, Missing, Refused } from '../outside/guardedFetch.ts'
import { centsOf, plainText, type ReadProduct } from './productValues.ts'

const TIMEOUT_MS = 8_000
const MAX_BYTES = 512 * 1024
/** A token lives an hour; it is renewed a minute early. */
const TOKEN_MARGIN_MS = 60_000

/** By credential version: 2.x are Amazon Cognito's, 3.x Login with Amazon's. */
const TOKEN_URLS: Record<string, string> = {
  '2.1': 'https://creatorsapi.auth.us-east-1.amazoncognito.com/oauth2/token',
  '2.2': 'https://creatorsapi.auth.eu-south-2.amazoncognito.com/oauth2/token',
  '2.3': 'https://creatorsapi.auth.us-west-2.amazoncognito.com/oauth2/token',
  '3.1': 'https://api.amazon.com/auth/o2/token',
  '3.2': 'https://api.amazon.co.uk/auth/o2/token',
  '3.3': 'https://api.amazon.co.jp/auth/o2/token',
}

const RESOURCES = [
  'itemInfo.title',
  'itemInfo.byLineInfo',
  'itemInfo.manufactureInfo',
  'offersV2.listings.price',
]

/** Settings of the API; null until an operator provides them. */
export interface Credentials {
  id: string
  secret: string
  version: string
  partnerTag: string
  marketplace: string
  apiUrl: string
  tokenUrl: string
}

export function credentialsOf(env: Env): Credentials | null {
  const { AMAZON_CREDENTIAL_ID: id, AMAZON_CREDENTIAL_SECRET: secret } = env
  const { AMAZON_PARTNER_TAG: partnerTag, AMAZON_CREDENTIAL_VERSION: version } = env
  if (!id || !secret || !partnerTag) return null
  return {
    id,
    secret,
    version,
    partnerTag,
    marketplace: env.AMAZON_MARKETPLACE,
    apiUrl: env.AMAZON_API_URL,
    tokenUrl: env.AMAZON_TOKEN_URL ?? TOKEN_URLS[version] ?? '',
  }
}

export type ItemReader = (asin: string) => Promise<ReadProduct>

type Fetch = typeof fetch

/** @returns the item reader; it throws Refused, Away or Missing, and nothing else */
export function createItemReader(
  credentials: Credentials,
  { now, fetch }: { now: () => number; fetch: Fetch },
): ItemReader {
  let token: { text: string; until: number } | null = null

  async function readToken(): Promise<string> {
    if (token && now() < token.until && token.until - now() < 24 * 3_600_000) return token.text
    const isLwa = credentials.version.startsWith('3')
    const form = {
      grant_type: 'client_credentials',
      client_id: credentials.id,
      client_secret: credentials.secret,
      scope: isLwa ? 'creatorsapi::default' : 'creatorsapi/default',
    }
    const answer = await post(
      fetch,
      credentials.tokenUrl,
      {},
      isLwa ? form : new URLSearchParams(form),
    )
    const text = at(answer, 'access_token')
    if (typeof text !== 'string' || text === '') throw new Refused('no token')
    const seconds = Number(at(answer, 'expires_in')) || 3_600
    token = { text, until: now() + seconds * 1_000 - TOKEN_MARGIN_MS }
    return text
  }

  return async (asin) => {
    const bearer = await readToken()
    const version = credentials.version.startsWith('2') ? `, Version ${credentials.version}` : ''
    const headers = {
      Authorization: `Bearer ${bearer}${version}`,
      'x-marketplace': credentials.marketplace,
    }
    const body = {
      itemIds: [asin],
      itemIdType: 'ASIN',
      marketplace: credentials.marketplace,
      partnerTag: credentials.partnerTag,
      resources: RESOURCES,
    }
    const answer = await post(
      fetch,
      `${credentials.apiUrl}/catalog/v1/getItems`,
      headers,
      body,
    ).catch((error: unknown) => {
      // The token may be revoked: the next try requests a new one.
      token = null
      throw error
    })
    return itemOf(answer, asin)
  }
}

/** POSTs and parses JSON, limited in time and size. */
async function post(
  fetch: Fetch,
  url: string,
  headers: Record<string, string>,
  body: object,
): Promise<unknown> {
  const isForm = body instanceof URLSearchParams
  let response: Response
  let text: string
  try {
    response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      headers: { ...headers, ...(isForm ? {} : { 'Content-Type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    text = await readText(response)
  } catch (error) {
    throw error instanceof Refused ? error : new Away('no answer')
  }
  const { status } = response
  if (status === 404) throw new Missing('no such item')
  if (status === 429 || status >= 500) throw new Away(`status ${status}`)
  if (!response.ok) throw new Refused(`status ${status}`)
  try {
    return parseForeignJson(text)
  } catch {
    throw new Away('not JSON')
  }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    if (text.length > MAX_BYTES) throw new Refused('too large')
  }
  return text
}

/** The API's documentation has both spellings of the container. */
function itemOf(answer: unknown, asin: string): ReadProduct {
  const items = at(answer, 'itemsResult', 'items') ?? at(answer, 'itemResults', 'items')
  const item: unknown = Array.isArray(items)
    ? items.find((one: unknown) => at(one, 'asin') === asin)
    : undefined
  const name = plainText(at(item, 'itemInfo', 'title', 'displayValue'))
  if (name === '') throw new Missing('no such item')
  const byLine = at(item, 'itemInfo', 'byLineInfo')
  const made = at(item, 'itemInfo', 'manufactureInfo')
  return {
    name,
    manufacturer:
      plainText(at(byLine, 'brand', 'displayValue')) ||
      plainText(at(byLine, 'manufacturer', 'displayValue')),
    partNumber:
      plainText(at(made, 'itemPartNumber', 'displayValue')) ||
      plainText(at(made, 'model', 'displayValue')),
    price: priceOf(at(item, 'offersV2', 'listings')),
  }
}

function priceOf(listings: unknown): string {
  const all = Array.isArray(listings) ? (listings as unknown[]) : []
  const listing = all.find((one) => at(one, 'isBuyBoxWinner') === true) ?? all[0]
  const money = at(listing, 'price', 'money')
  const cents = centsOf(plainText(at(money, 'amount')), plainText(at(money, 'currency')))
  return cents === null ? '' : centsToDecimal(cents)
}

/** A value deep in untrusted JSON. */
function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((inner, name) => {
    const isThere = typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
    return isThere ? (inner as Record<string, unknown>)[name] : undefined
  }, value)
}
