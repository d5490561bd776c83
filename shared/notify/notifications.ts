/**
 * Notifications for an account: settings, and the rules for when an event may be told, shared by
 * both ends. Loaded by account screens only.
 */
import * as z from 'zod/mini'

import type { BasketOptions } from '../catalogue/baskets/kitProblem.ts'

import { isId } from '../ids.ts'
import { linkProblem } from '../links.ts'
import { isStorable } from '../define.ts'
import { MAX_PRICE_CENTS } from '../money/money.ts'
import { MAX_SHOPS } from '../catalogue/baskets/basketProblem.ts'
import { MAX_BRAND, MAX_PART_NUMBER } from '../catalogue/partNumber.ts'
import { saying } from '../words/words.ts'

/** A watched price or basket, a part back in stock, a comment, a due service, or a hidden kit. */
export const NOTICE_KINDS = ['price', 'stock', 'comment', 'service', 'hidden'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** Never, in the daily digest, or immediately. */
export const NOTICE_MODES = ['off', 'daily', 'now'] as const
export type NoticeMode = (typeof NOTICE_MODES)[number]

export interface NoticeSettings {
  kinds: Record<NoticeKind, NoticeMode>
  /** To the account's confirmed address. */
  mail: boolean
  /** IANA time zone of the minutes below. */
  zone: string
  /** Minute of the day of the daily digest. */
  dailyAt: number
  /** Quiet hours from one minute of the day up to the other; null for none. */
  quiet: { from: number; to: number } | null
}

export const DEFAULT_SETTINGS: NoticeSettings = {
  kinds: { price: 'daily', stock: 'daily', comment: 'daily', service: 'daily', hidden: 'daily' },
  mail: true,
  zone: 'UTC',
  dailyAt: 8 * 60,
  quiet: { from: 22 * 60, to: 7 * 60 },
}

const DAY_MINUTES = 1_440
const MINUTE_MS = 60_000
const MAX_ZONE = 64

/** Whether this platform knows the zone. */
export function isZone(zone: string): boolean {
  if (zone.length > MAX_ZONE) return false
  try {
    new Intl.DateTimeFormat(undefined, { timeZone: zone })
    return true
  } catch {
    return false
  }
}

const zone = z
  .string(saying('A time zone is a name such as America/Chicago'))
  .check(z.refine(isZone, saying('A time zone is a name such as America/Chicago')))
const minute = z
  .number(saying('A time is a minute of the day'))
  .check(
    z.int(saying('A time is a minute of the day')),
    z.minimum(0, saying('A time is a minute of the day')),
    z.maximum(DAY_MINUTES - 1, saying('A time is a minute of the day')),
  )
const mode = z.enum(NOTICE_MODES, saying('This is not one of the choices.'))

/** `POST /api/notifications`: all settings, as the screen shows them. */
export const settingsBody = z.object({
  kinds: z.object({ price: mode, stock: mode, comment: mode, service: mode, hidden: mode }),
  mail: z.boolean(saying('This must be yes or no.')),
  zone,
  dailyAt: minute,
  quiet: z.nullable(z.object({ from: minute, to: minute })),
})

/** Minute of the day in a zone. @param ms since 1970 */
export function minuteOf(ms: number, timeZone: string): number {
  // A fixed locale: this function parses the digits.
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  })
  const parts = clock.formatToParts(ms)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value ?? 0)
  return part('hour') * 60 + part('minute')
}

/** "2026-11-22" in a zone. @param ms since 1970 */
export function dayIn(ms: number, timeZone: string): string {
  // Swedish dates are ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(ms)
}

/** Minutes until a minute of the day; 0 when it is now. */
const until = (minuteNow: number, then: number): number =>
  (then - minuteNow + DAY_MINUTES) % DAY_MINUTES

/**
 * Earliest time an event may be told, milliseconds; null for never. Near a clock change it may be
 * an hour off, so senders check again then.
 * @param at when it happened
 */
export function tellAt(
  { kinds, zone: timeZone, dailyAt, quiet }: NoticeSettings,
  kind: NoticeKind,
  at: number,
  now: number,
): number | null {
  const how = kinds[kind]
  if (how === 'off') return null
  const wait = how === 'now' ? 0 : until(minuteOf(at, timeZone), dailyAt)
  const due = Math.max(now, Math.floor(at / MINUTE_MS) * MINUTE_MS + wait * MINUTE_MS)
  if (!quiet) return due
  const minuteDue = minuteOf(due, timeZone)
  const isQuiet =
    until(minuteDue, quiet.to) <= until(quiet.from, quiet.to) && minuteDue !== quiet.to
  return isQuiet && quiet.from !== quiet.to ? due + until(minuteDue, quiet.to) * MINUTE_MS : due
}

/** Watches per account. */
export const MAX_WATCHES = 100
/** Push subscriptions per account. */
export const MAX_PUSH_DEVICES = 20

/** A watch on a part, or on a kit's basket. */
export interface Watch {
  /** Comparison key of a part, or `kit:` and the kit's id. */
  key: string
  partNumber: string
  brand: string
  /** Name of the part or kit, for the message. */
  name: string
  /** Fires at this total or less; null without a target. */
  targetCents: number | null
  /** Fires when it is back in stock. */
  isForStock: boolean
  /** When it was set, milliseconds. */
  at: number
  /** Kits only: options of the basket. */
  basket?: BasketOptions | undefined
}

const KIT = 'kit:'

export const basketKey = (kitId: string): string => KIT + kitId

/** Kit of a watched basket; null for a part. */
export function kitOfWatch(key: string): string | null {
  const id = key.startsWith(KIT) ? key.slice(KIT.length) : ''
  return isId(id) ? id : null
}

const words = (max: number) =>
  z.string(saying('This must be text.')).check(
    z.maxLength(max, saying('This text is too long.')),
    z.refine(
      (value: unknown) => typeof value !== 'string' || isStorable(value),
      saying('This text holds characters that cannot be stored.'),
    ),
  )
const key = words(MAX_PART_NUMBER * 2 + MAX_BRAND * 2).check(
  z.minLength(1, saying('This must not be empty.')),
)
const cents = z
  .number(saying('A price is between 0.01 and 999,999.99.'))
  .check(
    z.int(saying('A price is in whole cents.')),
    z.minimum(1, saying('A price is between 0.01 and 999,999.99.')),
    z.maximum(MAX_PRICE_CENTS, saying('A price is between 0.01 and 999,999.99.')),
  )

const some = (what: z.ZodMiniType<string>, max: number) =>
  z.array(what).check(z.maxLength(max, saying('These are too many at once.')))
/** Lines marked as owned; any beyond count as to buy. */
export const MAX_OWNED = 200
const merchant = z
  .string(saying('This must be text.'))
  .check(z.regex(/^\d{1,10}$/, saying('This is not readable.')))
const basket = z.object({
  mostShops: z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(MAX_SHOPS))),
  locked: some(merchant, MAX_SHOPS),
  banned: some(merchant, MAX_SHOPS * 4),
  owned: some(words(22), MAX_OWNED),
})

export const watchBody = z.object({
  key,
  partNumber: words(MAX_PART_NUMBER),
  brand: words(MAX_BRAND),
  name: words(200),
  targetCents: z.nullable(cents),
  isForStock: z.boolean(saying('This must be yes or no.')),
  at: z
    .number(saying('This time is not readable.'))
    .check(z.int(saying('This time is not readable.')), z.minimum(0), z.maximum(8.64e15)),
  basket: z.optional(basket),
})

/** `POST /api/watches`: watches a device set and deleted. Idempotent. */
export const watchesBody = z.object({
  set: z.array(watchBody).check(z.maxLength(MAX_WATCHES, saying('These are too many at once.'))),
  gone: z.array(key).check(z.maxLength(MAX_WATCHES, saying('These are too many at once.'))),
  /** The device's zone, for an account without settings. */
  zone: z.optional(zone),
})

/** All watches of the account, and keys refused at the limit. */
export interface WatchesAnswer {
  watches: Watch[]
  refused: string[]
}

/** `POST /api/push`: a browser's push subscription. */
export const pushBody = z.object({
  endpoint: z.string(saying('This is no address of a push service.')).check(
    z.maxLength(1_024, saying('This is no address of a push service.')),
    z.refine(
      (link) => link !== '' && linkProblem(link) === null,
      saying('This is no address of a push service.'),
    ),
  ),
  keys: z.object({
    p256dh: z
      .string(saying('These keys are not readable.'))
      .check(z.regex(/^[\w-]{87}=?$/, saying('These keys are not readable.'))),
    auth: z
      .string(saying('These keys are not readable.'))
      .check(z.regex(/^[\w-]{22}={0,2}$/, saying('These keys are not readable.'))),
  }),
  zone: z.optional(zone),
})
export const pushEndBody = z.object({ endpoint: words(1_024) })
export const unsubscribeBody = z.object({ token: words(100) })

/** As answered: a newer server's kinds stay, and this platform may not know the zone yet. */
const settings: z.ZodMiniType<NoticeSettings> = z.looseObject({
  ...settingsBody.shape,
  kinds: z.looseObject(settingsBody.shape.kinds.shape),
  zone: z.string(),
})

/** `GET /api/notifications` */
export const noticesAnswer = z.object({
  settings,
  /** Whether the account's address is confirmed: mail goes to no other. */
  canMail: z.boolean(),
  /** For `pushManager.subscribe`. */
  publicKey: z.string(),
  /** Push subscriptions, latest first. */
  devices: z.array(z.object({ label: z.string(), since: z.string(), isThis: z.boolean() })),
})
export type NoticesAnswer = z.infer<typeof noticesAnswer>

/**
 * Push message in Safari's format, shown without a worker ("declarative web push"); other browsers'
 * worker shows the same.
 */
export interface PushPayload {
  web_push: 8030
  notification: {
    title: string
    body: string
    /** Absolute URL. */
    navigate: string
    /** A newer message with the same tag replaces it. */
    tag: string
    lang: string
  }
}
