/**
 * Where a login leads on to: a path of this site and nothing else, whatever stands in the address.
 * @param search the query of the address, of which `next` is read
 */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? ''
  if (!next.startsWith('/')) return '/'
  try {
    const { origin, pathname, search: query, hash } = new URL(next, location.origin)
    // Judged as a browser has parsed it: tabs, dots and backslashes may leave "//host" behind.
    if (origin !== location.origin || pathname.startsWith('//')) return '/'
    return /^\/login\/*$/i.test(pathname) ? '/' : pathname + query + hash
  } catch {
    return '/'
  }
}
