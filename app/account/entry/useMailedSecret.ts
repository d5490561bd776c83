import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

import { type MailedSecret, readMailedLink } from '#shared/mailedLink.ts'

/**
 * Secret of a mailed link, null without one. It is removed from the address, and so from history
 * and screenshots. A second link opened in the same tab counts: a changed `#` loads no new page.
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
