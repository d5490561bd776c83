import type { Build } from './builds.ts'

import { priceSum, type PriceSum } from '#shared/kinds/priceSum.ts'

/** Sum of an open kit. In its live state a quantity such as "6.5 L" is said, not counted as 1. */
export const sumOf = ({ kit, drafts }: Pick<Build, 'kit' | 'drafts'>, shown = kit): PriceSum =>
  priceSum(shown.lines, shown, shown === kit ? drafts : undefined)
