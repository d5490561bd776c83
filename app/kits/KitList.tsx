import { type RefObject, useCallback, useEffect, useRef, useState, useMemo } from 'react'

import type { ListedKit } from '../data/kits/open/listedKit.ts'
import type { KitRows } from './useKitRows.ts'

import { factsOf, useKitFacts } from '../data/kits/index/kitFacts.ts'
import { listedBadge, useDeviceKnown, useTroubled } from '../data/kits/state/useKitState.ts'
import { useIsCompact } from '../ui/look/useIsCompact.ts'
import { useIsDesk } from '../ui/look/useIsDesk.ts'
import { useWindowRows } from '../ui/browser/useWindowRows.ts'
import { CardRow, TableRow } from './KitRow.tsx'
import styles from './Kits.module.css'
import { t } from '#shared/words/words.ts'

/** Fixed height of a table row, px; as in the style sheets. */
const ROW = 60
const COMPACT_ROW = 40
/** Usual height of a card with its gap, px. */
const CARD = 92
const NEAR_END = 10

/** Measured heights of cards, for the life of the page: back navigation restores their places. */
const heights = new Map<string, number>()

interface KitListProps {
  kits: KitRows
  /** Changes with the search: another list. */
  listKey: string
}

/** Virtual list of any number of kits: a table at the desk, cards on the phone. */
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
  // -1 means unknown, while the server has more.
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
      className={`card ${styles.table}`}
      role="table"
      aria-label={t('Kits')}
      aria-rowcount={count < 0 ? -1 : count + 1}
    >
      <div role="rowgroup">
        <div className={`muted tiny ${styles.head}`} role="row" aria-rowindex={1}>
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

/** Longest delay from lifting the finger to the click. */
const CLICK_WITHIN_MS = 350

/**
 * Freezes the rows while a finger or mouse button is down on the list, so that arriving kits move
 * nothing from under it.
 * @param listKey another search shows at once
 */
function useHeld(
  list: RefObject<HTMLElement | null>,
  rows: readonly ListedKit[],
  listKey: string,
): { rows: readonly ListedKit[]; keys: readonly string[] } {
  const latest = useRef({ rows, listKey })
  const [held, setHeld] = useState<typeof latest.current | null>(null)
  useEffect(() => {
    latest.current = { rows, listKey }
  }, [rows, listKey])

  useEffect(() => {
    const element = list.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const hold = () => {
      clearTimeout(timer)
      setHeld(latest.current)
    }
    const release = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setHeld(null), CLICK_WITHIN_MS)
    }
    element.addEventListener('pointerdown', hold)
    addEventListener('pointerup', release)
    addEventListener('pointercancel', release)
    return () => {
      clearTimeout(timer)
      element.removeEventListener('pointerdown', hold)
      removeEventListener('pointerup', release)
      removeEventListener('pointercancel', release)
    }
  }, [list])

  const shown = held?.listKey === listKey ? held.rows : rows
  return useMemo(() => ({ rows: shown, keys: shown.map(({ id }) => id) }), [shown])
}
