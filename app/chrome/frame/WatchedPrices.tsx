import { useEffect, useState } from 'react'

import { Link, useLocation } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { formatCents } from '#shared/money/money.ts'
import { many, t } from '#shared/words/words.ts'
import { useLiveQuery } from '../../data/device/useLiveQuery.ts'
import { useAccount } from '../../data/device/account.ts'
import { useSync } from '../../data/device/syncState.ts'
import { askWatched, readWatches, type Watched } from '../../data/prices/watches.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import styles from '../prompts/UpdatePrompt.module.css'

const MOST_SHOWN = 3
const LOOK_EVERY_MS = 60 * 60_000
/** Dismissed prices: shown again after a further drop. */
const SEEN = 'seenPrices'

/** Announces watched prices that reached their target. */
export function WatchedPrices() {
  const watches = useLiveQuery(() => readWatches())
  const [seen, setSeen] = useState(() => sessionStorage.getItem(SEEN) ?? '')
  const { pathname } = useLocation()
  const accountId = useAccount()?.id
  const isOnline = useSync((sync) => sync.isOnline)
  const under = (watches ?? []).filter(({ isUnder, isBack }) => isUnder || isBack)
  const told = under.map(({ key, lowestCents }) => `${key} ${lowestCents}`).join('\n')

  // Syncs watches with the account: those of other devices, and those set offline.
  useEffect(() => {
    if (!accountId || !isOnline) return
    void import('../../data/prices/sendWatches.ts').then(
      ({ sendWatches }) => sendWatches(),
      () => undefined,
    )
  }, [accountId, isOnline])

  useEffect(() => {
    void askWatched()
    const timer = setInterval(() => void askWatched(), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [])

  // Badge of the installed app, where supported.
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return
    void navigator.setAppBadge(under.length).catch(() => undefined)
  }, [under.length])

  // The part's own page shows it.
  const shown = under.filter(({ partNumber }) => links.product(partNumber) !== pathname)
  if (shown.length === 0 || told === seen) return null

  function handleLater() {
    sessionStorage.setItem(SEEN, told)
    setSeen(told)
  }

  return (
    <section className={`card ${styles.update}`} aria-label={t('Watched prices')}>
      <Badge tone="mark">{shown.length}</Badge>
      <output>
        <b>{headline(shown)}</b>
        {shown
          .slice(0, MOST_SHOWN)
          .map(({ key, name, partNumber, brand, isUnder, lowestCents }) => (
            <Link key={key} className="small" to={links.product(partNumber, brand)}>
              {name}:{' '}
              {isUnder && lowestCents !== null ? formatCents(lowestCents) : t('back in stock')}
            </Link>
          ))}
      </output>
      <div className={styles.actions}>
        <Button variant="ghost" onClick={handleLater}>
          {t('Not now')}
        </Button>
      </div>
    </section>
  )
}

function headline(shown: readonly Watched[]): string {
  if (!shown.every(({ isUnder }) => isUnder)) {
    return many(shown.length, 'What you wait for is here.', 'Some of what you wait for is here.')
  }
  return many(
    shown.length,
    'A watched price is under your target.',
    'Watched prices are under your target.',
  )
}
