import { Link } from 'react-router-dom'
import { type Kit, type Line, isBlankLine, totalText, dollarCents } from '#shared/kinds/kit.ts'
import { links, linkHost } from '#shared/links.ts'
import styles from './Parts.module.css'
import { partsAndPieces } from '#shared/kinds/partCounts.ts'
import { t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import { useKnownParts } from '../../data/prices/useKnownParts.ts'
import { formatPrice, centsOf } from '#shared/money/money.ts'
import type { PriceSum } from '#shared/kinds/priceSum.ts'
import { Dash } from '../../ui/text/Dash.tsx'
import { Sum } from '../../ui/text/Sum.tsx'
import { columns, PartNumber, PartsTable } from './PartsTable.tsx'
import { findLine } from '#shared/catalogue/findLine.ts'
import { track } from '../../data/telemetry/track.ts'
import { buttonClasses } from '../../ui/controls/Button.tsx'
import { ArrowUpRightIcon } from '../../ui/blocks/icons.tsx'

interface PartsListProps {
  kit: Kit
  sum: PriceSum
  isDesk: boolean
}

export function PartsList({ kit, sum, isDesk }: PartsListProps) {
  const shown = kit.lines.filter((line) => !isBlankLine(line))
  const known = useKnownParts(shown)
  return (
    <section className="card clip">
      <div className={`wrap between ${styles.head}`}>
        <h2>{t('Parts List')}</h2>
        {shown.length > 0 && (
          <span className="muted small num">{partsAndPieces(shown, sum.open)}</span>
        )}
        <p className={`muted tiny ${styles.disclosure}`}>
          <T
            text="We may earn from purchases made through these links. It does not affect products, prices or order. <disclosure>How this works</disclosure>"
            disclosure={(text) => <Link to={links.disclosure()}>{text}</Link>}
          />
        </p>
        {shown.some(({ partNumber }) => partNumber) && (
          <Link className={styles.basket} to={links.basket(kit.buildId)}>
            {t('Cheapest basket for all of them')}
          </Link>
        )}
      </div>
      {shown.length === 0 && (
        <p className={`muted ${styles.empty}`}>{t('No parts in this kit yet')}</p>
      )}
      {shown.length > 0 &&
        (isDesk ? (
          <KitTable kit={kit} sum={sum} lines={shown} known={known} />
        ) : (
          <PartsCards kit={kit} sum={sum} lines={shown} known={known} />
        ))}
    </section>
  )
}

interface ListProps {
  kit: Kit
  sum: PriceSum
  lines: readonly Line[]
  known: ReadonlyMap<string, string>
}

/** The lines as the phone shows them. */
function PartsCards({ kit, sum, lines, known }: ListProps) {
  return (
    <>
      <ul>
        {lines.map((line) => (
          <PartCard key={line.id} line={line} vehicle={kit.vehicle} to={known.get(line.id)} />
        ))}
      </ul>
      <p className={`row between pad ${styles.grand}`}>
        <b>{t('Grand total')}</b>
        <b className="num">
          <Sum sum={sum} />
        </b>
      </p>
    </>
  )
}

function PartCard(props: { line: Line; vehicle: Kit['vehicle']; to: string | undefined }) {
  const { line, vehicle, to } = props
  const { manufacturer, partNumber, link } = line
  const each = eachOf(line)
  return (
    <li className={`row breaks ${styles.card}`}>
      <div className="grow">
        <part-picture of={partName(line)}>
          <div className={`strong ${styles.name}`}>
            <bdi>{partName(line)}</bdi>
          </div>
          <div className="muted small">
            {manufacturer}{' '}
            {partNumber ? (
              <span className={styles.number}>
                <PartNumber text={partNumber} to={to} />
              </span>
            ) : (
              (line.name || manufacturer) && <FindIt line={line} vehicle={vehicle} />
            )}
          </div>
        </part-picture>
        <div className={`num small wrap ${styles.money}`}>
          <span className="price">{totalText(line) || <Dash />}</span>
          {each && <span className="muted">{each}</span>}
          {link && <span className="muted">{t('at {host}', { host: linkHost(link) })}</span>}
        </div>
      </div>
      <BuyLink line={line} isCard />
    </li>
  )
}

/** Explains a line's total where it is not obvious. */
function eachOf({ price, qty }: Line): string {
  if (qty === 0) return t('not needed')
  if (price === null) return t('Qty {qty}', { qty: String(qty) })
  return qty === 1 ? '' : `${qty} × ${formatPrice(price)}`
}

/** The same lines at the desk, with their sum. */
function KitTable({ kit, sum, lines, known }: ListProps) {
  return (
    <PartsTable
      lines={lines}
      columns={[
        { ...columns.name, head: t('Part Name') },
        { ...columns.manufacturer, head: t('Manufacturer') },
        {
          head: t('Part Number'),
          cell: (line) =>
            line.partNumber ? (
              <PartNumber text={line.partNumber} to={known.get(line.id)} />
            ) : (
              <FindIt line={line} vehicle={kit.vehicle} />
            ),
        },
        { ...columns.price, head: t('Unit Price') },
        { ...columns.qty, head: t('Qty') },
        { ...columns.total, head: t('Total Price') },
        { head: t('Links'), className: 'right', cell: (line) => <BuyLink line={line} /> },
      ]}
    >
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
    </PartsTable>
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

/** May earn a commission: marked as sponsored, without endorsement or referrer. */
const SHOP_REL = 'sponsored noopener noreferrer ugc nofollow'

/** Link to a line's shop, or a dash. */
function BuyLink({ line, isCard }: { line: Line; isCard?: boolean }) {
  const host = linkHost(line.link)
  function handlePress() {
    const { partNumber } = line
    const part = partName(line)
    const price = centsOf(line.price)
    const total = dollarCents([line])
    track({ name: 'buy_click', place: 'kit', merchant: host })
    track({ name: 'purchase_intent', merchant: host, total, part, product: partNumber })
    track({ name: 'affiliate_click', part, price, partNumber })
  }
  if (!line.link) {
    return (
      <span className={isCard ? styles.none : undefined}>
        <Dash />
      </span>
    )
  }
  return (
    <a
      className={buttonClasses({ variant: 'soft', ...(!isCard && { size: 's' }) }, styles.buy)}
      href={line.link}
      target="_blank"
      rel={SHOP_REL}
      data-tip={host}
      onClick={handlePress}
      aria-label={t('Buy {part} at {host}, opens in a new tab', { part: partName(line), host })}
    >
      {t('Buy')}
      {!isCard && <ArrowUpRightIcon />}
    </a>
  )
}

/** Name of a line, or the next best field. */
function partName({ name, partNumber, manufacturer, link }: Line): string {
  return name || partNumber || manufacturer || linkHost(link) || t('part')
}
