import type { ReactNode } from 'react'

import { Link } from 'react-router-dom'

import type { OpenPart } from '../prices/parts.ts'

import { isOffered } from '#shared/catalogue/offer.ts'
import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { T } from '../ui/words/T.tsx'
import { useSync } from '../device/syncState.ts'
import { priceState } from '../prices/priceState.ts'
import { Button } from '../ui/controls/Button.tsx'
import { DockAction } from '../ui/layers/DockAction.tsx'
import { ArrowUpRightIcon, InfoIcon } from '../ui/blocks/icons.tsx'
import { Tabs } from '../ui/controls/Tabs.tsx'
import { dayAndTime } from '../ui/text/time.ts'
import { useIsDesk } from '../ui/look/useIsDesk.ts'
import { useNow } from '../ui/browser/useNow.ts'
import { useTitle } from '../ui/browser/useTitle.ts'
import { BestOffer } from './BestOffer.tsx'
import { BuyButton } from './BuyButton.tsx'
import { DemoMark } from './DemoMark.tsx'
import { bestWords, offersIn, offerViews } from './offerView.ts'
import styles from './Part.module.css'
import { PartActions } from './PartActions.tsx'
import { PartDetails } from './PartDetails.tsx'
import { PartHead } from './PartHead.tsx'
import { PartReviews } from './PartReviews.tsx'
import { Prices } from './Prices.tsx'
import { TotalToday } from './PriceTable.tsx'

interface PartOpenProps {
  part: OpenPart
  /** The server has answered since the page was opened; until then it is what was kept. */
  isAsked: boolean
  hasFailed: boolean
  retry: () => void
  back: ReactNode
}

/** A part with what merchants ask for it. */
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
      <div className={styles.hero}>
        <PartHead part={part} />
        <BestOffer part={part} best={best} isDesk={isDesk} />
        <PartActions part={part} best={best} views={views} />
      </div>
      {hasFailed && (
        <div className={styles.old} role="status">
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
          <section className={styles.dock} aria-label={bestWords(best)}>
            <div className="grow">
              <TotalToday view={best} className={styles.dockTotal} />
              <p className="muted small">
                {/* What leaves its shipping out says so beside the amount. */}
                {best.isLowest && `${t('Lowest total')}, `}
                {best.offer.merchant}
              </p>
            </div>
            <BuyButton
              view={best}
              partName={part.name}
              partNumber={part.partNumber}
              look={{ variant: 'primary', size: 'l' }}
            >
              {t('Buy')}
              <ArrowUpRightIcon />
            </BuyButton>
          </section>
        </DockAction>
      )}
    </div>
  )
}
