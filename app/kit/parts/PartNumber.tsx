import { Link, useLocation } from 'react-router-dom'

import type { Kit, Line } from '#shared/kinds/kit.ts'

import { findLine } from '#shared/catalogue/findLine.ts'
import { t } from '#shared/words/words.ts'
import { Dash } from '../../ui/text/Dash.tsx'

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

/** In the place of a number that nobody has looked up yet; a dash where there is nothing to look for. */
export function FindIt({ line, vehicle }: { line: Line; vehicle: Kit['vehicle'] }) {
  const to = findLine(line, vehicle)
  if (!to) return <Dash />
  return (
    <Link to={to} aria-label={t('Find it: {name}', { name: line.name || line.manufacturer })}>
      {t('Find it')}
    </Link>
  )
}
