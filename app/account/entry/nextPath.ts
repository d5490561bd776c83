/**
 * Path after the login: always on this site, whatever the address says.
 * @param search query of the address, with `next`
 */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? ''
  if (!next.startsWith('/')) return '/'
  try {
    const { origin, pathname, search: query, hash } = new URL(next, location.origin)
    // Checked after URL parsing: tabs, dots and backslashes could hide "//host".
    if (origin !== location.origin || pathname.startsWith('//')) return '/'
    return /^\/login\/*$/i.test(pathname) ? '/' : pathname + query + hash
  } catch {
    return '/'
  }
}

/** Text that the screen before passed on beside the address; '' for none. */
export function passedOn(state: unknown, name: 'email' | 'username'): string {
  const given: unknown = typeof state === 'object' && state !== null && Reflect.get(state, name)
  return typeof given === 'string' ? given : ''
}
