/** Server's kit list and search, one page at a time. */
import type { PriceSum } from '#shared/kinds/priceSum.ts'

import { isBuildId, isId } from '#shared/ids.ts'
import { isNamed } from '#shared/kinds/kit.ts'
import { isCode } from '#shared/money/money.ts'
import { areRates } from '#shared/money/rates.ts'
import { type ListedKit, withWords } from '../open/listedKit.ts'
import { fieldOf, type Json } from '#shared/cells/cells.ts'
import { isRecord } from '#shared/shape.ts'

/** Fills many screens; 10 kB on a bad link. */
const A_PAGE = 60

export interface KitPage {
  kits: ListedKit[]
  /** Cursor of the next page, null after the last. */
  next: string | null
}

/**
 * Fetches saved kits, newest first.
 * @param query.after cursor of the page, null for the first
 * @throws ApiError
 */
export async function fetchKits(query: {
  words: readonly string[]
  isMineOnly: boolean
  after: string | null
}): Promise<KitPage> {
  const params = new URLSearchParams({ limit: String(A_PAGE) })
  if (query.words.length > 0) params.set('q', query.words.join(' '))
  if (query.isMineOnly) params.set('mine', '1')
  if (query.after) params.set('after', query.after)
  let link = ''
  // Imported late: kits of this device show without it.
  const { callApi } = await import('../../api/api.ts')
  const answer = await callApi('GET', `/api/kits?${params}`, undefined, {}, (headers) => {
    link = headers.get('Link') ?? ''
  })
  const kits = Array.isArray(answer) ? answer.flatMap((kit) => listed(kit, query.isMineOnly)) : []
  const path = /<([^<>]*)>; rel="next"/.exec(link)?.[1]
  return { kits, next: new URLSearchParams(path?.split('?')[1]).get('after') }
}

function listed(answer: Json, isMine: boolean): ListedKit[] {
  const text = (name: string) => {
    const value = fieldOf(answer, name)
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  }
  const [id, buildId] = [text('id'), text('buildId')]
  // Not parsed as a price: a kit's sum may exceed the limit of one part.
  const total = Math.round(Number(text('totalPrice')) * 100)
  const unpriced = fieldOf(answer, 'partsWithoutPrice')
  const cents = Number.isSafeInteger(total) ? total : 0
  if (!isId(id) || !isNamed(text('name'))) return []
  const vehicle = ['vehicleYear', 'vehicleMake', 'vehicleModel'].map(text).filter(Boolean).join(' ')
  const kit = withWords({
    id,
    buildId: isBuildId(buildId) ? buildId : '',
    name: text('name'),
    title: text('name'),
    vehicle,
    task: text('task'),
    isMine,
    isHere: false,
    isLive: true,
    waiting: 0,
    // Servers from before currencies answer in dollars only.
    sum: sumIn(fieldOf(answer, 'sum')) ?? {
      cents,
      unpriced: typeof unpriced === 'number' ? unpriced : null,
    },
    savedAt: Date.parse(text('savedAt')) || 0,
  })
  return [kit]
}

/** Parses the sum of a kit in mixed currencies; null for anything else. */
function sumIn(value: Json | undefined): PriceSum | null {
  const [cents, unpriced, others, rates] = ['cents', 'unpriced', 'others', 'of'].map((name) =>
    fieldOf(value, name),
  )
  const [currency, given] = [fieldOf(rates, 'currency'), fieldOf(rates, 'rates')]
  const unread = fieldOf(value, 'unread')
  if (typeof cents !== 'number' || typeof unpriced !== 'number') return null
  const isMinor = (pair: [string, unknown]): pair is [string, number] =>
    isCode(pair[0]) && Number.isSafeInteger(pair[1])
  const foreign = Object.entries(isRecord(others) ? others : {}).filter(isMinor)
  const odd = (Array.isArray(unread) ? unread : []).flatMap((pair): [string, number][] => {
    const [price, qty] = Array.isArray(pair) ? pair : []
    return typeof price === 'string' && typeof qty === 'number' ? [[price, qty]] : []
  })
  return {
    cents,
    unpriced,
    ...(foreign.length > 0 && { others: Object.fromEntries(foreign) }),
    ...(odd.length > 0 && { unread: odd }),
    of: {
      ...(typeof currency === 'string' && { currency }),
      ...(areRates(given) && { rates: given }),
    },
  }
}
