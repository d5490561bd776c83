/** What administrators are told of errors, as the API answers it. */
import type { Json } from '#shared/sync/cells.ts'
import type { Level } from '#shared/errorReport.ts'

import { LEVELS } from '#shared/errorReport.ts'
import { isBuildId, isId } from '#shared/ids.ts'
import { type Later, later } from '#shared/words/words.ts'
import { callApi } from '../../api/api.ts'

export interface ErrorEntry {
  id: string
  /** Whether the server reports it, an account, or anybody. */
  class: 'server' | 'account' | 'stranger'
  level: Level
  message: string
  /** When it happened last. */
  timestamp: string
  url: string | null
  /** Whose session it was, null without one or since the account is gone. */
  userId: string | null
  username: string | null
  /** Who the report says it was, where no session tells: not known to be true. */
  claimedUserId: string | null
  stack: string | null
  componentStack: string | null
  userAgent: string | null
  /** "Chrome on Android" */
  device: string | null
  /** The commit of the page that reported last, '' where it said none. */
  build: string
  context: Record<string, Json> | null
  count: number
  firstAt: string
  resolvedAt: string | null
  isTest: boolean
}

/** The same with its stacks in places of the sources, where those are known. */
export interface ErrorDetail extends ErrorEntry {
  sourceStack: string | null
  sourceComponentStack: string | null
}

export interface ErrorStats {
  totalErrors: number
  last24Hours: number
  errorsByLevel: Record<Level, number>
  /** Of 24 hours, the oldest first. */
  hours: ({ hour: string } & Record<Level, number>)[]
}

export interface ErrorFilter {
  level: Level | 'all'
  state: 'open' | 'resolved' | 'all'
  hasTests: boolean
  q: string
  /** A username, or an account's id. */
  user: string
  /** Of fields for a time, in the zone of whoever looks; '' for none. */
  from: string
  to: string
  /** How the commit of the page begins. */
  build: string
  /** A part of the page's address. */
  page: string
}

export interface ErrorPage {
  logs: ErrorEntry[]
  /** Where the next page begins, null at the end. */
  next: string | null
  stats: ErrorStats
  /** When it was asked for. */
  at: number
}

/** @param after `next` of the page before */
export async function readErrors(filter: ErrorFilter, after?: string): Promise<ErrorPage> {
  const page = (await callApi('GET', pathOfList(filter, after))) as unknown
  return { ...(page as Omit<ErrorPage, 'at'>), at: Date.now() }
}

/** The list as the API has it. */
export function pathOfList(
  { level, state, hasTests, q, user, from, to, build, page }: ErrorFilter,
  after?: string,
): string {
  const query = new URLSearchParams({
    state,
    test: hasTests ? '1' : '0',
    ...(level !== 'all' && { level }),
    ...(q !== '' && { q }),
    ...(user !== '' && { user }),
    ...(from !== '' && { from: new Date(from).toISOString() }),
    ...(to !== '' && { to: new Date(to).toISOString() }),
    ...(build !== '' && { build }),
    ...(page !== '' && { page }),
    ...(after !== undefined && { after }),
  })
  return `/api/errors/logs?${query.toString()}`
}

/** What an address of the screen asks for: a link, a reload and the way back bring it along. */
export function filterIn(params: URLSearchParams): ErrorFilter {
  const textOf = (name: string) => params.get(name) ?? ''
  const timeOf = (name: string) => (Number.isNaN(Date.parse(textOf(name))) ? '' : textOf(name))
  const level = params.get('level')
  const state = params.get('state')
  // Whoever comes for somebody's errors wants all of them.
  const usual = params.has('user') ? 'all' : 'open'
  return {
    level: LEVELS.find((one) => one === level) ?? 'all',
    state: (['open', 'resolved', 'all'] as const).find((one) => one === state) ?? usual,
    hasTests: params.get('test') !== '0',
    q: textOf('q'),
    user: textOf('user'),
    from: timeOf('from'),
    to: timeOf('to'),
    build: textOf('build'),
    page: textOf('page'),
  }
}

/** The same as an address has it: what is usual stands in none. */
export function paramsOf({ hasTests, level, ...filter }: ErrorFilter): Record<string, string> {
  const all = { ...filter, level: level === 'all' ? '' : level, test: hasTests ? '' : '0' }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}

/** The kit that a page was about, null for none. */
export function kitOfPage(url: string): string | null {
  const path = pathOfPage(url)
  const id =
    /^\/(?:kit|list|link|garage|basket)\/([^/?#]+)/.exec(path)?.[1] ??
    /[?&](?:build|kit)=([^&#]+)/.exec(path)?.[1]
  return isBuildId(id) || isId(id) ? id : null
}

const pathOf = (id: string) => `/api/errors/logs/${encodeURIComponent(id)}`

export async function readError(id: string): Promise<ErrorDetail> {
  return (await callApi('GET', pathOf(id))) as unknown as ErrorDetail
}

export async function setResolved(id: string, resolved: boolean): Promise<void> {
  await callApi('POST', pathOf(id), { resolved })
}

/** What was asked for, else the page it happened on, without the site. */
export function placeOf({ context, url }: Pick<ErrorEntry, 'context' | 'url'>): string {
  const endpoint = context?.['endpoint']
  if (typeof endpoint === 'string') return endpoint
  return pathOfPage(url ?? '')
}

/** An address without the site, which is always this one. */
export function pathOfPage(url: string): string {
  return url.replace(/^https?:\/\/[^/]*/, '') || '/'
}

export const LEVEL_NAMES: Record<Level, Later> = {
  error: later('Error'),
  warning: later('Warning'),
  info: later('Info'),
}
