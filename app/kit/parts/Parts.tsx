import { Link, useLocation } from 'react-router-dom'

import { type Kit, type Line, dollarCents, totalText } from '#shared/kinds/kit.ts'
import { lineTitle } from '#shared/kinds/line.ts'
import { cellText, type ColumnName, isFigure, lineColumns } from '#shared/kinds/lineTable.ts'
import type { PriceSum } from '#shared/kinds/priceSum.ts'
import { findLine } from '#shared/catalogue/findLine.ts'
import { linkHost } from '#shared/links.ts'
import { centsOf, formatPrice } from '#shared/money/money.ts'
import { t } from '#shared/words/words.ts'
import { useKnownParts } from '../../data/prices/useKnownParts.ts'
import { track } from '../../data/telemetry/track.ts'
import { ArrowUpRightIcon } from '../../ui/blocks/icons.tsx'
import { buttonClasses } from '../../ui/controls/Button.tsx'
import { Dash } from '../../ui/text/Dash.tsx'
import { Sum } from '../../ui/text/Sum.tsx'
import styles from './Parts.module.css'

interface PartsProps {
  /** A kit's page sells, and has a grand total; a shared list leads to the shops. */
  place: 'kit' | 'list'
  kit: Kit
  /** At least one. */
  lines: readonly Line[]
  sum: PriceSum
  isDesk: boolean
}

interface LineProps extends Pick<PartsProps, 'place' | 'kit'> {
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

function Table({ place, kit, lines, sum, known }: ListProps) {
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
                <LineCell name={name} place={place} kit={kit} line={line} to={known.get(line.id)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {place === 'kit' && (
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
  if (name === 'link') return <ShopLink {...props} />
  if (name !== 'name') return text || <Dash />
  return (
    <part-picture className="pictured" at="start" of={text}>
      {text ? <bdi>{text}</bdi> : <Dash />}
    </part-picture>
  )
}

function Cards({ place, kit, lines, sum, known }: ListProps) {
  return (
    <>
      <ul>
        {lines.map((line) => (
          <Card key={line.id} place={place} kit={kit} line={line} to={known.get(line.id)} />
        ))}
      </ul>
      {place === 'kit' && (
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
      <ShopLink {...props} isCard />
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
function PartNumber({ place, kit, line, to, isCard }: LineProps & { isCard?: boolean }) {
  const { pathname } = useLocation()
  const { partNumber, name, manufacturer } = line
  if (partNumber && to === undefined) return <span className="mono">{partNumber}</span>
  if (partNumber && to !== undefined) {
    return (
      <Link className="mono" to={to} state={{ from: pathname }}>
        {partNumber}
      </Link>
    )
  }
  const found = place === 'kit' && findLine(line, kit.vehicle)
  if (!found) return !isCard && <Dash />
  return (
    <Link to={found} aria-label={t('Find it: {name}', { name: name || manufacturer })}>
      {t('Find it')}
    </Link>
  )
}

/** No referrer for the shop, and no endorsement for search engines. */
const SHOP_REL = 'noopener noreferrer ugc nofollow'

/** Link to a line's shop, or a dash. */
function ShopLink({ place, line, isCard }: LineProps & { isCard?: boolean }) {
  const host = linkHost(line.link)
  const part = lineTitle(line)
  const isForSale = place === 'kit'
  function handlePress() {
    const { partNumber } = line
    const price = centsOf(line.price)
    if (isForSale) {
      const total = dollarCents([line])
      track({ name: 'buy_click', place, merchant: host })
      track({ name: 'purchase_intent', merchant: host, total, part, product: partNumber })
    }
    track({ name: 'affiliate_click', part, price, partNumber })
  }
  if (!line.link) {
    return (
      <span className={isCard ? styles.none : undefined}>
        <Dash />
      </span>
    )
  }
  const label = isForSale
    ? t('Buy {part} at {host}, opens in a new tab', { part, host })
    : t('Open {part} at {shop}, opens in a new tab', { part, shop: host })
  const look = buttonClasses({ variant: 'soft', ...(!isCard && { size: 's' }) }, styles.buy)
  return (
    <a
      className={isForSale ? look : isCard ? styles.open : styles.link}
      href={line.link}
      target="_blank"
      rel={isForSale ? `sponsored ${SHOP_REL}` : SHOP_REL}
      data-tip={isForSale ? host : undefined}
      onClick={handlePress}
      aria-label={label}
    >
      {isForSale ? t('Buy') : !isCard && <span className="ellipsis">{host}</span>}
      {!(isForSale && isCard) && <ArrowUpRightIcon />}
    </a>
  )
}
