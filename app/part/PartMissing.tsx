/** Why there is no part to show, and where to go from here. */
import { MAX_BRAND, MAX_PART_NUMBER, partNumberKey } from '#shared/catalogue/partNumber.ts'
import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { T } from '../ui/words/T.tsx'
import { nearParts } from '../prices/nearParts.ts'
import { Button } from '../ui/controls/Button.tsx'
import { PlusIcon } from '../ui/blocks/icons.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { Notice } from '../ui/blocks/Notice.tsx'
import { useLookingAgain } from '../ui/browser/useLookingAgain.ts'
import { useRead } from '../ui/browser/useRead.ts'
import { useTitle } from '../ui/browser/useTitle.ts'
import styles from './Part.module.css'
import { PartChoice } from './PartChoices.tsx'
import { useAddToKit } from './useAddToKit.ts'

interface Asked {
  partNumber: string
  brand: string
}

export function PartNotFound(asked: Asked) {
  useTitle(t('Product Not Found'))
  return (
    <>
      <Notice
        title={t('Product Not Found')}
        actions={
          <>
            <AddByHand {...asked} />
            <BackHome />
          </>
        }
      >
        <p>
          <T
            text="The product with part number {number} was not found."
            number={<bdi className="mono">{asked.partNumber}</bdi>}
          />
        </p>
      </Notice>
      <NearParts key={asked.partNumber} {...asked} />
    </>
  )
}

/** Offline, and this device has never seen the part. */
export function PartNotHere({ onRetry, ...asked }: Asked & { onRetry: () => void }) {
  useTitle(t('Not on this device yet'))
  useLookingAgain(onRetry, { hasFailed: true })
  return (
    <>
      <Notice
        title={t('Not on this device yet')}
        actions={
          <>
            <Button variant="primary" size="l" onClick={onRetry}>
              {t('Retry')}
            </Button>
            <AddByHand {...asked} />
            <BackHome />
          </>
        }
      >
        <p>
          <T
            text="Prices of {number} open when you're back online"
            number={<bdi className="mono">{asked.partNumber}</bdi>}
          />
        </p>
      </Notice>
      <NearParts key={asked.partNumber} {...asked} />
    </>
  )
}

/** A line of a kit needs no catalogue. */
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

/** A device that cannot be read knows none. */
const nearOrNone = (partNumber: string) => nearParts(partNumber).catch(() => [])

/** Other brands' parts with the number, and such as have nearly the same. */
function NearParts({ partNumber }: Asked) {
  const parts = useRead(nearOrNone, partNumber)
  if (!parts || parts.length === 0) return null
  return (
    <section className={`page ${styles.near}`} aria-labelledby="near">
      <h2 id="near">{t('Is it one of these?')}</h2>
      <ul className="card links">
        {parts.map((part) => (
          <PartChoice key={part.id} part={part} />
        ))}
      </ul>
    </section>
  )
}

export function PartFailed({ onRetry }: { onRetry: () => void }) {
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
