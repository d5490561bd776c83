/** Shop settings; part of env.ts. */
import type { Pin } from '../outside/guardedFetch.ts'

import { isIP } from 'node:net'
import { z } from 'zod'
import { amazonShop } from '#shared/catalogue/amazon.ts'
import { trimEndOf } from '#shared/text/trimEndOf.ts'
import { readSelectors } from './readSelectors.ts'

const HOST_NAME =
  /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/
const SHOPS_WORD =
  'must be host names with commas between them, as in shop.example,parts.lan=http://10.0.0.5:8080'

const isWebAddress = (value: string): boolean =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)

const webAddress = z
  .string()
  .refine(isWebAddress, 'must be an address like https://api.example')
  .transform((value) => trimEndOf(value, '/'))

const FIT = /^([^/]{1,60})\/([^/]{1,60})\/((?:19|20)\d\d)-((?:19|20)\d\d)$/

const number = (min: number, max: number, fallback: number) => {
  const message = `must be a number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,7}$/, message)
    .default(String(fallback))
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
}

/** One entry: "shop.example", or "parts.lan=http://10.0.0.5:8080" for a pinned host. */
function readShop(entry: string): [string, Pin | null] | null {
  const [host = '', place, ...rest] = entry.trim().toLowerCase().split('=')
  if (!HOST_NAME.test(host) || amazonShop(`https://${host}`) || rest.length > 0) return null
  if (place === undefined) return [host, null]
  if (!isWebAddress(place)) return null
  const { hostname, port, protocol, pathname } = new URL(place)
  const address = hostname.replace(/^\[|\]$/g, '')
  const isTls = protocol === 'https:'
  if (isIP(address) === 0 || pathname !== '/') return null
  return [host, { address, port: Number(port) || (isTls ? 443 : 80), isTls }]
}

/** Hosts, each with its pin if the operator set one. */
export const hostPins = z
  .string()
  .default('')
  .transform((value) => value.split(',').filter((entry) => entry.trim() !== ''))
  .refine((entries) => entries.every((entry) => readShop(entry) !== null), SHOPS_WORD)
  .transform((entries): ReadonlyMap<string, Pin | null> => {
    return new Map(entries.map(readShop).filter((shop) => shop !== null))
  })

export const shopSettings = {
  AMAZON_CREDENTIAL_ID: z.string().optional(),
  AMAZON_CREDENTIAL_SECRET: z.string().optional(),
  AMAZON_CREDENTIAL_VERSION: z
    .enum(['2.1', '2.2', '2.3', '3.1', '3.2', '3.3'], 'must be 2.1, 2.2, 2.3, 3.1, 3.2 or 3.3')
    .default('3.1'),
  AMAZON_PARTNER_TAG: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'must look like workshop-20')
    .optional(),
  AMAZON_MARKETPLACE: z
    .string()
    .refine(
      (host) => host.startsWith('www.') && amazonShop(`https://${host}`) !== null,
      'must look like www.amazon.com',
    )
    .default('www.amazon.com'),
  AMAZON_API_URL: webAddress.default('https://creatorsapi.amazon'),
  AMAZON_TOKEN_URL: webAddress.optional(),
  RETAILER_PAGES: z
    .string()
    .default('')
    .transform((value) => value.split(',').flatMap((one) => one.trim() || []))
    .refine(
      (all) => all.every(isWebAddress),
      'must be addresses with commas between them, as in https://shop.example/sitemap.xml',
    ),
  RETAILER_NAME: z.string().max(80, 'must have at most 80 characters').optional(),
  RETAILER_LINKS: z
    .string()
    .startsWith('/', 'must be the beginning of a path')
    .default('/products/'),
  RETAILER_LIMIT: number(1, 5_000, 200),
  RETAILER_DELAY_MS: number(500, 600_000, 2_000),
  RETAILER_FIT: z
    .string()
    .regex(FIT, 'must look like Audi/S4/2004-2008')
    .transform((value) => {
      const [, make = '', model = '', from, to] = FIT.exec(value) ?? []
      return { make, model, yearFrom: Number(from), yearTo: Number(to) }
    })
    .optional(),
  RETAILER_SELECTORS: z
    .string()
    .default('')
    .transform(readSelectors)
    .refine(
      (selectors) => selectors !== null,
      'must look like name=h1.title; price=.price; partNumber=[itemprop=mpn]; brand=.brand',
    )
    .transform((selectors) => selectors ?? {}),
  SHOP_HOSTS: hostPins,
}
