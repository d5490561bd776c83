import { useState } from 'react'

import { Link } from 'react-router-dom'

import type { Build } from '../kits/open/builds.ts'
import type { BasketOptions, KitProblem } from './kitProblem.ts'
import type { KitOffers } from './useKitOffers.ts'

import { isBlankLine, kitTitle } from '#shared/kinds/kit.ts'
import { parts } from '#shared/kinds/partCounts.ts'
import { links } from '#shared/links.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ArrowLeftIcon, InfoIcon, ReceiptIcon } from '../ui/icons.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ago } from '../ui/time.ts'
import { useNow } from '../ui/useNow.ts'
import { useTitle } from '../ui/useTitle.ts'
import styles from './Basket.module.css'
import { BasketChoices } from './BasketChoices.tsx'
import { keepOptions, optionsWith } from './basketOptions.ts'
import { BasketResult } from './BasketResult.tsx'
import { kitProblem } from './kitProblem.ts'
import { useKitOffers } from './useKitOffers.ts'

export function BasketOpen({
  build,
  options,
  owned,
}: {
  build: Build
  /** Null before anything was chosen. */
  options: BasketOptions | null
  owned: ReadonlySet<string>
}) {
  // Of others' kits what they shared; of an own one what is being worked on.
  const kit = build.isMine ? build.kit : build.shared
  const lines = kit.lines.filter((line) => !isBlankLine(line))
  const now = useNow()
  const offers = useKitOffers(lines)
  // Here first, so that what is pressed stands at once.
  const [wanted, setWanted] = useState(() => optionsWith(options, owned))
  const all = offers.parts && kitProblem(lines, offers.parts, { ...wanted, banned: [] }, now)
  const asked = offers.parts && kitProblem(lines, offers.parts, wanted, now)
  function handleChange(next: BasketOptions) {
    setWanted(next)
    // A device that is full forgets it with the page.
    void keepOptions(kit.id, next).catch(() => undefined)
  }

  useTitle(`Cheapest basket for ${kitTitle(kit, 'a draft')}`)

  return (
    <div className="page">
      <Link
        className={styles.back}
        to={build.isMine && !build.savedAt ? links.build(kit.buildId) : links.kit(kit.buildId)}
      >
        <ArrowLeftIcon />
        {kitTitle(kit, 'Your draft')}
      </Link>
      <h1>Cheapest basket</h1>
      <p className={`muted ${styles.lead}`}>
        All parts of this kit together, parcels included.
        {asked && ` ${ageWords(asked, now)}`}
      </p>
      {asked?.isDemo && (
        <p className={styles.demo}>
          <InfoIcon />
          <span>
            <b>Demonstration data.</b> These brands, merchants and prices are made up.
          </span>
        </p>
      )}
      <Asking offers={offers} hasOffers={(asked?.lines.length ?? 0) > 0} />
      {!asked || !all ? (
        <Skeleton label="Loading prices..." rows={4} />
      ) : asked.lines.length === 0 && asked.without.length > 0 && offers.asking === 'asking' ? (
        <Skeleton label="Loading prices..." rows={4} />
      ) : (
        <div className={styles.columns}>
          <div className={styles.main}>
            {asked.lines.length > 0 ? (
              <BasketResult asked={asked} />
            ) : (
              <Nothing hasLines={lines.length > 0} isAllOwned={asked.without.length === 0} />
            )}
            <Without asked={asked} />
          </div>
          <BasketChoices
            lines={lines.filter(({ qty }) => qty > 0)}
            shops={all.shops}
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
  return from === to ? `Prices are from ${to}.` : `The oldest price is from ${from}.`
}

function Asking({
  offers: { asking, askAgain },
  hasOffers,
}: {
  offers: KitOffers
  hasOffers: boolean
}) {
  if (asking !== 'failed') return null
  return (
    <div className={styles.old} role="status">
      <InfoIcon />
      <span className="grow">
        {navigator.onLine ? 'New prices did not come. ' : 'No signal. '}
        {hasOffers
          ? 'This is reckoned with the prices this device last got.'
          : 'This device has no prices for these parts yet.'}
      </span>
      <Button size="s" onClick={askAgain}>
        Try again
      </Button>
    </div>
  )
}

function Nothing({ hasLines, isAllOwned }: { hasLines: boolean; isAllOwned: boolean }) {
  const text = !hasLines
    ? 'This kit has no parts yet.'
    : isAllOwned
      ? 'You have everything in this kit.'
      : 'No merchant is known to have one of these parts. Part numbers and manufacturers have to be those of the catalogue.'
  return <EmptyState mark={<ReceiptIcon />} title="Nothing to buy" text={text} role="status" />
}

const WHY = {
  unknown: 'not in the catalogue',
  noNumber: 'no part number',
  soldOut: 'nobody has it in stock',
  banned: 'only at shops you left out',
} as const

/** What no basket has, and why. */
function Without({ asked: { without, owned, unsaid } }: { asked: KitProblem }) {
  return (
    <>
      {without.length > 0 && (
        <section className={`card ${styles.without}`} aria-labelledby="without">
          <h2 id="without">No offers for {parts(without.length)}</h2>
          <ul>
            {without.map(({ line, why }) => (
              <li key={line.id}>
                <bdi className="strong">
                  {line.name || line.partNumber || 'Part without a name'}
                </bdi>{' '}
                <span className="muted">{WHY[why]}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {owned.length > 0 && (
        <p className="muted small">
          Left out because you have {owned.length === 1 ? 'it' : 'them'}:{' '}
          {owned.map(({ name, partNumber }) => name || partNumber).join(', ')}.
        </p>
      )}
      {unsaid.length > 0 && (
        <p className="muted small">
          {unsaid.join(', ')} {unsaid.length === 1 ? 'does' : 'do'} not say what a parcel costs: it
          is counted as nothing.
        </p>
      )}
    </>
  )
}
