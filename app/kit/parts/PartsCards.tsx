import type { Kit, Line } from '#shared/kinds/kit.ts'

import { totalText } from '#shared/kinds/kit.ts'
import { linkHost } from '#shared/links.ts'
import { formatPrice } from '#shared/money.ts'
import { priceSum } from '#shared/kinds/priceSum.ts'
import { t } from '#shared/words/words.ts'
import { Dash } from '../../ui/text/Dash.tsx'
import { Sum } from '../../ui/text/Sum.tsx'
import { BuyLink, partName } from './BuyLink.tsx'
import { FindIt, PartNumber } from './PartNumber.tsx'
import styles from './Parts.module.css'

/** The lines as the phone shows them. */
export function PartsCards({
  kit,
  lines,
  known,
}: {
  kit: Kit
  lines: readonly Line[]
  known: ReadonlyMap<string, string>
}) {
  return (
    <>
      <ul>
        {lines.map((line) => (
          <PartCard key={line.id} line={line} vehicle={kit.vehicle} to={known.get(line.id)} />
        ))}
      </ul>
      <p className={styles.grand}>
        <b>{t('Grand total')}</b>
        <b className="num">
          <Sum sum={priceSum(lines, kit)} />
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
    <li className={styles.card}>
      <div className="grow">
        <part-picture of={partName(line)}>
          <div className={styles.name}>{partName(line)}</div>
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
        <div className={`num small ${styles.money}`}>
          <span className="price">{totalText(line) || <Dash />}</span>
          {each && <span className="muted">{each}</span>}
          {link && <span className="muted">{t('at {host}', { host: linkHost(link) })}</span>}
        </div>
      </div>
      <BuyLink line={line} isCard />
    </li>
  )
}

/** How the total of a line comes about, where that is not plain. */
function eachOf({ price, qty }: Line): string {
  if (qty === 0) return t('not needed')
  if (price === null) return t('Qty {qty}', { qty: String(qty) })
  return qty === 1 ? '' : `${qty} × ${formatPrice(price)}`
}
