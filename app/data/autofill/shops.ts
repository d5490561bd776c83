/** Shops whose links the server can look up. Cached, so known offline after the first answer. */
import type { Shops } from '#shared/catalogue/product.ts'

import { isAmazonLink } from '#shared/catalogue/amazon.ts'
import { callApi } from '../api/api.ts'
import { db } from '../device/db.ts'
import { fieldOf, type Json } from '#shared/cells/cells.ts'

const KEY = 'shops'
const LIFE_MS = 24 * 3_600_000

/** 'unknown' until the server has been asked once. */
export async function canFillFrom(link: string): Promise<'yes' | 'no' | 'unknown'> {
  if (isAmazonLink(link)) return 'yes'
  const shops = await knownShops()
  if (!shops) return 'unknown'
  return shops.hosts.includes(new URL(link).hostname) ? 'yes' : 'no'
}

/** Whether any shop can fill in a row; false until the server has been asked once. */
export async function fillsAnything(): Promise<boolean> {
  const shops = await knownShops()
  return shops !== null && (shops.amazon || shops.hosts.length > 0)
}

async function knownShops(): Promise<Shops | null> {
  const stored = (await db.meta.get(KEY))?.value
  const age = Date.now() - Number(fieldOf(stored, 'at') ?? Number.NaN)
  if (age >= 0 && age < LIFE_MS) return shopsOf(stored)
  try {
    const shops = shopsOf(await callApi('GET', '/api/shops'))
    await db.meta.put({ key: KEY, value: { ...shops, at: Date.now() } })
    return shops
  } catch {
    // A stale answer beats none.
    return stored === undefined ? null : shopsOf(stored)
  }
}

function shopsOf(value: Json | undefined): Shops {
  const hosts = fieldOf(value, 'hosts')
  return {
    hosts: Array.isArray(hosts) ? hosts.filter((host) => typeof host === 'string') : [],
    amazon: fieldOf(value, 'amazon') === true,
  }
}
