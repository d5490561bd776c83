/**
 * Secret of a mailed link. It goes behind the `#`, which browsers do not send, so no server, proxy
 * or log sees it. Old links with a query still work.
 */
export interface MailedSecret {
  token: string
  /** It confirms a new address, not the account's first one. */
  isNewAddress: boolean
}

/** Pages mailed links open, in any case; they send no referrer. */
export const MAILED_PAGE = /^\/(?:reset-password|verify-email|unsubscribe)\/*$/i

/** Link to a page of ours with a secret. @param page its URL, without query and fragment */
export function mailedLink(page: string, { token, isNewAddress }: MailedSecret): string {
  return `${page}#token=${encodeURIComponent(token)}${isNewAddress ? '&new-address' : ''}`
}

/** Secret in a page's URL, null without one. */
export function readMailedLink({
  search,
  hash,
}: Pick<Location, 'search' | 'hash'>): MailedSecret | null {
  const behind = new URLSearchParams(hash.slice(1))
  const token = behind.get('token') || new URLSearchParams(search).get('token')
  return token ? { token, isNewAddress: behind.has('new-address') } : null
}
