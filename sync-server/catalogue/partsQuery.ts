/** Query of `GET /api/parts` and the page `/parts`. */
import { z } from 'zod'

import { MAX_PARTS_A_PAGE, PART_LIMITS } from '#shared/catalogue/part.ts'
import { MAX_BRAND } from '#shared/catalogue/partNumber.ts'
import { MAX_BRANDS, MAX_SEARCH } from '#shared/catalogue/partSearch.ts'
import { anyText, countTo } from '../http/texts.ts'

/** A search per keystroke, for as long as somebody types; pages count too. */
export const SEARCHES = { burst: 120, perMs: 1_000 }

const words = (max: number) => anyText(max).default('')
const dollars = z
  .string()
  .regex(/^\d{1,5}$/, 'whole dollars, at most 99999')
  .transform(Number)
  .optional()
const brand = words(MAX_BRAND)

/** `after` is the previous page's `next`. */
export const partsQuery = z.object({
  q: words(MAX_SEARCH),
  task: words(PART_LIMITS.task),
  category: words(PART_LIMITS.category),
  make: words(60),
  model: words(60),
  year: z
    .string()
    .regex(/^(19|20)\d\d$/, 'a year from 1900 to 2099')
    .transform(Number)
    .optional(),
  fit: z.enum(['yes', 'any'], 'yes or any').default('yes'),
  brand: z
    .union([brand.transform((one) => [one]), z.array(brand)], `at most ${MAX_BRAND} characters`)
    .transform((all) => all.filter(Boolean))
    .refine((all) => all.length <= MAX_BRANDS, `at most ${MAX_BRANDS} brands`)
    .default([]),
  min: dollars,
  max: dollars,
  stock: z.enum(['yes', 'any'], 'yes or any').default('any'),
  counts: z.enum(['yes', 'no'], 'yes or no').default('no'),
  limit: countTo(MAX_PARTS_A_PAGE, 30),
  after: z
    .string()
    .regex(/^\d{1,18}(-\d-\d-\d{1,10}-\d{1,18})?$/, 'not a position in the list')
    .optional(),
})
export type PartsQuery = z.infer<typeof partsQuery>
