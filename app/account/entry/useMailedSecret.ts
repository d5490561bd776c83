import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

import type { MailedSecret } from '#shared/mailedLink.ts'

import { readMailedLink } from '#shared/mailedLink.ts'

/**
 * The secret of a mailed link, null without one. It leaves the address, and so the history and what
 * others can read off it. Of two links opened one after the other in one tab, the later one counts:
 * a browser loads no new page for what stands behind the `#`.
 */
export function useMailedSecret(): MailedSecret | null {
  const location = useLocation()
  const [taken, setTaken] = useState(() => ({ location, secret: readMailedLink(location) }))
  if (taken.location !== location) {
    setTaken({ location, secret: readMailedLink(location) ?? taken.secret })
  }
  useEffect(() => {
    if (readMailedLink(location)) history.replaceState(history.state, '', location.pathname)
  }, [location])
  return taken.secret
}
