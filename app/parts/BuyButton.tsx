import type { ReactNode } from 'react'

import type { OpenPart } from '../data/prices/parts.ts'
import type { OfferView } from './offerView.ts'

import { track } from '../data/telemetry/track.ts'
import { Button, buttonClasses, type ButtonLook } from '../ui/controls/Button.tsx'
import { toast } from '../ui/browser/toast.ts'
import { t } from '#shared/words/words.ts'

/** May earn a commission: marked as sponsored, without endorsement or referrer. */
export const SHOP_REL = 'sponsored noopener noreferrer ugc nofollow'

/** Link to a merchant in a new tab. Demo merchants have none, and it says so. */
export function BuyButton({
  view,
  part: { name: partName, partNumber },
  look,
  className,
  name,
  children = t('Buy'),
}: {
  view: OfferView
  part: Pick<OpenPart, 'name' | 'partNumber'>
  look: ButtonLook
  className?: string | undefined
  /** Accessible name; contains the visible text. */
  name?: string
  children?: ReactNode
}) {
  const { merchant, buyLink } = view.offer
  if (!buyLink) {
    return (
      <Button
        {...look}
        {...(className && { className })}
        aria-disabled
        aria-label={name ?? t('Buy {part} at {merchant}', { part: partName, merchant })}
        onClick={() => toast({ title: t('Nothing to buy here'), text: whyNot(view) })}
      >
        {children}
      </Button>
    )
  }
  function handlePress() {
    track({ name: 'buy_click', place: 'product', merchant })
    const product = partNumber.slice(0, 100)
    track({ name: 'purchase_intent', merchant, total: view.totalCents, part: partName, product })
    const price = view.totalCents
    track({ name: 'affiliate_click', part: partName, price, partNumber: product })
  }
  return (
    <a
      className={buttonClasses(look, className)}
      href={buyLink}
      target="_blank"
      rel={SHOP_REL}
      onClick={handlePress}
      aria-label={
        name
          ? t('{name}, opens in a new tab', { name })
          : t('Buy {part} at {host}, opens in a new tab', { part: partName, host: merchant })
      }
    >
      {children}
    </a>
  )
}

function whyNot({ isDemo, offer: { merchant } }: OfferView): string {
  return isDemo
    ? t('{merchant} is made up, for demonstration.', { merchant })
    : t('{merchant} gave no link.', { merchant })
}
