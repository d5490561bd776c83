import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'

import { usePart } from '../data/prices/usePart.ts'
import { BackToList } from './BackToList.tsx'
import { PartChoices, PartChoice } from './PartChoices.tsx'
import { PartOpen } from './PartOpen.tsx'
import { DockAction } from '../ui/layers/DockAction.tsx'
import { Skeleton } from '../ui/blocks/Skeleton.tsx'
import styles from './Part.module.css'
import { t } from '#shared/words/words.ts'
import { MAX_BRAND, MAX_PART_NUMBER, partNumberKey } from '#shared/catalogue/partNumber.ts'
import { links } from '#shared/links.ts'
import { T } from '../ui/words/T.tsx'
import { nearParts } from '../data/prices/nearParts.ts'
import { Button } from '../ui/controls/Button.tsx'
import { PlusIcon } from '../ui/blocks/icons.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { Notice } from '../ui/blocks/Notice.tsx'
import { useLookingAgain } from '../ui/browser/useLookingAgain.ts'
import { useRead } from '../ui/browser/useRead.ts'
import { useTitle } from '../ui/browser/useTitle.ts'
import { useAddToKit } from './useAddToKit.ts'

/** Offers of a part. Parses the address itself: a number may contain an encoded slash. */
export function PartScreen() {
  const { pathname, search } = useLocation()
  const partNumber = numberIn(pathname)
  const brand = new URLSearchParams(search).get('brand') ?? ''
  const state = usePart(partNumber, brand)
  const asked = { partNumber, brand }
  const number = <bdi className="mono">{partNumber}</bdi>
  switch (state.status) {
    case 'loading':
      return <PartSkeleton />
    case 'notFound':
      return (
        <PartMissing {...asked} title={t('Product Not Found')}>
          <T text="The product with part number {number} was not found." number={number} />
        </PartMissing>
      )
    case 'offline':
      return (
        <PartMissing {...asked} title={t('Not on this device yet')} onRetry={state.retry}>
          <T text="Prices of {number} open when you're back online" number={number} />
        </PartMissing>
      )
    case 'failed':
      return <PartFailed onRetry={state.retry} />
    case 'choices':
      return <PartChoices partNumber={partNumber} choices={state.choices} />
    case 'open':
      return <PartOpen key={state.part.key} {...state} back={<BackToList />} />
  }
}

/** Part number of an address, decoded once. */
function numberIn(pathname: string): string {
  const raw = pathname.split('/')[2] ?? ''
  try {
    return decodeURIComponent(raw)
  } catch {
    return raw
  }
}

/** As tall as a part with prices, so that nothing moves when they load. */
function PartSkeleton() {
  return (
    <div className={`page ${styles.waiting}`}>
      <h1>{t('Part prices')}</h1>
      <Skeleton label={t('Loading prices...')} rows={6} />
      {/* As high as the lowest total, so that the dock does not grow. */}
      <DockAction isPhoneOnly>
        <div className={styles.dockPlace} />
      </DockAction>
    </div>
  )
}

/** Part that is not shown. */
interface Asked {
  partNumber: string
  brand: string
}

/** Unknown, or offline and not cached; parts like it are shown below. */
function PartMissing({
  title,
  onRetry,
  children,
  ...asked
}: Asked & { title: string; onRetry?: () => void; children: ReactNode }) {
  useTitle(title)
  useLookingAgain(onRetry, { hasFailed: true })
  return (
    <>
      <Notice
        title={title}
        actions={
          <>
            {onRetry && (
              <Button variant="primary" size="l" onClick={onRetry}>
                {t('Retry')}
              </Button>
            )}
            <AddByHand {...asked} />
            <BackHome />
          </>
        }
      >
        <p>{children}</p>
      </Notice>
      <NearParts key={asked.partNumber} {...asked} />
    </>
  )
}

/** Adds a line to a kit without the catalogue. */
function AddByHand({ partNumber, brand }: Asked) {
  const { title, isReady, add } = useAddToKit()
  if (partNumberKey(partNumber) === '' || partNumber.length > MAX_PART_NUMBER) return null
  return (
    <Button
      size="l"
      aria-disabled={!isReady}
      onClick={() => add({ name: '', brand: brand.slice(0, MAX_BRAND), partNumber })}
    >
      <PlusIcon />
      <span className="ellipsis">
        {title ? t('Add by hand to {kit}', { kit: title }) : t('Add by hand to a kit')}
      </span>
    </Button>
  )
}

/** An unreadable store counts as empty. */
const nearOrNone = (partNumber: string) => nearParts(partNumber).catch(() => [])

/** Parts with the same number of another brand, or nearly the same one. */
function NearParts({ partNumber }: Asked) {
  const parts = useRead(nearOrNone, partNumber)
  if (!parts || parts.length === 0) return null
  return (
    <section className={`page stack ${styles.near}`} aria-labelledby="near">
      <h2 id="near">{t('Is it one of these?')}</h2>
      <ul className="card links">
        {parts.map((part) => (
          <PartChoice key={part.id} part={part} />
        ))}
      </ul>
    </section>
  )
}

function PartFailed({ onRetry }: { onRetry: () => void }) {
  useTitle(t('Failed to load prices'))
  useLookingAgain(onRetry, { hasFailed: true })
  return (
    <Notice
      title={t('Failed to load prices')}
      isAlert
      actions={
        <>
          <Button variant="primary" size="l" onClick={onRetry}>
            {t('Try again')}
          </Button>
          <BackHome />
        </>
      }
    >
      <p>{t('The server answered, but not with prices. Please try again.')}</p>
    </Notice>
  )
}

function BackHome() {
  return (
    <LinkButton size="l" to={links.home()}>
      {t('Back to Home')}
    </LinkButton>
  )
}
