/** All events counted after consent. They carry no names, addresses, links or ids. */
import * as z from 'zod/mini'

const text = (max: number) => z.string().check(z.maxLength(max))
const upTo = (max: number) => z.int().check(z.gte(0), z.lte(max))
const count = upTo(100_000)
const cents = upTo(100_000_000_000)
const place = z.enum(['builder', 'kit', 'list', 'product'])

const event = <Name extends string, Shape extends z.core.$ZodShape>(name: Name, shape: Shape) =>
  z.strictObject({
    name: z.literal(name),
    /** Device clock, milliseconds. */
    at: upTo(10_000_000_000_000),
    ...shape,
  })

export const analyticsEvent = z.discriminatedUnion('name', [
  event('kit_save', { lines: count, total: cents }),
  event('build_link_copy', { place }),
  event('vehicle_selected', { year: count, make: text(100), model: text(100) }),
  /** Somebody followed a price to its merchant, or tried to. */
  event('purchase_intent', {
    merchant: text(253),
    total: cents,
    part: text(300),
    product: text(100),
  }),
  /** A Buy button was pressed. */
  event('buy_click', { place, merchant: text(253) }),
  /** A link was followed that may earn a commission. */
  event('affiliate_click', { part: text(300), price: z.nullable(cents), partNumber: text(100) }),
  /** First kit view after the app was opened. */
  event('kit_session_start', { place }),
  event('kit_view', { place, isOwn: z.boolean() }),
  /** `kit_view` with the kit's size. */
  event('kit_view_detailed', { lines: count, total: cents, hasNotes: z.boolean() }),
  /** Built-in task of the kit; '' for any other. */
  event('kit_task_view', { task: text(100) }),
  /** A kit was shared through the phone's share sheet. */
  event('share', { place }),
  /** A copy of a kit was started. */
  event('customize', { place }),
  /** An own kit was opened for editing. */
  event('edit', { place }),
  event('comment', { length: count }),
])

export type AnalyticsEvent = z.infer<typeof analyticsEvent>

/** Limit per request. */
export const MAX_EVENTS = 50

export const analyticsBatch = z.strictObject({
  events: z.array(analyticsEvent).check(z.minLength(1), z.maxLength(MAX_EVENTS)),
})
