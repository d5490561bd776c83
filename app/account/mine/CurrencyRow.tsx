import { useState } from 'react'

import { t } from '#shared/words/words.ts'
import { chooseCurrency, ownCurrency } from '../../data/device/currency.ts'
import { CurrencyList } from '../../show/currency/CurrencyList.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { ReceiptIcon } from '../../ui/blocks/icons.tsx'
import { LazyModal } from '../../ui/layers/LazyModal.tsx'
import { CardRow } from '../../forms/CardRow.tsx'

/** Currency of new kits and jobs; existing ones keep theirs. */
export function CurrencyRow() {
  const [isOpen, setOpen] = useState(false)
  const [currency, setCurrency] = useState(ownCurrency)
  function choose(code: string) {
    chooseCurrency(code)
    setCurrency(code)
    setOpen(false)
  }
  return (
    <>
      <CardRow
        icon={<ReceiptIcon />}
        title={t('Currency')}
        text={t('Of kits and jobs you begin')}
        action={
          <Button
            aria-label={t('Currency: {currency}', { currency })}
            onClick={() => setOpen(true)}
          >
            {currency}
          </Button>
        }
      />
      <LazyModal isOpen={isOpen} onClose={() => setOpen(false)} title={t('Currency')} size="tall">
        <CurrencyList chosen={currency} onChoose={choose} />
      </LazyModal>
    </>
  )
}
