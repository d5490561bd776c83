import { useState } from 'react'

import { Link } from 'react-router-dom'

import type { BasketOptions } from '#shared/catalogue/baskets/kitProblem.ts'

import { type Kit, kitTitle } from '#shared/kinds/kit.ts'
import { links } from '#shared/links.ts'
import { formatCents } from '#shared/money/money.ts'
import { t } from '#shared/words/words.ts'
import { useLiveQuery } from '../../data/device/useLiveQuery.ts'
import { T } from '../../ui/words/T.tsx'
import { useAccount } from '../../data/device/account.ts'
import { basketKey, readWatch, setWatch, watch as wait } from '../../data/prices/watches.ts'
import { WatchForm } from '../../show/WatchForm.tsx'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { HistoryIcon } from '../../ui/blocks/icons.tsx'
import { toast } from '../../ui/browser/toast.ts'

/** A basket is expensive: a twentieth less is worth waiting for. */
const SUGGESTED = 0.95

/** Watch for a cheaper basket of an own kit. The server checks, so it needs an account. */
export function WatchBasket({
  kit,
  options,
  totalCents,
}: {
  kit: Kit
  options: BasketOptions
  /** Today's total; null where the basket lacks a part, or a parcel's price. */
  totalCents: number | null
}) {
  const account = useAccount()
  const key = basketKey(kit.id)
  const watch = useLiveQuery(() => readWatch(key), [key])
  const [isOpen, setOpen] = useState(false)
  const target = watch?.targetCents ?? null

  if (!account) {
    return (
      <p className="muted small">
        <T
          text="<login>Sign in</login> to be told when this basket costs less."
          login={(text) => <Link to={links.login(links.basket(kit.id))}>{text}</Link>}
        />
      </p>
    )
  }

  async function handleWatch(targetCents: number | null) {
    const isRoom = await wait({
      key: basketKey(kit.id),
      partNumber: '',
      brand: '',
      name: kitTitle(kit, t('Untitled draft')),
      targetCents,
      basket: options,
    })
    if (!isRoom) return false
    setOpen(false)
    return true
  }

  async function handleStop() {
    await setWatch(key, undefined)
    setOpen(false)
    toast({
      title: t('No longer watched'),
      action: { label: t('Undo'), onPress: () => void setWatch(key, watch) },
    })
  }

  if (!isOpen) {
    return (
      <>
        <Button onClick={() => setOpen(true)}>
          <HistoryIcon />
          {target === null
            ? t('Watch this basket')
            : t('Watching for {amount}', { amount: formatCents(target) })}
        </Button>
        {target !== null && totalCents !== null && totalCents <= target && (
          <Badge tone="mark">{t('Under your target')}</Badge>
        )}
      </>
    )
  }
  return (
    <WatchForm
      noun="basket"
      watch={watch}
      fromCents={target ?? Math.round((totalCents ?? 0) * SUGGESTED)}
      hint={t('For all parts together, in the shops and parcels chosen here.')}
      onWatch={handleWatch}
      onStop={() => void handleStop()}
      onClose={() => setOpen(false)}
    />
  )
}
