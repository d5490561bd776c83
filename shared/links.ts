import { isStorable } from './define.ts'

/** Every URL of the product as a function, and the rule for links people type. */

export const links = {
  home: () => '/',
  builder: () => '/builder',
  build: (buildId: string) => `/builder?build=${encodeURIComponent(buildId)}`,
  customize: (newBuildId: string, buildId: string) =>
    `/builder?build=${encodeURIComponent(newBuildId)}&load=${encodeURIComponent(buildId)}`,
  /** Copies under an id the builder draws. */
  copy: (buildId: string) => `/builder?load=${encodeURIComponent(buildId)}`,
  list: (buildId: string) => `/list/${encodeURIComponent(buildId)}`,
  basket: (buildId: string) => `/basket/${encodeURIComponent(buildId)}`,
  /** @param brand needed when several brands share the number */
  product: (partNumber: string, brand?: string) =>
    `/product/${encodeURIComponent(partNumber)}${brand ? `?brand=${encodeURIComponent(brand)}` : ''}`,
  prices: () => '/prices',
  /** @param search fields of catalogue/partSearch.ts */
  parts: (search: Record<string, string> = {}) => {
    const given = Object.entries(search).filter(([, value]) => value)
    return given.length > 0 ? `/parts?${new URLSearchParams(given)}` : '/parts'
  },
  kits: () => '/create-kits',
  /** @param id a build id or a kit id */
  pass: (id: string) => `/pass/${encodeURIComponent(id)}`,
  receive: () => '/k',
  shared: () => '/k?shared',
  importInto: (buildId: string) => `/k?into=${encodeURIComponent(buildId)}`,
  kit: (id: string) => `/kit/${encodeURIComponent(id)}`,
  maintenance: () => '/maintenance',
  /** Log of the vehicle with this entry. */
  logAt: (entryId: string) => `/maintenance?at=${encodeURIComponent(entryId)}`,
  /** Form to log a kit's job as done. */
  logJob: (kitId: string) => `/maintenance?kit=${encodeURIComponent(kitId)}`,
  garage: (id: string) => `/garage/${encodeURIComponent(id)}`,
  editKit: (kitId: string) => `/builder?kit=${encodeURIComponent(kitId)}`,
  /** @param next path on this site to go to after login */
  login: (next?: string) => withNext('/login', next),
  register: (next?: string) => withNext('/register', next),
  forgotPassword: (next?: string) => withNext('/forgot-password', next),
  resetPassword: () => '/reset-password',
  verifyEmail: () => '/verify-email',
  account: () => '/my-account',
  /** Settings of notifications sent while Wrenchlist is closed. */
  notifications: () => '/my-account#notifications',
  /** Target of a mail's unsubscribe link. */
  unsubscribe: () => '/unsubscribe',
  contact: () => '/contact',
  about: () => '/about',
  terms: () => '/terms-of-service',
  privacy: () => '/privacy-policy',
  disclosure: () => '/affiliate-disclosure',
  admin: () => '/admin',
  adminAccounts: () => '/admin/accounts',
  adminErrors: () => '/admin/errors',
  adminStatus: () => '/admin/status',
  testErrors: () => '/test-errors',
} as const

function withNext(path: string, next = '/'): string {
  return next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`
}

/**
 * Whether a path is a file, existing or not, rather than a screen. Dots deeper down prove nothing:
 * part numbers have them ("13.0460-7218.2"), and so do links with a full stop after them.
 */
export function isFileAddress(path: string): boolean {
  return /^\/(?:(?:assets|icons|vin)\/|[^/]*\.\w)/.test(path)
}

export const MAX_LINK_LENGTH = 2_048

/**
 * Parses a link as people type it: with or without "https://".
 * @returns the link to store, or a machine code
 */
export function parseLink(input: string): { link: string } | { problem: string } {
  const text = input.trim()
  if (text === '') return { link: '' }
  const address = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) ? text : `https://${text}`
  const problem = linkProblem(address)
  return problem ? { problem } : { link: address }
}

/** Problem code of a stored link: only http and https may reach a screen. Empty means none. */
export function linkProblem(value: unknown): string | null {
  if (typeof value !== 'string') return 'not_text'
  if (value === '') return null
  if (value.length > MAX_LINK_LENGTH) return 'too_long'
  if (!isStorable(value)) return 'bad_characters'
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u0020]/.test(value)) return 'invalid_link'
  const url = readUrl(value)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return 'invalid_link'
  const isHost = url.hostname.includes('.') || url.hostname === 'localhost'
  return isHost && !url.username && !url.password ? null : 'invalid_link'
}

/** Host of a link, shown before it is opened: "amazon.com". */
export function linkHost(link: string): string {
  return readUrl(link)?.hostname.replace(/^www\./, '') ?? ''
}

/** Safari 16 has no URL.canParse. */
function readUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
