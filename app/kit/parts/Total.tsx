import { isBlankLine, type Kit } from '#shared/kinds/kit.ts'
import { partsAndPieces } from '#shared/kinds/partCounts.ts'
import type { PriceSum } from '#shared/kinds/priceSum.ts'
import { Sum } from '../../ui/text/Sum.tsx'
import styles from './Parts.module.css'

/** Sum of a kit and its count of parts, beside what can be done with it. */
export function Total({ kit, sum }: { kit: Kit; sum: PriceSum }) {
  const lines = kit.lines.filter((line) => !isBlankLine(line))
  return (
    <div className={`grow breaks ${styles.total}`}>
      <b className="num">
        <Sum sum={sum} />
      </b>
      <span className="num">{partsAndPieces(lines, sum.open)}</span>
    </div>
  )
}
