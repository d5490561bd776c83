import type { ReactNode } from 'react'
import { type Line, totalText } from '#shared/kinds/kit.ts'
import { linkHost } from '#shared/links.ts'
import { formatPrice, centsOf } from '#shared/money/money.ts'
import { t } from '#shared/words/words.ts'
import { Dash } from '../../ui/text/Dash.tsx'
import { ArrowUpRightIcon } from '../../ui/blocks/icons.tsx'
import styles from './Parts.module.css'
import { columns, PartNumber, PartsTable } from '../parts/PartsTable.tsx'
import { track } from '../../data/telemetry/track.ts'

interface ListProps {
  lines: readonly Line[]
  known: ReadonlyMap<string, string>
}

/** The lines as the desk shows them. */
export function ListTable({ lines, known }: ListProps) {
  return (
    <PartsTable
      lines={lines}
      columns={[
        { ...columns.name, head: t('Part') },
        { ...columns.manufacturer, head: t('Manufacturer') },
        {
          head: t('Part Number'),
          cell: ({ id, partNumber }) =>
            partNumber ? <PartNumber text={partNumber} to={known.get(id)} /> : <Dash />,
        },
        { ...columns.qty, head: t('Qty') },
        { ...columns.price, head: t('Unit Price') },
        { ...columns.total, head: t('Total') },
        {
          head: t('Link'),
          cell: (line) => (
            <ShopLink line={line} className={styles.link}>
              <span className="ellipsis">{linkHost(line.link)}</span>
            </ShopLink>
          ),
        },
      ]}
    />
  )
}

/** The way to the shop of a line, or a dash. */
function ShopLink(props: { line: Line; className: string | undefined; children?: ReactNode }) {
  const { line, className, children } = props
  const shop = linkHost(line.link)
  if (!line.link) return <Dash />
  return (
    <a
      className={className}
      href={line.link}
      target="_blank"
      rel={SHOP_REL}
      onClick={() => trackShop(line)}
      aria-label={t('Open {part} at {shop}, opens in a new tab', {
        part: line.name || t('part'),
        shop,
      })}
    >
      {children}
      <ArrowUpRightIcon />
    </a>
  )
}

/** The lines as the phone shows them. */
export function PartsCards({ lines, known }: ListProps) {
  return (
    <ul>
      {lines.map((line) => (
        <PartCard key={line.id} line={line} to={known.get(line.id)} />
      ))}
    </ul>
  )
}

function PartCard({ line, to }: { line: Line; to: string | undefined }) {
  const { name, manufacturer, partNumber, price, qty, link } = line
  const each = price === null ? t('Qty {qty}', { qty }) : `${qty} × ${formatPrice(price)}`
  return (
    <li className={`row breaks ${styles.line}`}>
      <div className="grow">
        <part-picture of={name}>
          <div className={styles.name}>
            <bdi>{name || partNumber || manufacturer || linkHost(link)}</bdi>
          </div>
          <div className="muted small">
            {manufacturer}{' '}
            {partNumber && (
              <span className={styles.number}>
                <PartNumber text={partNumber} to={to} />
              </span>
            )}
          </div>
        </part-picture>
        {link && <div className="muted small ellipsis">{linkHost(link)}</div>}
      </div>
      <div className={`num ${styles.right}`}>
        <div className="price">{totalText(line) || <Dash />}</div>
        <div className="muted small">{qty === 0 ? t('not needed') : each}</div>
      </div>
      <span className={styles.open}>
        <ShopLink line={line} className={styles.open} />
      </span>
    </li>
  )
}

/** No referrer for the shop, and no endorsement for search engines. */
const SHOP_REL = 'noopener noreferrer ugc nofollow'

/** Counts a click to a shop, with consent. */
function trackShop({ name, link, price, partNumber }: Line): void {
  const part = name || linkHost(link) || 'part'
  track({ name: 'affiliate_click', part, price: centsOf(price), partNumber })
}
