import type { Merchant } from '#shared/catalogue/part.ts'
import type { ServerData } from '../../forms/useServerData.ts'

import { useState } from 'react'

import { centsToDecimal, formatCents, parseCents } from '#shared/money/money.ts'
import { t } from '#shared/words/words.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import styles from '../../forms/forms.module.css'
import look from './Dashboard.module.css'
import { AdminSection } from '../desk/AdminSection.tsx'
import { Typed } from '../../forms/Typed.tsx'
import { sentenceOf } from '#shared/problem.ts'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { AdminConfirm } from '../../forms/AdminConfirm.tsx'
import { FormResult } from '../../forms/FormParts.tsx'
import { setTerms, type Terms } from './catalogueData.ts'
import { useDecision } from '../../forms/useDecision.ts'

const HOUR_MS = 3_600_000

/** Merchants and their terms. */
export function AdminMerchants({ from: merchants }: { from: ServerData<Merchant[]> }) {
  const [opened, setOpened] = useState<string | null>(null)
  return (
    <AdminSection
      title={t("Merchants' terms")}
      from={merchants}
      loading={t('Loading merchants...')}
      empty={{ title: t('No merchants'), text: t('They come with the first parts.') }}
      count={0}
      isMain
    >
      {(items) =>
        items.map((merchant) => (
          <li
            className={`${styles.item} ${opened === merchant.id ? '' : look.aside}`}
            key={merchant.id}
          >
            <div className={styles.rowTitle}>
              {merchant.name}
              {merchant.isDemo && <Badge tone="wait">{t('Demonstration data')}</Badge>}
            </div>
            <div className="muted small num">{wordsOf(merchant)}</div>
            {opened === merchant.id ? (
              <MerchantTerms
                merchant={merchant}
                onDone={() => {
                  setOpened(null)
                  merchants.reload()
                }}
                onCancel={() => setOpened(null)}
              />
            ) : (
              <div className={styles.itemActions}>
                <Button
                  aria-label={t('Change the terms of {name}', { name: merchant.name })}
                  onClick={() => setOpened(merchant.id)}
                >
                  {t('Change')}
                </Button>
              </div>
            )}
          </li>
        ))
      }
    </AdminSection>
  )
}

function wordsOf({ historyAllowed, maxAgeMs, shippingCents, freeShippingFromCents }: Merchant) {
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

const MAX_HOURS = 8_760
const amountText = (cents: number | null) => (cents === null ? '' : centsToDecimal(cents))

/** The form of one merchant's terms. Asks before kept prices are erased. */
function MerchantTerms({
  merchant,
  onDone,
  onCancel,
}: {
  merchant: Merchant
  onDone: () => void
  onCancel: () => void
}) {
  const [isKept, setKept] = useState(merchant.historyAllowed)
  const [hours, setHours] = useState(String(merchant.maxAgeMs / HOUR_MS))
  const [shipping, setShipping] = useState(amountText(merchant.shippingCents))
  const [free, setFree] = useState(amountText(merchant.freeShippingFromCents))
  const [isTried, setTried] = useState(false)
  const { ask, decide, isBusy, failure, question } = useDecision<'erase'>(
    onDone,
    t('The terms could not be changed. Please try again.'),
  )
  const problems = {
    hours: isHours(hours) ? '' : t('Whole hours, from 1 to 8,760'),
    shipping: amountOf(shipping).problem,
    free: amountOf(free).problem,
  }

  async function save() {
    const terms: Terms = {
      historyAllowed: isKept,
      maxAgeHours: Number(hours),
      shippingCents: amountOf(shipping).cents,
      freeShippingFromCents: amountOf(free).cents,
    }
    const said = { title: t('Terms changed'), text: merchant.name }
    await decide(() => setTerms(merchant.id, terms), said)
  }

  function handleSubmit() {
    setTried(true)
    if (Object.values(problems).some((problem) => problem !== '')) return
    if (merchant.historyAllowed && !isKept) ask('erase')
    else void save()
  }

  const errorOf = (name: keyof typeof problems) => (isTried ? problems[name] : '')
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={t('Terms of {name}', { name: merchant.name })}
      onSubmit={(event) => {
        event.preventDefault()
        handleSubmit()
      }}
    >
      <Checkbox checked={isKept} onChange={(event) => setKept(event.target.checked)}>
        {t('Prices may be kept and shown over time')}
      </Checkbox>
      <Typed
        label={t('Hours a price stands')}
        hint={t('Then it reads: was $x on date.')}
        error={errorOf('hours')}
        inputMode="numeric"
        value={hours}
        onType={setHours}
      />
      <Typed
        label={t('Shipping of a parcel')}
        hint={t('Empty: not known.')}
        error={errorOf('shipping')}
        inputMode="decimal"
        value={shipping}
        onType={setShipping}
      />
      <Typed
        label={t('Free shipping from')}
        hint={t('Empty: never.')}
        error={errorOf('free')}
        inputMode="decimal"
        value={free}
        onType={setFree}
      />
      {failure !== undefined && <FormResult text={failure} />}
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" aria-disabled={isBusy}>
          {isBusy ? t('Saving...') : t('Save the terms')}
        </Button>
        <Button onClick={onCancel}>{t('Leave as it was')}</Button>
      </div>
      <AdminConfirm
        {...question}
        title={t('Erase the kept prices?')}
        words={{ idle: t('Erase and save'), busy: t('Saving...') }}
        onConfirm={() => void save()}
      >
        <p>{t('The prices of {name} over time are erased for good.', { name: merchant.name })}</p>
      </AdminConfirm>
    </form>
  )
}

const isHours = (text: string) =>
  /^\d{1,4}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= MAX_HOURS

function amountOf(text: string): { cents: number | null; problem: string } {
  if (text.trim() === '') return { cents: null, problem: '' }
  const read = parseCents(text)
  return 'cents' in read
    ? { cents: read.cents, problem: '' }
    : { cents: null, problem: sentenceOf(read.problem) }
}
