/**
 * Error reports as devices keep and send them, and as the server groups them. Plain functions:
 * devices run them without a parser; the server's is in sync-server/errors/readReports.ts.
 */
import type { Json } from '../cells/cells.ts'

import { cleanText } from '../define.ts'
import { isId } from '../ids.ts'
import { stripSecrets } from '../stripSecrets.ts'

export const LEVELS = ['error', 'warning', 'info'] as const
export type Level = (typeof LEVELS)[number]

export interface ErrorReport {
  /** Drawn by the device per batch: the server counts an id once. */
  id?: string
  message: string
  stack?: string
  /** From React's error boundary. */
  componentStack?: string
  url?: string
  userAgent?: string
  /** ISO, by the device clock. */
  timestamp: string
  level: Level
  /** Signed-in account, according to the device; the server trusts the session. */
  userId?: string | null
  /** Commit the page was built from. */
  build?: string
  context?: Record<string, Json>
  /** Occurrences since the last report; 1 if absent. */
  count?: number
}

/** Limits of a report, in UTF-16 units. Longer text is cut, never refused. */
export const REPORT_LIMITS = {
  message: 1_000,
  stack: 8_000,
  componentStack: 4_000,
  url: 500,
  userAgent: 300,
  userId: 64,
  build: 40,
  context: 4_000,
} as const

export const MAX_REPORTS = 20
export const MAX_REPORTS_BYTES = 256 * 1024
export const MAX_REPORT_COUNT = 1_000
/** Retention after the last occurrence, resolved or not. */
export const REPORTS_KEPT_DAYS = 90

/** Reports from the test page are marked, to tell them from real ones. */
export function isTestReport({ context }: Pick<ErrorReport, 'context'>): boolean {
  return context?.['test'] === true
}

/** Nothing answers here, so the test page can request it. */
export const TEST_ENDPOINT = '/api/errors/nothing-here'

const MAX_FRAMES = 5
/** Limits of a stack frame, in characters: a longer line is not a frame. */
const MAX_FUNCTION = 200
const MAX_PLACE = 300

/**
 * Grouping key of a fault: level, the message without its variable parts, and the top places of the
 * stack without line numbers and build hashes.
 */
export function groupKey(report: ErrorReport): string {
  const test = isTestReport(report) ? 'test' : ''
  const { level, message, stack = '', context } = report
  const endpoint = typeof context?.['endpoint'] === 'string' ? context['endpoint'] : ''
  const places = endpoint === '' ? framesOf(stack) : [`${methodOf(context)} ${pathOf(endpoint)}`]
  return [level, test, normalMessage(message), ...places].join('\n')
}

function methodOf(context: ErrorReport['context']): string {
  return typeof context?.['method'] === 'string' ? context['method'] : ''
}

function normalMessage(message: string): string {
  return message
    .slice(0, 400)
    .replaceAll(/https?:\/\/[^\s"'<>)]{1,300}/g, pathOf)
    .replaceAll(/[\w-]{16,}/g, (word) => (/\d/.test(word) ? 'ID' : word))
    .replaceAll(/\d+(?:\.\d+)?/g, '0')
    .trim()
}

/** Path of an address, with random-looking parts replaced. */
function pathOf(address: string): string {
  const path = address.replace(/^[a-z][\w+.-]{0,20}:\/\/[^/]{0,200}/i, '').replace(/[?#].*$/s, '')
  return path
    .slice(0, 300)
    .split('/')
    .map((part) => (/\d/.test(part) || isLot(part) ? 'ID' : part))
    .join('/')
}

/** Build ids have six letters of both cases. */
function isLot(part: string): boolean {
  return /^\w{6}$/.test(part) && /[a-z][A-Z]|[A-Z]{2}.{0,3}[a-z]/.test(part)
}

/** "at save (https://host/assets/core-ByFIQeg.js:12:345)", and Safari's "save@https://…". */
function framesOf(stack: string): string[] {
  const frames: string[] = []
  for (const line of stack.slice(0, 4_000).split('\n')) {
    const frame = frameIn(line)
    if (frame === '') continue
    frames.push(
      frame
        .replaceAll(/:\d+/g, '')
        .replaceAll(/(?:https?|file):\/\/[^\s)]*\//g, '')
        .replaceAll(/-[\w-]{7,12}(?=\.m?js)/g, '')
        .replace(/^async /, ''),
    )
    if (frames.length === MAX_FRAMES) break
  }
  return frames
}

/** Place part of a stack line; '' when the line is not a frame. */
function frameIn(line: string): string {
  const inner = line.trimStart()
  if (/^at\s/.test(inner)) {
    const place = inner.slice(2).trimStart()
    return place.length <= MAX_PLACE ? place : ''
  }
  const at = line.lastIndexOf('@', MAX_FUNCTION)
  return at >= 0 && line.length - at - 1 <= MAX_PLACE ? line : ''
}

/** Cuts a report to its limits, and strips secrets. */
export function cleanReport(report: ErrorReport): ErrorReport {
  const { message, stack, componentStack, url, userAgent, timestamp, level, userId } = report
  const { id, build, context, count } = report
  return {
    ...(isId(id) && { id }),
    message: clip('message', message) || 'Unknown error',
    ...(stack && { stack: clip('stack', stack) }),
    ...(componentStack && { componentStack: clip('componentStack', componentStack) }),
    ...(url && { url: clip('url', url) }),
    ...(userAgent && { userAgent: storable(userAgent, REPORT_LIMITS.userAgent) }),
    timestamp,
    level,
    ...(userId && { userId: storable(userId, REPORT_LIMITS.userId) }),
    ...(build && /^\w+$/.test(build) && { build: build.slice(0, REPORT_LIMITS.build) }),
    ...(context && { context: cleanContext(context) }),
    ...(count !== undefined && count > 1 && { count: Math.min(count, MAX_REPORT_COUNT) }),
  }
}

function clip(name: 'message' | 'stack' | 'componentStack' | 'url', text: string): string {
  const max = REPORT_LIMITS[name]
  const stripped = stripSecrets(cutBetweenWords(text, max + 500), { isAddress: name === 'url' })
  return stripped.length > max ? `${storable(stripped, max - 1)}…` : stripped
}

/** Cut and storable: a cut may leave half a surrogate pair. */
function storable(text: string, max: number): string {
  return cleanText(text.slice(0, max))
}

const BETWEEN = /[\s"',;<>()]/
const MAX_BACK = 400

/**
 * Start of a text, so a giant one costs no time. The last two words are dropped: a secret cut in
 * half, or without the word before it, would not be recognized.
 */
function cutBetweenWords(text: string, max: number): string {
  if (text.length <= max) return text
  let end = max
  const back = (isWanted: boolean) => {
    while (end > max - MAX_BACK && BETWEEN.test(text.charAt(end - 1)) === isWanted) end--
  }
  back(false)
  back(true)
  back(false)
  return text.slice(0, end)
}

const SECRET_NAME =
  /passw|passphrase|token|secret|authoriz|cookie|credential|e-?mail|device.?key|api.?key/i
const MAX_ENTRIES = 20
const MAX_DEPTH = 4

function cleanContext(context: Record<string, Json>): Record<string, Json> {
  const cleaned = cleanJson(context, 0) as Record<string, Json>
  const text = JSON.stringify(cleaned)
  return text.length <= REPORT_LIMITS.context
    ? cleaned
    : {
        ...(isTestReport({ context }) && { test: true }),
        cut: storable(text, REPORT_LIMITS.context / 2),
      }
}

function cleanJson(value: Json, depth: number): Json {
  if (typeof value === 'string') {
    return clip('message', value)
  }
  if (typeof value !== 'object' || value === null) return value
  if (depth >= MAX_DEPTH) return '…'
  if (Array.isArray(value)) {
    return value.slice(0, MAX_ENTRIES).map((item) => cleanJson(item, depth + 1))
  }
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MAX_ENTRIES)
      .map(([name, item]) => [
        storable(clip('message', name), 100),
        SECRET_NAME.test(name) ? '…' : cleanJson(item, depth + 1),
      ]),
  )
}
