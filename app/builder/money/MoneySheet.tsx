import type { Rates } from '#shared/money/rates.ts'
import type { Build } from '../../data/kits/open/builds.ts'

import { type PriceSum, sumWords } from '#shared/kinds/priceSum.ts'
import { DOLLARS } from '#shared/money/money.ts'
import { t } from '#shared/words/words.ts'
import { CurrencyList } from '../../show/currency/CurrencyList.tsx'
import { RateForm } from '../../show/currency/RateForm.tsx'
import { setCells } from '../../data/sync/write/writeQueue.ts'
import { LazyModal } from '../../ui/layers/LazyModal.tsx'

interface MoneySheetProps {
  isOpen: boolean
  build: Build
  sum: PriceSum
  onClose: () => void
}

/** Currency of a kit, and rates of its lines' other currencies. */
export function MoneySheet({ isOpen, build, sum, onClose }: MoneySheetProps) {
  const { kit } = build
  const { currency = DOLLARS, rates = {} } = kit
  const codes = [...(sum.cents > 0 ? [DOLLARS] : []), ...Object.keys(sum.others ?? {})]
  const foreign = codes.filter((code) => code !== currency)
  const setRates = (next: Rates) => setCells('kit', kit.id, kit.id, { rates: next })
  function choose(code: string) {
    setCells('kit', kit.id, kit.id, { currency: code })
    onClose()
  }
  return (
    <LazyModal isOpen={isOpen} onClose={onClose} title={t('Currency of this kit')} size="tall">
      {foreign.map((code) => (
        <RateForm
          key={code + currency}
          from={code}
          to={currency}
          given={rates[code + currency]}
          onGive={(rate, day) => setRates({ ...rates, [code + currency]: [rate, day] })}
          onForget={() => {
            const { [code + currency]: _forgotten, ...others } = rates
            setRates(others)
          }}
        />
      ))}
      {foreign.length > 0 && (
        <p className="num" role="status">
          <b>{sumWords(sum)}</b>
        </p>
      )}
      <p className="muted">
        {t('What is typed without a sign is in this currency. Prices that are there keep theirs.')}
      </p>
      <CurrencyList chosen={currency} onChoose={choose} />
    </LazyModal>
  )
}
