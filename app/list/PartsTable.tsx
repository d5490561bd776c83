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

/** The lines as the desk shows them. */
export function PartsTable({
  lines,
  known,
}: {
  lines: readonly Line[]
  known: ReadonlyMap<string, string>
}) {
  return (
    <table className={`table ${styles.table}`}>
      <thead>
        <tr>
          <th scope="col">{t('Part')}</th>
          <th scope="col">{t('Manufacturer')}</th>
          <th scope="col">{t('Part Number')}</th>
          <th scope="col" className="right">
            {t('Qty')}
          </th>
          <th scope="col" className="right">
            {t('Unit Price')}
          </th>
          <th scope="col" className="right">
            {t('Total')}
          </th>
          <th scope="col">{t('Link')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <PartRow key={line.id} line={line} to={known.get(line.id)} />
        ))}
      </tbody>
    </table>
  )
}

function PartRow({ line, to }: { line: Line; to: string | undefined }) {
  const { name, manufacturer, partNumber, price, qty, link } = line
  return (
    <tr>
      <td className="strong">
        <part-picture className="pictured" at="start" of={name}>
          {name || <Dash />}
        </part-picture>
      </td>
      <td>{manufacturer || <Dash />}</td>
      <td>{partNumber ? <PartNumber text={partNumber} to={to} /> : <Dash />}</td>
      <td className="num nowrap right">{qty === 0 ? t('not needed') : qty}</td>
      <td className="num right">{price === null ? <Dash /> : formatPrice(price)}</td>
      <td className="price right">{totalText(line) || <Dash />}</td>
      <td>
        {link ? (
          <a
            className={styles.link}
            href={link}
            target="_blank"
            rel={SHOP_REL}
            onClick={() => trackShop(line)}
            aria-label={t('Open {part} at {shop}, opens in a new tab', {
              part: name || t('part'),
              shop: linkHost(link),
            })}
          >
            <span className="ellipsis">{linkHost(link)}</span>
            <ArrowUpRightIcon />
          </a>
        ) : (
          <Dash />
        )}
      </td>
    </tr>
  )
}
