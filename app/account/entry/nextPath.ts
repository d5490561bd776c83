/** Where a login leads on to: a path of this site and nothing else, whatever stands in the address. */

/** `path` with where a login is to lead, for the screens around it. */
export function withNext(path: string, next: string): string {
  return next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`
}

/** @param search the query of the address, of which `next` is read */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? ''
  // "//host" and "/\host" are other sites to a browser.
  if (!/^\/(?![/\\])/.test(next)) return '/'
  try {
    // A browser drops tabs and line breaks before it reads an address, so it is read as one would.
    const url = new URL(next, location.origin)
    if (url.origin !== location.origin) return '/'
    return /^\/login\/*$/i.test(url.pathname) ? '/' : url.pathname + url.search + url.hash
  } catch {
    return '/'
  }
}
