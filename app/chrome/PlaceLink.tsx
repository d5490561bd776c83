import type { ReactNode } from 'react'

import { Link, useLocation } from 'react-router-dom'

/** A link of the main navigation: marked as the current one at its address and below. */
export function PlaceLink({ to, children }: { to: string; children: ReactNode }) {
  const { pathname } = useLocation()
  const isHere = `${pathname.toLowerCase()}/`.startsWith(`${to}/`)
  return (
    <Link to={to} aria-current={isHere ? 'page' : undefined}>
      {children}
    </Link>
  )
}
