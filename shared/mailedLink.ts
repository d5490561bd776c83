/**
 * The secret of a mailed link. It stands behind the `#`, which no browser sends: no server, proxy or
 * log on the way reads it. Links from before had it in the query, and are still read.
 */
export interface MailedSecret {
  token: string
  /** It confirms the new address of an account, not the first one. */
  isNewAddress: boolean
}

/** The pages that mailed links lead to, in whatever case: of them no request names where it came from. */
export const MAILED_PAGE = /^\/(?:reset-password|verify-email|unsubscribe)\/*$/i

/** A link to a page of ours with a secret. @param page its address, without query and fragment */
export function mailedLink(page: string, { token, isNewAddress }: MailedSecret): string {
  return `${page}#token=${encodeURIComponent(token)}${isNewAddress ? '&new-address' : ''}`
}

/** The secret in the address of a page, null where there is none. */
export function readMailedLink({
  search,
  hash,
}: Pick<Location, 'search' | 'hash'>): MailedSecret | null {
  const behind = new URLSearchParams(hash.slice(1))
  const token = behind.get('token') || new URLSearchParams(search).get('token')
  return token ? { token, isNewAddress: behind.has('new-address') } : null
}
