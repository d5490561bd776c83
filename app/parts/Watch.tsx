import { useState } from 'react'

import { formatCents } from '#shared/money/money.ts'
import { t } from '#shared/words/words.ts'
import { useLiveQuery } from '../data/device/useLiveQuery.ts'
import { readWatch, setWatch } from '../data/prices/watches.ts'
import { Badge } from '../ui/blocks/Badge.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { HistoryIcon } from '../ui/blocks/icons.tsx'
import { loadable } from '../ui/browser/loadable.tsx'
import { toast } from '../ui/browser/toast.ts'
import { usePreloaded } from '../ui/browser/usePreloaded.ts'

// Shared by two screens: bundled with either it would slow every start.
const WatchForm = loadable(async () => (await import('../show/WatchForm.tsx')).WatchForm)

/** A watch: its button, and its form once pressed. */
export function Watch({
  of,
  noun,
  idle,
  hint,
  totalCents,
  suggested,
  isStockOffered = false,
  onWatch,
}: {
  /** Key of the watch. */
  of: string
  noun: 'price' | 'basket'
  /** Label of the button before there is a watch. */
  idle: string
  hint: string
  /** Today's total; null where it is none. */
  totalCents: number | null
  /** Share of today's total that is worth waiting for. */
  suggested: number
  isStockOffered?: boolean
  /** @returns false at the limit of watches */
  onWatch: (targetCents: number | null, isForStock: boolean) => Promise<boolean>
}) {
  const watch = useLiveQuery(() => readWatch(of), [of])
  const [isOpen, setOpen] = useState(false)
  const isReady = usePreloaded(WatchForm.preload, isOpen)
  const target = watch?.targetCents ?? null

  async function handleWatch(targetCents: number | null, isForStock: boolean) {
    if (!(await onWatch(targetCents, isForStock))) return false
    setOpen(false)
    return true
  }

  async function handleStop() {
    await setWatch(of, undefined)
    setOpen(false)
    toast({
      title: t('No longer watched'),
      action: { label: t('Undo'), onPress: () => void setWatch(of, watch) },
    })
  }

  if (isOpen && isReady) {
    return (
      <WatchForm
        noun={noun}
        watch={watch}
        fromCents={target ?? (watch ? 0 : Math.round((totalCents ?? 0) * suggested))}
        hint={hint}
        isStockOffered={isStockOffered || watch?.isForStock === true}
        onWatch={handleWatch}
        onStop={() => void handleStop()}
        onClose={() => setOpen(false)}
      />
    )
  }
  const waiting = () =>
    target === null
      ? t('Watching for stock')
      : t('Watching for {amount}', { amount: formatCents(target) })
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <HistoryIcon />
        {watch ? waiting() : idle}
      </Button>
      {target !== null && totalCents !== null && totalCents <= target && (
        <Badge tone="mark">{t('Under your target')}</Badge>
      )}
    </>
  )
}
