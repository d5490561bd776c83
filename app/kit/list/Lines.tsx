import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'

import type { PriceSum } from '#shared/kinds/priceSum.ts'

import { findLine } from '#shared/catalogue/findLine.ts'
import { dollarCents, type Kit, type Line, totalText } from '#shared/kinds/kit.ts'
import { linkHost } from '#shared/links.ts'
import { centsOf, formatPrice } from '#shared/money/money.ts'
import { type Later, later, say, t } from '#shared/words/words.ts'
import { useKnownParts } from '../../data/prices/useKnownParts.ts'
import { track } from '../../data/telemetry/track.ts'
import { ArrowUpRightIcon } from '../../ui/blocks/icons.tsx'
import { buttonClasses } from '../../ui/controls/Button.tsx'
import { Dash } from '../../ui/text/Dash.tsx'
import { Sum } from '../../ui/text/Sum.tsx'

/** A kit's own page, or the list its link shows. */
type Place = 'kit' | 'list'
type Column = 'name' | 'manufacturer' | 'partNumber' | 'price' | 'qty' | 'total' | 'link'

const HEADS: Record<Place, readonly (readonly [Column, Later])[]> = {
  kit: [
    ['name', later('Part Name')],
    ['manufacturer', later('Manufacturer')],
    ['partNumber', later('Part Number')],
    ['price', later('Unit Price')],
    ['qty', later('Qty')],
    ['total', later('Total Price')],
    ['link', later('Links')],
  ],
  list: [
    ['name', later('Part')],
    ['manufacturer', later('Manufacturer')],
    ['partNumber', later('Part Number')],
    ['qty', later('Qty')],
    ['price', later('Unit Price')],
    ['total', later('Total')],
    ['link', later('Link')],
  ],
}

const CLASSES: Partial<Record<Column, string>> = {
  name: 'strong',
  price: 'num right',
  qty: 'num nowrap right',
  total: 'price right',
  link: 'right',
}

interface LinesProps {
  place: Place
  kit: Kit
  /** Lines of the kit to show. */
  lines: readonly Line[]
  sum: PriceSum
  isDesk: boolean
}

/** The lines: a table at the desk, cards on the phone. */
export function Lines({ place, kit, lines, sum, isDesk }: LinesProps) {
  const known = useKnownParts(lines)
  const isKit = place === 'kit'

  function numberOf(line: Line): ReactNode {
    if (line.partNumber) return <PartNumber text={line.partNumber} to={known.get(line.id)} />
    return isKit ? <FindIt line={line} vehicle={kit.vehicle} /> : <Dash />
  }

  if (!isDesk) {
    return (
      <>
        <ul className="lines">
          {lines.map((line) => (
            <Card key={line.id} line={line} place={place} number={numberOf(line)} />
          ))}
        </ul>
        {isKit && (
          <p className="row between pad linesSum">
            <b>{t('Grand total')}</b>
            <b className="num">
              <Sum sum={sum} />
            </b>
          </p>
        )}
      </>
    )
  }
  const cells: Record<Column, (line: Line) => ReactNode> = {
    name: ({ name }) => (
      <part-picture className="pictured" at="start" of={name}>
        {name ? <bdi>{name}</bdi> : <Dash />}
      </part-picture>
    ),
    manufacturer: ({ manufacturer }) => manufacturer || <Dash />,
    partNumber: numberOf,
    price: ({ price }) => (price === null ? <Dash /> : formatPrice(price)),
    qty: ({ qty }) => (qty === 0 ? t('not needed') : qty),
    total: (line) => totalText(line) || <Dash />,
    link: (line) => <ShopLink line={line} place={place} />,
  }
  return (
    <table className="table lines">
      <thead>
        <tr>
          {HEADS[place].map(([column, head]) => (
            <th
              key={column}
              scope="col"
              className={CLASSES[column]?.includes('right') ? 'right' : undefined}
            >
              {say(head)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            {HEADS[place].map(([column]) => (
              <td key={column} className={CLASSES[column]}>
                {cells[column](line)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {isKit && (
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

function Card({ line, place, number }: { line: Line; place: Place; number: ReactNode }) {
  const { name, manufacturer, partNumber, link } = line
  const isKit = place === 'kit'
  const each = isKit && line.qty === 1 && line.price !== null ? '' : eachOf(line)
  const isFound = partNumber || (isKit && (name || manufacturer))
  const total = <span className="price">{totalText(line) || <Dash />}</span>
  return (
    <li className="row breaks">
      <div className="grow">
        <part-picture of={partName(line)}>
          <div className="strong">
            <bdi>{partName(line)}</bdi>
          </div>
          <div className="muted small">
            {manufacturer} {isFound && <span className="number">{number}</span>}
          </div>
        </part-picture>
        {isKit ? (
          <div className="num small wrap money">
            {total}
            {each && <span className="muted">{each}</span>}
            {link && <span className="muted">{t('at {host}', { host: linkHost(link) })}</span>}
          </div>
        ) : (
          link && <div className="muted small ellipsis">{linkHost(link)}</div>
        )}
      </div>
      {!isKit && (
        <div className="num beside">
          {total}
          <div className="muted small">{each}</div>
        </div>
      )}
      <ShopLink line={line} place={place} isCard />
    </li>
  )
}

/** Explains a line's total where it is not obvious. */
function eachOf({ price, qty }: Line): string {
  if (qty === 0) return t('not needed')
  if (price === null) return t('Qty {qty}', { qty: String(qty) })
  return `${qty} × ${formatPrice(price)}`
}

/** The number of a part, leading to its prices where this device knows the part. */
function PartNumber({ text, to }: { text: string; to: string | undefined }) {
  const { pathname } = useLocation()
  if (to === undefined) return <span className="mono">{text}</span>
  return (
    <Link className="mono" to={to} state={{ from: pathname }}>
      {text}
    </Link>
  )
}

/** In the place of a number that nobody has looked up yet; a dash where there is nothing to look for. */
function FindIt({ line, vehicle }: { line: Line; vehicle: Kit['vehicle'] }) {
  const to = findLine(line, vehicle)
  if (!to) return <Dash />
  return (
    <Link to={to} aria-label={t('Find it: {name}', { name: line.name || line.manufacturer })}>
      {t('Find it')}
    </Link>
  )
}

/** No referrer for the shop, and no endorsement for search engines. */
const SHOP_REL = 'noopener noreferrer ugc nofollow'

/** The way to the shop of a line, or a dash. A kit's page may earn a commission by it. */
function ShopLink({ line, place, isCard }: { line: Line; place: Place; isCard?: boolean }) {
  const host = linkHost(line.link)
  const part = partName(line)
  const isKit = place === 'kit'
  function handlePress() {
    const { partNumber } = line
    if (isKit) {
      const total = dollarCents([line])
      track({ name: 'buy_click', place, merchant: host })
      track({ name: 'purchase_intent', merchant: host, total, part, product: partNumber })
    }
    track({ name: 'affiliate_click', part, price: centsOf(line.price), partNumber })
  }
  if (!line.link) {
    return (
      <span className={isCard ? 'shop' : undefined}>
        <Dash />
      </span>
    )
  }
  const button = buttonClasses({ variant: 'soft', ...(!isCard && { size: 's' }) }, 'buy')
  return (
    <a
      className={isKit ? button : 'shop'}
      href={line.link}
      target="_blank"
      rel={isKit ? `sponsored ${SHOP_REL}` : SHOP_REL}
      data-tip={isKit ? host : undefined}
      onClick={handlePress}
      aria-label={
        isKit
          ? t('Buy {part} at {host}, opens in a new tab', { part, host })
          : t('Open {part} at {shop}, opens in a new tab', { part, shop: host })
      }
    >
      {isKit ? t('Buy') : !isCard && <span className="ellipsis">{host}</span>}
      {!(isKit && isCard) && <ArrowUpRightIcon />}
    </a>
  )
}

/** Name of a line, or the next best field. */
function partName({ name, partNumber, manufacturer, link }: Line): string {
  return name || partNumber || manufacturer || linkHost(link) || t('part')
}
