/** Kits of the server: its list and its search, a page at a time. */
import type { Json } from '#shared/sync/cells.ts'
import type { PriceSum } from '#shared/kinds/priceSum.ts'
import type { ListedKit } from '../open/listedKit.ts'

import { isBuildId, isId } from '#shared/ids.ts'
import { isNamed } from '#shared/kinds/kit.ts'
import { isCode } from '#shared/money.ts'
import { areRates } from '#shared/rates.ts'
import { withWords } from '../open/listedKit.ts'
import { fieldOf } from '#shared/sync/cells.ts'
import { isRecord } from '#shared/shape.ts'

/** Enough for many screens, and 10 kB on a bad link. */
const A_PAGE = 60

export interface KitPage {
  kits: ListedKit[]
  /** Where the next page begins, null behind the last one. */
  next: string | null
}

/**
 * Asks the server for saved kits, the newest first.
 * @param query.after where the page begins, null for the first one
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
  // Only now: the kits of this device stand without it.
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
  // Not as a price is read: the sum of a kit may be more than one part may cost.
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
    // A server of before there were currencies says dollars alone.
    sum: sumIn(fieldOf(answer, 'sum')) ?? {
      cents,
      unpriced: typeof unpriced === 'number' ? unpriced : null,
    },
    savedAt: Date.parse(text('savedAt')) || 0,
  })
  return [kit]
}

/** The sum of a kit that is not in dollars alone, as a server says it; null for anything else. */
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
