import type { Line } from '#shared/kinds/kit.ts'

import { totalText } from '#shared/kinds/kit.ts'
import { linkHost } from '#shared/links.ts'
import { formatPrice } from '#shared/money.ts'
import { t } from '#shared/words/words.ts'
import { Dash } from '../ui/text/Dash.tsx'
import { ArrowUpRightIcon } from '../ui/blocks/icons.tsx'
import { SHOP_REL, trackShop } from './shopLink.ts'
import { PartNumber } from './PartNumber.tsx'
import styles from './Parts.module.css'

/** The lines as the phone shows them. */
export function PartsCards({
  lines,
  known,
}: {
  lines: readonly Line[]
  known: ReadonlyMap<string, string>
}) {
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
    <li className={styles.line}>
      <div className="grow">
        <part-picture of={name}>
          <div className={styles.name}>{name || partNumber || manufacturer || linkHost(link)}</div>
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
      {link ? (
        <a
          className={styles.open}
          href={link}
          target="_blank"
          rel={SHOP_REL}
          onClick={() => trackShop(line)}
          aria-label={t('Open {part} at {shop}, opens in a new tab', {
            part: name || t('part'),
            shop: linkHost(link),
          })}
        >
          <ArrowUpRightIcon />
        </a>
      ) : (
        <span className={styles.closed}>
          <Dash />
        </span>
      )}
    </li>
  )
}
