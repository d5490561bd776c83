/** API of error reports. */
import * as z from 'zod/mini'

import type { Json } from '#shared/cells/cells.ts'

import { type Level, LEVELS } from '#shared/admin/errorReport.ts'
import { paged } from '#shared/admin/people.ts'
import { isBuildId, isId } from '#shared/ids.ts'
import { type Later, later } from '#shared/words/words.ts'
import { askApi, callApi } from '../../data/api/api.ts'

const errorEntry = z.object({
  id: z.string(),
  /** Reported by the server, an account, or anybody. */
  class: z.enum(['server', 'account', 'stranger']),
  level: z.enum(LEVELS),
  message: z.string(),
  /** Time of the last occurrence. */
  timestamp: z.string(),
  url: z.nullable(z.string()),
  /** User of the session, null without one or after the account's deletion. */
  userId: z.nullable(z.string()),
  username: z.nullable(z.string()),
  /** Unverified user id from the report, where there is no session. */
  claimedUserId: z.nullable(z.string()),
  stack: z.nullable(z.string()),
  componentStack: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  /** "Chrome on Android" */
  device: z.nullable(z.string()),
  /** Commit of the page that reported last, '' for none. */
  build: z.string(),
  context: z.nullable(z.record(z.string(), z.custom<Json>())),
  count: z.number(),
  firstAt: z.string(),
  resolvedAt: z.nullable(z.string()),
  isTest: z.boolean(),
})
export type ErrorEntry = z.infer<typeof errorEntry>

/** An entry with its source-mapped stack, if known. */
const errorDetail = z.object({
  ...errorEntry.shape,
  sourceStack: z.nullable(z.string()),
  sourceComponentStack: z.nullable(z.string()),
})
export type ErrorDetail = z.infer<typeof errorDetail>

const byLevel = { error: z.number(), warning: z.number(), info: z.number() }

const errorStats = z.object({
  totalErrors: z.number(),
  last24Hours: z.number(),
  errorsByLevel: z.object(byLevel),
  /** Last 24 hours, oldest first. */
  hours: z.array(z.object({ hour: z.string(), ...byLevel })),
})
export type ErrorStats = z.infer<typeof errorStats>

export interface ErrorFilter {
  level: Level | 'all'
  state: 'open' | 'resolved' | 'all'
  hasTests: boolean
  /** Nobody's but those that the server itself reports. */
  isServers: boolean
  q: string
  /** A username, or an account id. */
  user: string
  /** Local datetimes of their fields; '' for none. */
  from: string
  to: string
  /** Prefix of the page's commit. */
  build: string
  /** Part of the page's address. */
  page: string
}

export const errorPage = z.object({ logs: z.array(errorEntry), ...paged, stats: errorStats })

/** Filter of the screen's address, so that links and reloads keep it. */
export function filterIn(params: URLSearchParams): ErrorFilter {
  const textOf = (name: string) => params.get(name) ?? ''
  const timeOf = (name: string) => (Number.isNaN(Date.parse(textOf(name))) ? '' : textOf(name))
  const level = params.get('level')
  const state = params.get('state')
  // A link to a user's errors means all of them.
  const usual = params.has('user') ? 'all' : 'open'
  return {
    level: LEVELS.find((one) => one === level) ?? 'all',
    state: (['open', 'resolved', 'all'] as const).find((one) => one === state) ?? usual,
    hasTests: params.get('test') !== '0',
    isServers: params.get('by') === 'server',
    q: textOf('q'),
    user: textOf('user'),
    from: timeOf('from'),
    to: timeOf('to'),
    build: textOf('build'),
    page: textOf('page'),
  }
}

/** The same as an address has it: what is usual stands in none. */
export function paramsOf({
  hasTests,
  isServers,
  level,
  ...filter
}: ErrorFilter): Record<string, string> {
  const by = isServers ? 'server' : ''
  const all = { ...filter, by, level: level === 'all' ? '' : level, test: hasTests ? '' : '0' }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}

/** API path of the list. */
export function pathOfList(filter: ErrorFilter): string {
  const { level, state, hasTests, isServers, q, user, from, to, build, page } = filter
  const query = new URLSearchParams({
    state,
    test: hasTests ? '1' : '0',
    ...(level !== 'all' && { level }),
    ...(isServers && { by: 'server' }),
    ...(q !== '' && { q }),
    ...(user !== '' && { user }),
    ...(from !== '' && { from: new Date(from).toISOString() }),
    ...(to !== '' && { to: new Date(to).toISOString() }),
    ...(build !== '' && { build }),
    ...(page !== '' && { page }),
  })
  return `/api/errors/logs?${query.toString()}`
}

/** Kit of a page's address, null for none. */
export function kitOfPage(url: string): string | null {
  const path = pathOfPage(url)
  const id =
    /^\/(?:kit|list|link|garage|basket)\/([^/?#]+)/.exec(path)?.[1] ??
    /[?&](?:build|kit)=([^&#]+)/.exec(path)?.[1]
  return isBuildId(id) || isId(id) ? id : null
}

const pathOf = (id: string) => `/api/errors/logs/${encodeURIComponent(id)}`

export const readError = (id: string) => askApi(errorDetail, 'GET', pathOf(id))

export async function setResolved(id: string, resolved: boolean): Promise<void> {
  await callApi('POST', pathOf(id), { resolved })
}

/** Endpoint, else the page's path. */
export function placeOf({ context, url }: Pick<ErrorEntry, 'context' | 'url'>): string {
  const endpoint = context?.['endpoint']
  if (typeof endpoint === 'string') return endpoint
  return pathOfPage(url ?? '')
}

/** Address without the origin, which is always this site's. */
export function pathOfPage(url: string): string {
  return url.replace(/^https?:\/\/[^/]*/, '') || '/'
}

export const LEVEL_NAMES: Record<Level, Later> = {
  error: later('Error'),
  warning: later('Warning'),
  info: later('Info'),
}

/** Plural. */
export const LEVELS_NAMED: Record<Level, Later> = {
  error: later('Errors'),
  warning: later('Warnings'),
  info: later('Info'),
}
