import type { Kit, Line } from '#shared/kinds/kit.ts'

import { totalText } from '#shared/kinds/kit.ts'
import { formatPrice } from '#shared/money.ts'
import { priceSum } from '#shared/kinds/priceSum.ts'
import { t } from '#shared/words/words.ts'
import { Dash } from '../../ui/text/Dash.tsx'
import { Sum } from '../../ui/text/Sum.tsx'
import { BuyLink } from './BuyLink.tsx'
import { FindIt, PartNumber } from './PartNumber.tsx'
import styles from './Parts.module.css'

/** The lines as the desk shows them. */
export function PartsTable({
  kit,
  lines,
  known,
}: {
  kit: Kit
  lines: readonly Line[]
  known: ReadonlyMap<string, string>
}) {
  return (
    <table className={`table ${styles.table}`}>
      <thead>
        <tr>
          <th scope="col">{t('Part Name')}</th>
          <th scope="col">{t('Manufacturer')}</th>
          <th scope="col">{t('Part Number')}</th>
          <th scope="col" className="right">
            {t('Unit Price')}
          </th>
          <th scope="col" className="right">
            {t('Qty')}
          </th>
          <th scope="col" className="right">
            {t('Total Price')}
          </th>
          <th scope="col" className="right">
            {t('Links')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <PartRow key={line.id} line={line} vehicle={kit.vehicle} to={known.get(line.id)} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={5}>
            {t('Grand total')}
          </th>
          <td className="num right">
            <Sum sum={priceSum(lines, kit)} />
          </td>
          <td aria-hidden="true" />
        </tr>
      </tfoot>
    </table>
  )
}

interface PartProps {
  line: Line
  vehicle: Kit['vehicle']
  to: string | undefined
}

function PartRow({ line, vehicle, to }: PartProps) {
  const { name, manufacturer, partNumber, price, qty } = line
  return (
    <tr>
      <td className="strong">
        <part-picture className="pictured" at="start" of={name}>
          {name || <Dash />}
        </part-picture>
      </td>
      <td>{manufacturer || <Dash />}</td>
      <td>
        {partNumber ? (
          <PartNumber text={partNumber} to={to} />
        ) : (
          <FindIt line={line} vehicle={vehicle} />
        )}
      </td>
      <td className="num right">{price === null ? <Dash /> : formatPrice(price)}</td>
      <td className="num nowrap right">{qty === 0 ? t('not needed') : qty}</td>
      <td className="price right">{totalText(line) || <Dash />}</td>
      <td className="right">
        <BuyLink line={line} />
      </td>
    </tr>
  )
}
