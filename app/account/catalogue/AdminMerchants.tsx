import { useState } from 'react'

import type { Merchant } from '#shared/catalogue/part.ts'
import type { ServerData } from '../useServerData.ts'

import { formatCents } from '#shared/money.ts'
import { t } from '#shared/words/words.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import styles from '../account.module.css'
import look from './Dashboard.module.css'
import { AdminSection } from '../desk/AdminSection.tsx'
import { MerchantTerms } from './MerchantTerms.tsx'

const HOUR_MS = 3_600_000

/** Who sells, and under which terms their prices are shown. */
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
