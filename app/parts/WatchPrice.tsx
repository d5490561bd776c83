import { useState } from 'react'

import type { OpenPart } from '../data/prices/parts.ts'
import type { OfferView } from './offerView.ts'

import { formatCents } from '#shared/money/money.ts'
import { t } from '#shared/words/words.ts'
import { useLiveQuery } from '../data/device/useLiveQuery.ts'
import { readWatch, setWatch, watchPart } from '../data/prices/watches.ts'
import { Badge } from '../ui/blocks/Badge.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { HistoryIcon } from '../ui/blocks/icons.tsx'
import { loadable } from '../ui/browser/loadable.tsx'
import { toast } from '../ui/browser/toast.ts'
import { usePreloaded } from '../ui/browser/usePreloaded.ts'

// Shared by two screens: bundled with either it would slow every start.
const WatchForm = loadable(async () => (await import('../show/WatchForm.tsx')).WatchForm)

/** A tenth below today's price is what people wait for. */
const SUGGESTED = 0.9

/** Watch for a price, or for a sold-out part. */
export function WatchPrice({ part, best }: { part: OpenPart; best: OfferView | undefined }) {
  const watch = useLiveQuery(() => readWatch(part.key), [part.key])
  const [isOpen, setOpen] = useState(false)
  const isReady = usePreloaded(WatchForm.preload, isOpen)
  // Without shipping it is no total.
  const totalCents = best?.mayWin ? best.totalCents : null
  const target = watch?.targetCents ?? null
  const isUnder = target !== null && totalCents !== null && totalCents <= target

  async function handleWatch(targetCents: number | null, isForStock: boolean) {
    if (!(await watchPart(part, targetCents, isForStock))) return false
    setOpen(false)
    return true
  }

  async function handleStop() {
    await setWatch(part.key, undefined)
    setOpen(false)
    toast({
      title: t('No longer watched'),
      action: { label: t('Undo'), onPress: () => void setWatch(part.key, watch) },
    })
  }

  if (!isOpen || !isReady) {
    return (
      <>
        <Button onClick={() => setOpen(true)}>
          <HistoryIcon />
          {watch
            ? target === null
              ? t('Watching for stock')
              : t('Watching for {amount}', { amount: formatCents(target) })
            : best
              ? t('Watch this price')
              : t('Tell me when it is back')}
        </Button>
        {isUnder && <Badge tone="mark">{t('Under your target')}</Badge>}
      </>
    )
  }
  return (
    <WatchForm
      noun="price"
      watch={watch}
      fromCents={target ?? (watch ? 0 : Math.round((totalCents ?? 0) * SUGGESTED))}
      hint={t('Of offers in stock whose shipping is known.')}
      isStockOffered={!best || watch?.isForStock === true}
      onWatch={handleWatch}
      onStop={() => void handleStop()}
      onClose={() => setOpen(false)}
    />
  )
}
