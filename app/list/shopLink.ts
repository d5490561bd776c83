import type { Line } from '#shared/kinds/kit.ts'

import { linkHost } from '#shared/links.ts'
import { centsOf } from '#shared/money.ts'
import { track } from '../telemetry/track.ts'

/** The shop learns nothing of us, and search engines take no link of a visitor for ours. */
export const SHOP_REL = 'noopener noreferrer ugc nofollow'

/** Counts that the way to a shop was taken, where that is allowed. */
export function trackShop({ name, link, price, partNumber }: Line): void {
  const part = name || linkHost(link) || 'part'
  track({ name: 'affiliate_click', part, price: centsOf(price), partNumber })
}
