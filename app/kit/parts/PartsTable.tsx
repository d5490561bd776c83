import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'

import { type Line, totalText } from '#shared/kinds/kit.ts'
import { formatPrice } from '#shared/money/money.ts'
import { t } from '#shared/words/words.ts'
import { Dash } from '../../ui/text/Dash.tsx'
import styles from './Parts.module.css'

interface Column {
  className?: string
  cell: (line: Line) => ReactNode
}

/** Columns a kit and a shared list have in common; heads and order are their own. */
export const columns = {
  name: {
    className: 'strong',
    cell: ({ name }) => (
      <part-picture className="pictured" at="start" of={name}>
        {name ? <bdi>{name}</bdi> : <Dash />}
      </part-picture>
    ),
  },
  manufacturer: { cell: ({ manufacturer }) => manufacturer || <Dash /> },
  qty: {
    className: 'num nowrap right',
    cell: ({ qty }) => (qty === 0 ? t('not needed') : qty),
  },
  price: {
    className: 'num right',
    cell: ({ price }) => (price === null ? <Dash /> : formatPrice(price)),
  },
  total: { className: 'price right', cell: (line) => totalText(line) || <Dash /> },
} satisfies Record<string, Column>

/** Lines as the desk shows them. */
export function PartsTable(props: {
  lines: readonly Line[]
  columns: readonly (Column & { head: string })[]
  children?: ReactNode
}) {
  return (
    <table className={`table ${styles.table}`}>
      <thead>
        <tr>
          {props.columns.map(({ head, className }) => (
            <th
              key={head}
              scope="col"
              className={className?.includes('right') ? 'right' : undefined}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.lines.map((line) => (
          <tr key={line.id}>
            {props.columns.map(({ head, className, cell }) => (
              <td key={head} className={className}>
                {cell(line)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {props.children}
    </table>
  )
}

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
