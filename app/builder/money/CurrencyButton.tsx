import type { Build } from '../../data/kits/open/builds.ts'

import { useState } from 'react'

import { type PriceSum, uncounted } from '#shared/kinds/priceSum.ts'
import { DOLLARS } from '#shared/money/money.ts'
import { t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { preloadModal } from '../../ui/layers/LazyModal.tsx'
import { loadable } from '../../ui/browser/loadable.tsx'
import { usePreloaded } from '../../ui/browser/usePreloaded.ts'

const MoneySheet = loadable(async () => {
  const [{ MoneySheet: Sheet }] = await Promise.all([import('./MoneySheet.tsx'), preloadModal()])
  return Sheet
})

/** Currency of a kit beside its total: a press changes it, or sets a rate. */
export function CurrencyButton({ build, sum }: { build: Build; sum: PriceSum }) {
  const [isOpen, setOpen] = useState(false)
  const isReady = usePreloaded(MoneySheet.preload, isOpen)
  const { currency = DOLLARS } = build.kit
  const [foreign] = uncounted(sum)
  return (
    <>
      <Button
        size="s"
        variant="ghost"
        aria-label={
          foreign === undefined
            ? t('Currency of this kit: {currency}', { currency })
            : t('Give a rate for {foreign}. Currency of this kit: {currency}', {
                foreign,
                currency,
              })
        }
        onClick={() => setOpen(true)}
      >
        {foreign === undefined ? currency : t('{foreign} rate', { foreign })}
      </Button>
      {isReady && (
        <MoneySheet isOpen={isOpen} build={build} sum={sum} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
