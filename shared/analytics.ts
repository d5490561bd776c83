/**
 * What is counted once a person has agreed, and nothing else: each event with all it carries. There
 * are no names, addresses, links or ids in it; of a kit only how large it is.
 */
import * as z from 'zod/mini'

const text = (max: number) => z.string().check(z.maxLength(max))
const upTo = (max: number) => z.int().check(z.gte(0), z.lte(max))
const count = upTo(100_000)
/** Cents. */
const cents = upTo(100_000_000_000)
const place = z.enum(['builder', 'kit', 'list', 'product'])

const event = <Name extends string, Shape extends z.core.$ZodShape>(name: Name, shape: Shape) =>
  z.strictObject({
    name: z.literal(name),
    /** When it happened by the device's clock, milliseconds. */
    at: upTo(10_000_000_000_000),
    ...shape,
  })

export const analyticsEvent = z.discriminatedUnion('name', [
  /** A kit was saved. */
  event('kit_save', { lines: count, total: cents }),
  /** The link of a build was copied. */
  event('build_link_copy', { place }),
  event('vehicle_selected', { year: count, make: text(100), model: text(100) }),
  /** Somebody went from a price to its merchant, or wanted to. */
  event('purchase_intent', {
    merchant: text(253),
    total: cents,
    part: text(300),
    product: text(100),
  }),
  /** A Buy button was pressed. */
  event('buy_click', { place, merchant: text(253) }),
  /** A link was followed that we may earn by. */
  event('affiliate_click', { part: text(300), price: z.nullable(cents), partNumber: text(100) }),
  /** The first kit that is looked at after the app was opened. */
  event('kit_session_start', { place }),
  /** A kit was looked at. */
  event('kit_view', { place, isOwn: z.boolean() }),
  /** The same, with what is in it. */
  event('kit_view_detailed', { lines: count, total: cents, hasNotes: z.boolean() }),
  /** For which job, as one of the tasks everybody has; '' for any other. */
  event('kit_task_view', { task: text(100) }),
  /** A kit was given away by the phone's own sharing. */
  event('share', { place }),
  /** A copy of a kit was begun. */
  event('customize', { place }),
  /** An own kit was opened to be changed. */
  event('edit', { place }),
  /** A comment was posted. */
  event('comment', { length: count }),
])

export type AnalyticsEvent = z.infer<typeof analyticsEvent>

/** As many as one request carries. */
export const MAX_EVENTS = 50

export const analyticsBatch = z.strictObject({
  events: z.array(analyticsEvent).check(z.minLength(1), z.maxLength(MAX_EVENTS)),
})
