import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import type { OpenPart } from '../data/prices/parts.ts'

import { isOffered } from '#shared/catalogue/offer.ts'
import { links } from '#shared/links.ts'
import { t, many, tenthsText } from '#shared/words/words.ts'
import { T } from '../ui/words/T.tsx'
import { useSync } from '../data/device/syncState.ts'
import { priceState } from '../data/prices/priceState.ts'
import { Button } from '../ui/controls/Button.tsx'
import { DockAction } from '../ui/layers/DockAction.tsx'
import { ArrowUpRightIcon, InfoIcon, PlusIcon } from '../ui/blocks/icons.tsx'
import { Tabs } from '../ui/controls/Tabs.tsx'
import { dayAndTime } from '../ui/text/time.ts'
import { useIsDesk } from '../ui/look/useIsDesk.ts'
import { useNow } from '../ui/browser/useNow.ts'
import { useTitle } from '../ui/browser/useTitle.ts'
import { BestOffer } from './BestOffer.tsx'
import { BuyButton } from './BuyButton.tsx'
import { DemoMark } from './DemoMark.tsx'
import { bestWords, offersIn, type OfferView, offerViews } from './offerView.ts'
import styles from './Part.module.css'
import { PartDetails, PartReviews } from './PartDetails.tsx'
import { Prices } from './Prices.tsx'
import { TotalToday } from './PriceTable.tsx'
import { useAddToKit } from './useAddToKit.ts'
import { WatchPrice } from './WatchPrice.tsx'
import { Badge } from '../ui/blocks/Badge.tsx'
import { Stars } from '../ui/controls/Stars.tsx'

interface PartOpenProps {
  part: OpenPart
  /** The server has answered since the page opened; until then the cache is shown. */
  isAsked: boolean
  hasFailed: boolean
  retry: () => void
  back: ReactNode
}

/** A part with its offers. */
export function PartOpen({ part, isAsked, hasFailed, retry, back }: PartOpenProps) {
  const now = useNow()
  const isDesk = useIsDesk()
  const isOffline = useSync((sync) => !sync.isOnline)
  const views = offerViews(part, now)
  const best = views.slice(0, 1).find(isOffered)
  const state = priceState(
    {
      asking: isAsked ? 'answered' : hasFailed ? 'failed' : 'asking',
      isOffline,
      hasNumber: true,
      isPartKnown: true,
      offers: offersIn(views),
      isLeftOut: false,
    },
    dayAndTime(part.at, now),
  )
  useTitle(`${part.name}, ${part.brand} ${part.partNumber}`)

  return (
    <div className="page">
      {back}
      {part.isDemo && <DemoMark />}
      <div className={`stack ${styles.hero}`}>
        <PartHead part={part} />
        <BestOffer part={part} best={best} isDesk={isDesk} />
        <PartActions part={part} best={best} views={views} />
      </div>
      {hasFailed && (
        <div className={`row caution doubtful tight ${styles.old}`} role="status">
          <InfoIcon />
          <span className="grow">{state.sentence}</span>
          <Button size="s" onClick={retry}>
            {t('Try again')}
          </Button>
        </div>
      )}
      <Tabs
        label={t('About this part')}
        tabs={[
          {
            name: t('Details'),
            content: (
              <>
                <Prices part={part} views={views} state={state} isAsked={isAsked} now={now} />
                <PartDetails part={part} />
              </>
            ),
          },
          { name: t('Reviews'), content: <PartReviews part={part} /> },
        ]}
      />
      <p className={`muted small ${styles.affiliate}`}>
        <InfoIcon />
        <span>
          <T
            text="We may earn affiliate compensation from purchases made through links on this page. It does not affect products, prices or order. <disclosure>Affiliate disclosure</disclosure>"
            disclosure={(text) => <Link to={links.disclosure()}>{text}</Link>}
          />
        </span>
      </p>
      {!isDesk && best && (
        <DockAction isPhoneOnly>
          <section className="row grow" aria-label={bestWords(best)}>
            <div className="grow">
              <TotalToday view={best} className={styles.dockTotal} />
              <p className="muted small">
                {/* What leaves its shipping out says so beside the amount. */}
                {best.isLowest && `${t('Lowest total')}, `}
                {best.offer.merchant}
              </p>
            </div>
            <BuyButton view={best} part={part} look={{ variant: 'primary', size: 'l' }}>
              {t('Buy')}
              <ArrowUpRightIcon />
            </BuyButton>
          </section>
        </DockAction>
      )}
    </div>
  )
}

/** Actions besides buying: into the current kit, or wait for a lower price. */
function PartActions({
  part,
  best,
  views,
}: {
  part: OpenPart
  best: OfferView | undefined
  views: readonly OfferView[]
}) {
  const { title, isReady, add } = useAddToKit()
  return (
    <div className={`row wrap ${styles.actions}`}>
      <Button aria-disabled={!isReady} onClick={() => add(part, best?.offer ?? views[0]?.offer)}>
        <PlusIcon />
        <span className="ellipsis">
          {title ? t('Add to {kit}', { kit: title }) : t('Add to a kit')}
        </span>
      </Button>
      <WatchPrice part={part} best={best} />
    </div>
  )
}

/** Picture, category, name, rating, number and a car it fits. */
function PartHead({ part: { page } }: { part: OpenPart }) {
  const { name, category, brand, partNumber, image, ratings, fits } = page
  const [fit] = fits
  return (
    <div className={`row top ${styles.about}`}>
      <div className={styles.picture}>
        {isOwn(image) ? (
          <img src={image} alt="" />
        ) : (
          <part-picture at="all" of={name} or={category} />
        )}
      </div>
      <div className={`breaks ${styles.words}`}>
        <p className="muted small strong">{category}</p>
        <h1>{name}</h1>
        <p className={`row wrap ${styles.rating}`}>
          <Stars average={ratings.average} />
          <span className="muted">
            {many(
              ratings.count,
              '({count} Ratings, {average} Average)',
              '({count} Ratings, {average} Average)',
              { average: tenthsText(ratings.average) },
            )}
          </span>
        </p>
        <p className="row wrap after tight">
          <Badge>
            <span className="mono">{partNumber}</span>
          </Badge>
          <Badge>{brand}</Badge>
          {fit && <Badge>{fitText(fit)}</Badge>}
        </p>
      </div>
    </div>
  )
}

/** "Fits 2004–2008 Audi S4" */
function fitText({ yearFrom, yearTo, make, model }: OpenPart['page']['fits'][number]): string {
  const years = yearFrom === yearTo ? String(yearFrom) : `${yearFrom}–${yearTo}`
  return t('Fits {years} {make} {model}', { years, make, model })
}

/** Images of other hosts would tell them who looks at what. */
function isOwn(image: string): boolean {
  return /^\/(?!\/)/.test(image)
}
