import { isStorable } from './kinds/define.ts'

/** Every address of the product as a function, and the rule for addresses people type. */

export const links = {
  home: () => '/',
  builder: () => '/builder',
  build: (buildId: string) => `/builder?build=${encodeURIComponent(buildId)}`,
  customize: (newBuildId: string, buildId: string) =>
    `/builder?build=${encodeURIComponent(newBuildId)}&load=${encodeURIComponent(buildId)}`,
  /** Customizes under an id that the builder draws. */
  copy: (buildId: string) => `/builder?load=${encodeURIComponent(buildId)}`,
  list: (buildId: string) => `/list/${encodeURIComponent(buildId)}`,
  /** The cheapest basket for a kit. */
  basket: (buildId: string) => `/basket/${encodeURIComponent(buildId)}`,
  /** @param brand where several brands may have the number */
  product: (partNumber: string, brand?: string) =>
    `/product/${encodeURIComponent(partNumber)}${brand ? `?brand=${encodeURIComponent(brand)}` : ''}`,
  prices: () => '/prices',
  /** @param search what is searched, by the names of catalogue/partSearch.ts */
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
  /** The log of the vehicle that has this entry. */
  logAt: (entryId: string) => `/maintenance?at=${encodeURIComponent(entryId)}`,
  /** Logs the job of a kit that was done. */
  logJob: (kitId: string) => `/maintenance?kit=${encodeURIComponent(kitId)}`,
  garage: (id: string) => `/garage/${encodeURIComponent(id)}`,
  editKit: (kitId: string) => `/builder?kit=${encodeURIComponent(kitId)}`,
  /** @param next where to go on after the login, a path of this site */
  login: (next?: string) => withNext('/login', next),
  register: (next?: string) => withNext('/register', next),
  forgotPassword: (next?: string) => withNext('/forgot-password', next),
  resetPassword: () => '/reset-password',
  verifyEmail: () => '/verify-email',
  account: () => '/my-account',
  /** What one is told while Wrenchlist is closed. */
  notifications: () => '/my-account#notifications',
  /** Where a letter's way out leads. */
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
 * Whether an address is that of a file, built or missing, and of no screen. Deeper down a dot says
 * nothing: part numbers have some ("13.0460-7218.2"), and so has a link with a full stop behind it.
 */
export function isFileAddress(path: string): boolean {
  return /^\/(?:(?:assets|icons|vin)\/|[^/]*\.\w)/.test(path)
}

export const MAX_LINK_LENGTH = 2_048

/**
 * Reads a link the way people write them: with or without "https://".
 * @returns the address to store, or a machine code
 */
export function parseLink(input: string): { link: string } | { problem: string } {
  const text = input.trim()
  if (text === '') return { link: '' }
  const address = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) ? text : `https://${text}`
  const problem = linkProblem(address)
  return problem ? { problem } : { link: address }
}

/** What is wrong with a stored link: only http and https ever reach a screen. Empty means none. */
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

/** The host a link leads to, as shown before it is opened: "amazon.com". */
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
