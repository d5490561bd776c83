import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'

import { type Line, totalText } from '#shared/kinds/kit.ts'
import { lineTitle } from '#shared/kinds/line.ts'
import { cellText, type ColumnName, isFigure, lineColumns } from '#shared/kinds/lineTable.ts'
import type { PriceSum } from '#shared/kinds/priceSum.ts'
import { linkHost } from '#shared/links.ts'
import { formatPrice } from '#shared/money/money.ts'
import { t } from '#shared/words/words.ts'
import { useKnownParts } from '../../data/prices/useKnownParts.ts'
import { Dash } from '../../ui/text/Dash.tsx'
import { Sum } from '../../ui/text/Sum.tsx'
import styles from './Parts.module.css'

interface PartsProps {
  place: 'kit' | 'list'
  /** At least one. */
  lines: readonly Line[]
  isDesk: boolean
  /** The way to a line's shop. */
  shop: (line: Line, isCard: boolean) => ReactNode
  /** In place of a missing number: the way to find it. */
  find?: (line: Line) => ReactNode
  /** The grand total. */
  sum?: PriceSum
}

interface LineProps extends PartsProps {
  line: Line
  /** Its prices, where this device knows the part. */
  to: string | undefined
}

/**
 * The parts of a kit: a table at the desk, cards on the phone. Before any script it is drawn by
 * sync-server/pages/sharedPage.ts.
 */
export function Parts(props: PartsProps) {
  const known = useKnownParts(props.lines)
  return props.isDesk ? <Table {...props} known={known} /> : <Cards {...props} known={known} />
}

type ListProps = PartsProps & { known: ReadonlyMap<string, string> }

const CLASSES: Readonly<Partial<Record<ColumnName, string>>> = {
  name: 'strong',
  qty: 'num nowrap right',
  price: 'num right',
  total: 'price right',
}

function Table({ known, ...props }: ListProps) {
  const { place, lines, sum } = props
  const columns = lineColumns(place)
  const lastClass = place === 'kit' ? 'right' : undefined
  return (
    <table className={`table ${styles.table}`}>
      <thead>
        <tr>
          {columns.map(({ name, head }) => (
            <th
              key={name}
              scope="col"
              className={isFigure(name) ? 'right' : name === 'link' ? lastClass : undefined}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            {columns.map(({ name }) => (
              <td key={name} className={name === 'link' ? lastClass : CLASSES[name]}>
                <LineCell {...props} name={name} line={line} to={known.get(line.id)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {sum && (
        <tfoot>
          <tr>
            <th scope="row" colSpan={5}>
              {t('Grand total')}
            </th>
            <td className="num right">
              <Sum sum={sum} />
            </td>
            <td aria-hidden="true" />
          </tr>
        </tfoot>
      )}
    </table>
  )
}

function LineCell({ name, ...props }: LineProps & { name: ColumnName }) {
  const { line } = props
  const text = cellText(line, name)
  if (name === 'partNumber') return <PartNumber {...props} />
  if (name === 'link') return props.shop(line, false)
  if (name !== 'name') return text || <Dash />
  return (
    <part-picture className="pictured" at="start" of={text}>
      {text ? <bdi>{text}</bdi> : <Dash />}
    </part-picture>
  )
}

function Cards({ known, ...props }: ListProps) {
  const { lines, sum } = props
  return (
    <>
      <ul>
        {lines.map((line) => (
          <Card key={line.id} {...props} line={line} to={known.get(line.id)} />
        ))}
      </ul>
      {sum && (
        <p className={`row between pad ${styles.grand}`}>
          <b>{t('Grand total')}</b>
          <b className="num">
            <Sum sum={sum} />
          </b>
        </p>
      )}
    </>
  )
}

function Card(props: LineProps) {
  const { line } = props
  const { name, manufacturer, partNumber, link } = line
  const each = eachOf(line)
  return (
    <li className={`row breaks ${styles.card}`}>
      <div className="grow">
        <part-picture of={lineTitle(line)}>
          <div className={`strong ${styles.name}`}>
            <bdi>{lineTitle(line)}</bdi>
          </div>
          <div className="muted small">
            {manufacturer}{' '}
            {(partNumber || name || manufacturer) && (
              <span className={partNumber && styles.number}>
                <PartNumber {...props} isCard />
              </span>
            )}
          </div>
        </part-picture>
        <div className={`num small wrap ${styles.money}`}>
          <span className="price">{totalText(line) || <Dash />}</span>
          {each && <span className="muted">{each}</span>}
          {link && <span className="muted">{t('at {host}', { host: linkHost(link) })}</span>}
        </div>
      </div>
      {props.shop(line, true)}
    </li>
  )
}

/** Explains a line's total where it is not obvious. */
function eachOf({ price, qty }: Line): string {
  if (qty === 0) return t('not needed')
  if (price === null) return t('Qty {qty}', { qty: String(qty) })
  return qty === 1 ? '' : `${qty} × ${formatPrice(price)}`
}

/** The number of a part, leading to its prices; where a kit has none, the way to find it. */
function PartNumber({ find, line, to, isCard }: LineProps & { isCard?: boolean }) {
  const { pathname } = useLocation()
  const { partNumber } = line
  if (partNumber && to === undefined) return <span className="mono">{partNumber}</span>
  if (partNumber && to !== undefined) {
    return (
      <Link className="mono" to={to} state={{ from: pathname }}>
        {partNumber}
      </Link>
    )
  }
  return find?.(line) ?? (!isCard && <Dash />)
}
