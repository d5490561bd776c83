import type { OpenPart } from '../data/prices/parts.ts'
import type { PartHistory } from '#shared/catalogue/part.ts'
import type { PriceStep } from '#shared/catalogue/priceHistory.ts'

import { lowestSteps, priceSteps, priceSummary } from '#shared/catalogue/priceHistory.ts'
import { many, t } from '#shared/words/words.ts'
import { Badge } from '../ui/blocks/Badge.tsx'
import { classes } from '../ui/look/classes.ts'
import { ArrowUpRightIcon } from '../ui/blocks/icons.tsx'
import { BuyButton } from './BuyButton.tsx'
import { bestWords, type OfferView } from './offerView.ts'
import styles from './Part.module.css'
import { TotalToday } from './PriceTable.tsx'
import { formatCents } from '#shared/money/money.ts'

/** Best offer, and the history of the lowest price, of merchants that allow one. */
export function BestOffer({
  part,
  best,
  isDesk,
}: {
  part: OpenPart
  best: OfferView | undefined
  isDesk: boolean
}) {
  const { history } = part
  const steps = history
    ? lowestSteps(history.merchants.map(({ observations }) => priceSteps(observations, history)))
    : []
  const summary = priceSummary(steps)
  // One price is no history.
  const hasLine = history !== null && summary !== null && steps.length > 1
  const isTold = isDesk && best !== undefined
  if (!isTold && !hasLine) return null

  return (
    <section
      className={`card stack ${styles.best}`}
      aria-label={t('{what} and price history', {
        what: best ? bestWords(best) : t('Lowest total'),
      })}
    >
      <div className={classes(isTold && hasLine && styles.sides)}>
        {isTold && (
          <div>
            <Badge {...(best.isLowest && { tone: 'mark' })}>{bestWords(best)}</Badge>
            <p>
              <TotalToday view={best} className={`figure ${styles.lowest}`} />
            </p>
            <p className={`row wrap ${styles.at}`}>
              <b>{best.offer.merchant}</b>
              {best.isPrime && <Badge tone="info">{t('Prime')}</Badge>}
            </p>
          </div>
        )}
        {hasLine && <PriceLine steps={steps} summary={summary} history={history} />}
      </div>
      {hasLine && <Withheld names={history.withheld} />}
      {isTold && (
        <BuyButton
          view={best}
          part={part}
          look={{ variant: 'primary', size: 'l', isFull: true }}
          name={t('Buy at {merchant}: {part}', { merchant: best.offer.merchant, part: part.name })}
        >
          {t('Buy at {merchant}', { merchant: best.offer.merchant })}
          {best.offer.buyLink && <ArrowUpRightIcon />}
        </BuyButton>
      )}
    </section>
  )
}

/** Full card width: beside the chart it would rewrap when the font loads. */
function Withheld({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <p className={`muted ${styles.withheld}`}>
      {many(
        names.length,
        'Without {names}, which lets no prices be kept.',
        'Without {names}, which let no prices be kept.',
        { names: names.join(', ') },
      )}
    </p>
  )
}

const WIDTH = 300
const HEIGHT = 60
/** Room above and below the line, which is two units thick. */
const EDGE = 4
const DAY_MS = 24 * 3_600_000

/** Lowest price over time as steps: a price holds until the next is seen. */
function PriceLine({
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
      <p className={`between tiny ${styles.ends}`}>
        <span className="muted">{many(days, '{count} days', '{count} days')}</span>
        {percent > 0 && (
          <b className={change < 0 ? 'good' : undefined}>
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
      <p className={`muted num between tiny ${styles.ends}`}>
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

/** Start of the line: unknown before the first price. */
function startOf([first]: readonly PriceStep[], since: number, until: number): number {
  return round((((first?.from ?? since) - since) / Math.max(1, until - since)) * WIDTH)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
