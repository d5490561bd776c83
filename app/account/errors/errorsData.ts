/** What administrators are told of errors, as the API answers it. */
import type { Json } from '#shared/sync/cells.ts'
import type { Level } from '#shared/errorReport.ts'

import { callApi } from '../../api/api.ts'

export interface ErrorEntry {
  id: string
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
  const { level, state, hasTests, q } = filter
  const query = new URLSearchParams({
    state,
    test: hasTests ? '1' : '0',
    ...(level !== 'all' && { level }),
    ...(q !== '' && { q }),
    ...(after !== undefined && { after }),
  })
  const page = (await callApi('GET', `/api/errors/logs?${query.toString()}`)) as unknown
  return { ...(page as Omit<ErrorPage, 'at'>), at: Date.now() }
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

export const LEVEL_NAMES: Record<Level, string> = {
  error: 'Error',
  warning: 'Warning',
  info: 'Info',
}
