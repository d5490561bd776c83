import { useDeferredValue, useEffect, useState } from 'react'
import type { Build } from '../../data/kits/open/builds.ts'
import {
  type LinePrice,
  type Taken,
  cheaperWords,
  offersKnown,
  takenByAll,
  linePrices,
} from '../../data/prices/linePrices.ts'
import { type KitOffers, useKitOffers } from '../../data/prices/useKitOffers.ts'
import { parts as partsWords } from '#shared/kinds/partCounts.ts'
import { priceSum, sumWords } from '#shared/kinds/priceSum.ts'
import { many, t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import { hasNumber } from '../../data/prices/hasNumber.ts'
import { priceState } from '../../data/prices/priceState.ts'
import { priceDraft, takePrices, untakePrices } from '../../data/prices/takePrices.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import { toast } from '../../ui/browser/toast.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from './CataloguePrices.module.css'
import { PriceRow } from './PriceRow.tsx'
import type { Line } from '#shared/kinds/kit.ts'
import { type PriceOrigin, readPriceOrigins } from '../../data/prices/priceOrigins.ts'

/** Lines shown before "show all". */
const FIRST = 5

interface CataloguePricesProps {
  build: Build
  /** Whether lines may take a price. */
  canTake: boolean
  /** Makes the writes one undo step of the screen. @returns undo */
  asOneEdit?: (label: string, work: () => void) => () => void
  /** Gets the lines that could take a price, with the action; an empty list on unmount. */
  onTakes?: (takes: readonly Taken[], take: (taken: readonly Taken[]) => void) => void
}

/**
 * Catalogue prices of a kit's parts: a summary, and on a press line by line, to take one by one or
 * all at once. Lines reserve room before their price loads, so that nothing moves.
 */
export function CataloguePrices({
  build: current,
  canTake,
  asOneEdit,
  onTakes,
}: CataloguePricesProps) {
  // Typing into the kit has priority.
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
    <section className={`card clip ${styles.prices}`} aria-labelledby="catalogue-prices">
      <div className={`row ${styles.head}`}>
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
            <div className={`row wrap ${styles.all}`}>
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

/** Summary of all lines, in a sentence or two. */
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
  // The most informative state stands for all.
  const [first = prices[0]] = priced
  if (!first) return null
  const at = Math.max(0, ...prices.map(({ part }) => part?.at ?? 0))
  const state = priceState({ ...offersKnown(first), ...known }, at > 0 ? dayAndTime(at, now) : '')
  if (priced.length === 0) return state.sentence
  return (
    <>
      {cheaper && <b className="good">{`${cheaper} `}</b>}
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

/** Sum of the kit with the taken prices. */
function sumWith({ kit, drafts }: Build, taken: readonly Taken[]): string {
  const cents = new Map(taken.map(({ line, takeCents }) => [line.id, takeCents]))
  const lines = kit.lines.map((line) => ({ ...line, price: cents.get(line.id) ?? line.price }))
  return sumWords(priceSum(lines, kit, drafts))
}

const NO_LINES: readonly Line[] = []

/** Catalogue prices of a kit's lines, null while loading. */
function useLinePrices(
  build: Build,
  now: number,
): { prices: LinePrice[] | null; offers: KitOffers } {
  const { kit, isMine, savedAt } = build
  const lines = isMine ? kit.lines : build.shared.lines
  const offers = useKitOffers(lines, { isSoon: true })
  const origins = useOrigins(build, lines)
  const { parts } = offers
  if (!parts || !origins) return { prices: null, offers }
  const saved = savedAt === null ? NO_LINES : build.shared.lines
  return { prices: linePrices(lines, { parts, origins, saved }, now), offers }
}

/** Reads origins when a price changes, not with each key. */
function useOrigins(build: Build, lines: readonly Line[]) {
  const [origins, setOrigins] = useState<ReadonlyMap<string, PriceOrigin> | null>(null)
  const priced = lines.map(({ id, price }) => `${id} ${price}`).join()
  useEffect(() => {
    let isCurrent = true
    readPriceOrigins(build).then(
      (read) => isCurrent && setOrigins(read),
      // Unreadable origins count as unknown.
      () => isCurrent && setOrigins(new Map()),
    )
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `priced` says all of it that matters
  }, [build.kit.id, priced])
  return origins
}
