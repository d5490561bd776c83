import { Link, useLocation } from 'react-router-dom'

import type { Kit, Line } from '#shared/kinds/kit.ts'

import { findLine } from '#shared/catalogue/findLine.ts'

/** The number of a part, leading to its prices where this device knows the part. */
export function PartNumber({ text, to }: { text: string; to: string | undefined }) {
  const { pathname } = useLocation()
  if (to === undefined) return <span className="mono">{text}</span>
  return (
    <Link className="mono" to={to} state={{ from: pathname }}>
      {text}
    </Link>
  )
}

/** In the place of a number that nobody has looked up yet. */
export function FindIt({ line, vehicle }: { line: Line; vehicle: Kit['vehicle'] }) {
  const to = findLine(line, vehicle)
  return (
    to && (
      <Link to={to} aria-label={`Find ${line.name || line.manufacturer}`}>
        Find it
      </Link>
    )
  )
}
