import type { ReactNode } from 'react'

import { Link, useLocation } from 'react-router-dom'

/**
 * Link of the main navigation: aria-current "page" at its address, and a weaker one under addresses
 * that begin with one of `inside`.
 */
export function PlaceLink({
  to,
  inside,
  children,
}: {
  to: string
  inside?: readonly string[] | undefined
  children: ReactNode
}) {
  const path = useLocation().pathname.toLowerCase()
  const [, first = ''] = path.split('/')
  const isPage = `${path}/`.startsWith(`${to}/`)
  return (
    <Link to={to} aria-current={isPage ? 'page' : inside?.includes(first) || undefined}>
      {children}
    </Link>
  )
}
