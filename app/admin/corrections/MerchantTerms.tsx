import type { Merchant } from '#shared/catalogue/part.ts'

import { centsToDecimal, formatCents } from '#shared/money/money.ts'
import { later, say, t } from '#shared/words/words.ts'
import { useActs } from '../desk/acts.tsx'
import { AdminForm } from '../desk/AdminForm.tsx'
import { amountProblem, centsIn, hoursProblem } from '../desk/fieldProblems.ts'
import { post } from '../desk/adminData.ts'

const HOUR_MS = 3_600_000

/** "Prices stand for 24 h, kept over time. Shipping $5.99." */
export function termsWords(merchant: Merchant): string {
  const { historyAllowed, maxAgeMs, shippingCents, freeShippingFromCents } = merchant
  const hours = maxAgeMs / HOUR_MS
  const stand = historyAllowed
    ? t('Prices stand for {hours} h, kept over time.', { hours })
    : t('Prices stand for {hours} h, not kept over time.', { hours })
  const amount = shippingCents === null ? t('unknown') : formatCents(shippingCents)
  const shipping =
    freeShippingFromCents === null
      ? t('Shipping {amount}.', { amount })
      : t('Shipping {amount}, free from {from}.', {
          amount,
          from: formatCents(freeShippingFromCents),
        })
  return `${stand} ${shipping}`
}

const amountText = (cents: number | null) => (cents === null ? '' : centsToDecimal(cents))
const NOT_CHANGED = later('The terms could not be changed. Please try again.')

/** The form of one merchant's terms. Asks before kept prices are erased. */
export function MerchantTerms({
  merchant: { id, name, historyAllowed, maxAgeMs, shippingCents, freeShippingFromCents },
  onDone,
  onCancel,
}: {
  merchant: Merchant
  onDone: () => void
  onCancel: () => void
}) {
  const { press, result } = useActs(onDone, say(NOT_CHANGED))
  const said = { title: t('Terms changed'), text: name }
  return (
    <>
      <AdminForm
        aria-label={t('Terms of {name}', { name })}
        initial={{
          isKept: historyAllowed,
          hours: String(maxAgeMs / HOUR_MS),
          shipping: amountText(shippingCents),
          free: amountText(freeShippingFromCents),
        }}
        fields={() => ({
          isKept: { kind: 'check', label: t('Prices may be kept and shown over time') },
          hours: {
            label: t('Hours a price stands'),
            hint: t('Then it reads: was $x on date.'),
            problemOf: hoursProblem,
            input: { inputMode: 'numeric' },
          },
          shipping: {
            label: t('Shipping of a parcel'),
            hint: t('Empty: not known.'),
            problemOf: amountProblem,
            input: { inputMode: 'decimal' },
          },
          free: {
            label: t('Free shipping from'),
            hint: t('Empty: never.'),
            problemOf: amountProblem,
            input: { inputMode: 'decimal' },
          },
        })}
        submit={[t('Save the terms'), t('Saving...')]}
        cancel={t('Leave as it was')}
        failed={NOT_CHANGED}
        said={said}
        send={async ({ isKept, hours, shipping, free }) => {
          const call = () =>
            post(['merchants', id], {
              historyAllowed: isKept,
              maxAgeHours: Number(hours),
              shippingCents: centsIn(shipping),
              freeShippingFromCents: centsIn(free),
            })
          if (!historyAllowed || isKept) return call()
          const erase = {
            title: t('Erase the kept prices?'),
            words: [t('Erase and save'), t('Saving...')],
            text: t('The prices of {name} over time are erased for good.', { name }),
          } as const
          press({ name, question: erase, call, said })
          return false
        }}
        onDone={onDone}
        onCancel={onCancel}
      />
      {result}
    </>
  )
}
