import { useState } from 'react'

import type { Merchant } from '#shared/catalogue/part.ts'
import type { ServerData } from '../useServerData.ts'

import { formatCents } from '#shared/money.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
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
      title="Merchants' terms"
      from={merchants}
      loading="Loading merchants..."
      empty={{ title: 'No merchants', text: 'They come with the first parts.' }}
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
              {merchant.isDemo && <Badge tone="wait">Demonstration data</Badge>}
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
                  aria-label={`Change the terms of ${merchant.name}`}
                  onClick={() => setOpened(merchant.id)}
                >
                  Change
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
  const shipping = shippingCents === null ? 'unknown' : formatCents(shippingCents)
  const free =
    freeShippingFromCents === null ? '' : `, free from ${formatCents(freeShippingFromCents)}`
  return `Prices stand for ${maxAgeMs / HOUR_MS} h, ${
    historyAllowed ? 'kept over time' : 'not kept over time'
  }. Shipping ${shipping}${free}.`
}
