import { useCallback, useEffect, useRef, useState } from 'react'

import type { ListedKit } from '../kits/open/listedKit.ts'
import type { KitRows } from './useKitRows.ts'

import { factsOf, useKitFacts } from '../kits/index/kitFacts.ts'
import { listedBadge, useDeviceKnown, useTroubled } from '../kits/state/useKitState.ts'
import { useIsCompact } from '../ui/look/useIsCompact.ts'
import { useIsDesk } from '../ui/look/useIsDesk.ts'
import { useWindowRows } from '../ui/browser/useWindowRows.ts'
import { CardRow, TableRow } from './KitRow.tsx'
import styles from './Kits.module.css'
import { useHeld } from './useHeld.ts'
import { t } from '#shared/words/words.ts'

/** A table row is this high and no higher, px; as in the style sheets. */
const ROW = 60
const COMPACT_ROW = 40
/** What most cards are high with the gap below them, px. */
const CARD = 92
const NEAR_END = 10

/** Of the cards, as long as the page lives: a way back finds them where they were. */
const heights = new Map<string, number>()

interface KitListProps {
  kits: KitRows
  /** Another search has another list. */
  listKey: string
}

/** Any number of kits with a few dozen elements: a table at the desk, cards on the phone. */
export function KitList({ kits, listKey }: KitListProps) {
  const isDesk = useIsDesk()
  const isCompact = useIsCompact()
  const device = useDeviceKnown()
  const troubled = useTroubled()
  const listRef = useRef<HTMLDivElement & HTMLUListElement>(null)
  const { rows, keys } = useHeld(listRef, kits.rows, listKey)
  const [reads, setReads] = useState(0)
  const { indices, height, topOf } = useWindowRows({
    listRef,
    keys,
    estimate: isDesk ? (isCompact ? COMPACT_ROW : ROW) : CARD,
    heights: isDesk ? null : heights,
    listKey,
    look: `${reads} ${device.isOffline} ${device.ended} ${troubled?.size}`,
  })
  const shown = indices.flatMap((index) => rows[index] ?? [])
  const handleRead = useCallback(() => setReads((count) => count + 1), [])
  useKitFacts(shown, kits.words.length === 0, handleRead)

  const { hasMore, mayAskByItself, status, askMore } = kits.server
  const isNearEnd = (indices.at(-1) ?? 0) >= rows.length - NEAR_END
  const isMoreWanted = isNearEnd && hasMore && mayAskByItself && status === 'answered'
  useEffect(() => {
    if (isMoreWanted) askMore()
  })

  const rowProps = (kit: ListedKit, at: number) => ({
    kit,
    facts: factsOf(kit),
    badge: listedBadge(kit, factsOf(kit), {
      ...device,
      needsAttention: troubled?.has(kit.id) === true,
    }),
    words: kits.words,
    index: indices[at] ?? 0,
    top: topOf(indices[at] ?? 0),
  })
  // Nobody knows how many there are while the server has more.
  const count = hasMore ? -1 : rows.length
  if (!isDesk)
    return (
      <ul ref={listRef} className={styles.cards} style={{ height }}>
        {shown.map((kit, at) => (
          <CardRow key={kit.id} {...rowProps(kit, at)} count={count} />
        ))}
      </ul>
    )
  return (
    <div
      className={styles.table}
      role="table"
      aria-label={t('Kits')}
      aria-rowcount={count < 0 ? -1 : count + 1}
    >
      <div role="rowgroup">
        <div className={styles.head} role="row" aria-rowindex={1}>
          <span role="columnheader">{t('Vehicle')}</span>
          <span role="columnheader">{t('Task')}</span>
          <span role="columnheader">{t('Kit Name')}</span>
          <span role="columnheader" className={styles.right}>
            {t('Price')}
          </span>
        </div>
      </div>
      <div ref={listRef} className={styles.rows} role="rowgroup" style={{ height }}>
        {shown.map((kit, at) => (
          <TableRow key={kit.id} {...rowProps(kit, at)} />
        ))}
      </div>
    </div>
  )
}
