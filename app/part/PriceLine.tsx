import type { PartHistory } from '#shared/catalogue/part.ts'
import type { PriceStep } from '#shared/catalogue/priceHistory.ts'

import { formatCents } from '#shared/money.ts'
import { many, t } from '#shared/words/words.ts'
import styles from './Part.module.css'

const WIDTH = 300
const HEIGHT = 60
/** Room above and below the line, which is two units thick. */
const EDGE = 4
const DAY_MS = 24 * 3_600_000

/** The lowest price over time as steps: a price stands until another one is seen. */
export function PriceLine({
  steps,
  summary: { low, high, last, change },
  history: { since, until },
}: {
  steps: readonly PriceStep[]
  summary: { low: number; high: number; last: number; change: number }
  history: Pick<PartHistory, 'since' | 'until'>
}) {
  const days = Math.round((until - since) / DAY_MS)
  const [first] = steps
  const path = pathOf(steps, { since, until, low, high })
  const percent = Math.round(Math.abs(change) * 100)
  return (
    <div className={styles.line}>
      <p className={styles.ends}>
        <span className="muted">{many(days, '{count} days', '{count} days')}</span>
        {percent > 0 && (
          <b className={change < 0 ? styles.lower : undefined}>
            {change < 0
              ? t('{percent}% lower', { percent: String(percent) })
              : t('{percent}% higher', { percent: String(percent) })}
          </b>
        )}
      </p>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={many(
          days,
          'Lowest total price over {count} days, from {from} to {to}',
          'Lowest total price over {count} days, from {from} to {to}',
          { from: formatCents(first?.cents ?? last), to: formatCents(last) },
        )}
      >
        <path className={styles.under} d={`${path}V${HEIGHT}H${startOf(steps, since, until)}Z`} />
        <path className={styles.steps} d={path} />
      </svg>
      <p className={`muted num ${styles.ends}`}>
        <span>{t('Low {amount}', { amount: formatCents(low) })}</span>
        <span>{t('High {amount}', { amount: formatCents(high) })}</span>
      </p>
    </div>
  )
}

function pathOf(
  steps: readonly PriceStep[],
  { since, until, low, high }: { since: number; until: number; low: number; high: number },
): string {
  const x = (time: number) => round(((time - since) / Math.max(1, until - since)) * WIDTH)
  const range = Math.max(1, high - low)
  const y = (cents: number) => round(EDGE + ((high - cents) / range) * (HEIGHT - 2 * EDGE))
  const [first, ...others] = steps
  if (!first) return ''
  const start = `M${x(first.from)} ${y(first.cents)}H${x(first.to)}`
  return others.reduce((path, { cents, to }) => `${path}V${y(cents)}H${x(to)}`, start)
}

/** Where the line begins: nothing is said of the time before the first price. */
function startOf([first]: readonly PriceStep[], since: number, until: number): number {
  return round((((first?.from ?? since) - since) / Math.max(1, until - since)) * WIDTH)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
