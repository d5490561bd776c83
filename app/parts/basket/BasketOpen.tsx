import { useState } from 'react'

import type { Build } from '../../data/kits/open/builds.ts'
import type { BasketOptions, KitProblem } from '#shared/catalogue/baskets/kitProblem.ts'

import { isBlankLine, kitTitle } from '#shared/kinds/kit.ts'
import { parts } from '#shared/kinds/partCounts.ts'
import { links } from '#shared/links.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/blocks/EmptyState.tsx'
import { BackLink } from '../../ui/blocks/BackLink.tsx'
import { InfoIcon, ReceiptIcon } from '../../ui/blocks/icons.tsx'
import { Skeleton } from '../../ui/blocks/Skeleton.tsx'
import { ago } from '../../ui/text/time.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import { useTitle } from '../../ui/browser/useTitle.ts'
import styles from './Basket.module.css'
import { BasketChoices } from './BasketChoices.tsx'
import { keepOptions, optionsWith } from './basketOptions.ts'
import { BasketResult } from './BasketResult.tsx'
import { kitProblem } from '#shared/catalogue/baskets/kitProblem.ts'
import { many, t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import { noOffersState, priceState, type PriceKnown } from '../../data/prices/priceState.ts'
import { type KitOffers, useKitOffers } from '../../data/prices/useKitOffers.ts'

export function BasketOpen({
  build,
  options,
}: {
  build: Build
  /** Null before the first choice. */
  options: BasketOptions | null
}) {
  // Others' kits as shared; own kits with unsaved edits.
  const kit = build.isMine ? build.kit : build.shared
  const lines = kit.lines.filter((line) => !isBlankLine(line))
  const now = useNow()
  const offers = useKitOffers(lines)
  // Local first, so that a press shows at once.
  const [wanted, setWanted] = useState(() => optionsWith(options, build.statuses))
  const all = offers.parts && kitProblem(lines, offers.parts, { ...wanted, banned: [] }, now)
  const asked = offers.parts && kitProblem(lines, offers.parts, wanted, now)
  function handleChange(next: BasketOptions) {
    setWanted(next)
    // On a full device the choice lasts as long as the page.
    void keepOptions(kit.id, next).catch(() => undefined)
  }

  useTitle(t('Cheapest basket for {kit}', { kit: kitTitle(kit, t('a draft')) }))

  return (
    <div className="page">
      <BackLink
        to={build.isMine && !build.savedAt ? links.build(kit.buildId) : links.kit(kit.buildId)}
      >
        {kitTitle(kit, t('Your draft'))}
      </BackLink>
      <h1>{t('Cheapest basket')}</h1>
      <p className={`muted ${styles.lead}`}>
        {t('All parts of this kit together, parcels included.')}
        {asked && ` ${ageWords(asked, now)}`}
      </p>
      {asked?.isDemo && (
        <p className="row caution doubtful tight mb4">
          <InfoIcon />
          <span>
            <T text="<b>Demonstration data.</b> These brands, merchants and prices are made up." />
          </span>
        </p>
      )}
      {asked && asked.lines.length > 0 && <Kept offers={offers} />}
      {!asked || !all ? (
        <Skeleton label={t('Loading prices...')} rows={4} />
      ) : asked.lines.length === 0 &&
        asked.without.length > 0 &&
        offers.known.asking === 'asking' ? (
        <Skeleton label={t('Loading prices...')} rows={4} />
      ) : (
        <div className={`stack ${styles.columns}`}>
          <div className={`stack roomy breaks ${styles.main}`}>
            {asked.lines.length > 0 ? (
              <BasketResult
                asked={asked}
                kit={kit}
                watched={build.isMine ? { kit, options: wanted } : null}
              />
            ) : (
              <Nothing
                parts={asked.without.map(({ known }) => ({ ...known, ...offers.known }))}
                hasLines={lines.length > 0}
                onRetry={offers.known.asking === 'failed' ? offers.askAgain : undefined}
              />
            )}
            <Without asked={asked} offers={offers} />
          </div>
          <BasketChoices
            lines={lines.filter(({ qty }) => qty > 0)}
            shops={all.sellers}
            options={wanted}
            onChange={handleChange}
          />
        </div>
      )}
    </div>
  )
}

/** "Prices from 2 min ago", "Prices from on Mar 3 at 14:06 to 2 h ago" */
function ageWords({ oldest, newest }: KitProblem, now: number): string {
  if (oldest === null || newest === null) return ''
  const [from, to] = [ago(oldest, now), ago(newest, now)]
  return from === to
    ? t('Prices are from {when}.', { when: to })
    : t('The oldest price is from {when}.', { when: from })
}

/** Warns about outdated prices. */
function Kept({ offers: { known, askAgain } }: { offers: KitOffers }) {
  if (known.asking !== 'failed') return null
  return (
    <div className="row caution doubtful tight mb4" role="status">
      <InfoIcon />
      <span className="grow">{priceState({ ...OFFERED, ...known }).sentence}</span>
      <Button size="s" onClick={askAgain}>
        {t('Try again')}
      </Button>
    </div>
  )
}

/** A part with offers. */
const OFFERED = { hasNumber: true, isPartKnown: true, offers: 'fresh', isLeftOut: false } as const

function Nothing({
  parts: wanted,
  hasLines,
  onRetry,
}: {
  parts: readonly PriceKnown[]
  hasLines: boolean
  onRetry: (() => void) | undefined
}) {
  const { title, sentence } = noOffersState(wanted, hasLines)
  return (
    <EmptyState
      mark={<ReceiptIcon />}
      title={title}
      text={sentence}
      role="status"
      {...(onRetry && { action: <Button onClick={onRetry}>{t('Try again')}</Button> })}
    />
  )
}

/** Parts without a place in any basket, with reasons. */
function Without({
  asked: { without, owned, sellers, unsaid },
  offers,
}: {
  asked: KitProblem
  offers: KitOffers
}) {
  const states = without.map(({ line, known }) => ({
    line,
    state: priceState({ ...known, ...offers.known }),
  }))
  const silent = sellers.filter(({ id }) => unsaid.has(id)).map(({ name }) => name)
  const isOpen = offers.known.asking !== 'answered'
  return (
    <>
      {without.length > 0 && (
        <section className={`card ${styles.without}`} aria-labelledby="without">
          <h2 id="without">
            {isOpen
              ? t('No prices for {parts}', { parts: parts(without.length) })
              : t('No offers for {parts}', { parts: parts(without.length) })}
          </h2>
          <ul>
            {states.map(({ line, state }) => (
              <li key={line.id}>
                <bdi className="strong">
                  {line.name || line.partNumber || t('Part without a name')}
                </bdi>{' '}
                <span className="muted">{state.word}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {owned.length > 0 && (
        <p className="muted small">
          {many(
            owned.length,
            'Left out because you have it: {names}.',
            'Left out because you have them: {names}.',
            { names: owned.map(({ name, partNumber }) => name || partNumber).join(', ') },
          )}
        </p>
      )}
      {silent.length > 0 && (
        <p className="muted small">
          {t('Shipping not known: {shops}. Used only where no other shop has a part.', {
            shops: silent.join(', '),
          })}
        </p>
      )}
    </>
  )
}
