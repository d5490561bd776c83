import { useDeferredValue, useEffect, useState } from 'react'

import type { Build } from '../../kits/open/builds.ts'
import type { LinePrice, Taken } from '../../prices/linePrices.ts'
import type { KitOffers } from '../../prices/useKitOffers.ts'

import { parts as partsWords } from '#shared/kinds/partCounts.ts'
import { priceSum, sumWords } from '#shared/kinds/priceSum.ts'
import { many, t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import { hasNumber } from '../../prices/hasNumber.ts'
import { cheaperWords, offersKnown, takenByAll } from '../../prices/linePrices.ts'
import { priceState } from '../../prices/priceState.ts'
import { priceDraft, takePrices, untakePrices } from '../../prices/takePrices.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import { toast } from '../../ui/layers/toast.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from './CataloguePrices.module.css'
import { PriceRow } from './PriceRow.tsx'
import { useLinePrices } from './useLinePrices.ts'

/** So many lines stand there before somebody asks for the others. */
const FIRST = 5

interface CataloguePricesProps {
  build: Build
  /** Whether lines may take a price. */
  canTake: boolean
  /** Makes what is written one edit of the screen's own undo, and returns how to take it back. */
  asOneEdit?: (label: string, work: () => void) => () => void
  /** Hears which lines could take what, with how to do it, and at the end that none can. */
  onTakes?: (takes: readonly Taken[], take: (taken: readonly Taken[]) => void) => void
}

/**
 * What the catalogue asks for the parts of a kit: a sentence, and on a press line by line, to be taken
 * one by one or all at once. Each line has its room before its price comes, so that nothing moves.
 */
export function CataloguePrices({
  build: current,
  canTake,
  asOneEdit,
  onTakes,
}: CataloguePricesProps) {
  // What is typed into the kit comes first.
  const build = useDeferredValue(current)
  const now = useNow()
  const { prices, offers } = useLinePrices(build, now)
  const [isOpen, setOpen] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const [isOver, setOver] = useState(false)
  const lines = build.kit.lines.filter(hasNumber)
  const { free, over } = takenByAll(prices ?? [], (id) => priceDraft(build, id) !== undefined)
  const all = isOver ? [...free, ...over] : free
  const byId = new Map(prices?.map((price) => [price.line.id, price]))
  const shown = isWhole ? lines : lines.slice(0, FIRST)
  const isDemo = prices?.some(({ part }) => part?.isDemo)

  function handleTake(taken: readonly Taken[]) {
    const title = many(taken.length, '{count} catalogue price', '{count} catalogue prices')
    const take = () => takePrices(build, taken)
    const undo = asOneEdit?.(title, take) ?? (() => void untakePrices(build, taken))
    if (!asOneEdit) take()
    setOver(false)
    toast({
      title: many(taken.length, '{count} catalogue price used', '{count} catalogue prices used'),
      text: build.savedAt === null ? t('Before shipping and tax.') : t('Save Kit shares them.'),
      action: { label: t('Undo'), onPress: undo },
    })
  }

  const told = free.map(({ line, takeCents }) => `${line.id} ${takeCents}`).join()
  useEffect(() => {
    onTakes?.(free, handleTake)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `told` says all of them; the rest is as it was then
  }, [onTakes, told, build.kit.id])
  useEffect(() => () => onTakes?.([], () => undefined), [onTakes])

  if (lines.length === 0) return null
  return (
    <section className={`card ${styles.prices}`} aria-labelledby="catalogue-prices">
      <div className={styles.head}>
        <div className="grow">
          <h2 id="catalogue-prices">{t('Catalogue prices')}</h2>
          <p className="muted small" role="status">
            {prices && <Said prices={prices} offers={offers} now={now} />}
          </p>
        </div>
        <Button
          aria-expanded={isOpen}
          aria-label={isOpen ? t('Hide catalogue prices') : t('Show catalogue prices')}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('Hide') : t('Show')}
        </Button>
      </div>
      {isOpen && (
        <>
          {canTake && all.length > 0 && (
            <div className={styles.all}>
              <Button variant="soft" onClick={() => handleTake(all)}>
                {many(all.length, 'Use {count} catalogue price', 'Use {count} catalogue prices')}
              </Button>
              <p className="muted small num">
                {t('The kit then: {sum}', { sum: sumWith(build, all) })}
              </p>
            </div>
          )}
          {canTake && over.length > 0 && (
            <Checkbox
              className={styles.over}
              checked={isOver}
              onChange={({ target }) => setOver(target.checked)}
            >
              {t('Also replace prices you have ({count})', { count: over.length })}
            </Checkbox>
          )}
          <ul>
            {shown.map((line) => (
              <PriceRow
                key={line.id}
                line={line}
                price={byId.get(line.id)}
                known={offers.known}
                now={now}
                {...(canTake && { onTake: (taken) => handleTake([taken]) })}
              />
            ))}
          </ul>
          <div className={styles.foot}>
            {lines.length > FIRST && (
              <Button size="s" onClick={() => setWhole(!isWhole)} aria-expanded={isWhole}>
                {isWhole ? t('Show fewer') : t('Show all {count}', { count: lines.length })}
              </Button>
            )}
            <p className="muted small">
              {isDemo && (
                <>
                  <T
                    text="<b>Demonstration data.</b> Brands, merchants and prices are made up."
                    b={(text) => <b>{text}</b>}
                  />{' '}
                </>
              )}
              {t('A kit holds the price of a piece, before shipping and tax.')}
            </p>
          </div>
        </>
      )}
    </section>
  )
}

/** How it stands with all of them, in one sentence or two. */
function Said({
  prices,
  offers: { known },
  now,
}: {
  prices: readonly LinePrice[]
  offers: KitOffers
  now: number
}) {
  const priced = prices.filter(({ best }) => best !== null)
  const cheaper = cheaperWords(prices)
  // The state of the one that says most stands for all.
  const [first = prices[0]] = priced
  if (!first) return null
  const at = Math.max(0, ...prices.map(({ part }) => part?.at ?? 0))
  const state = priceState({ ...offersKnown(first), ...known }, at > 0 ? dayAndTime(at, now) : '')
  if (priced.length === 0) return state.sentence
  return (
    <>
      {cheaper && <b className={styles.cheaper}>{`${cheaper} `}</b>}
      {state.kind === 'kept' && known.asking === 'failed'
        ? state.sentence
        : many(
            priced.length,
            '{count} of {parts} with a number has a price.',
            '{count} of {parts} with a number have a price.',
            { parts: partsWords(prices.length) },
          )}
    </>
  )
}

/** The sum of the kit as it will be. */
function sumWith({ kit }: Build, taken: readonly Taken[]): string {
  const cents = new Map(taken.map(({ line, takeCents }) => [line.id, takeCents]))
  const lines = kit.lines.map((line) => ({ ...line, price: cents.get(line.id) ?? line.price }))
  return sumWords(priceSum(lines, kit))
}
