import { useState } from 'react'

import type { SyncSummary } from '../../data/sync/send/useSyncStatus.ts'

import { classes } from '../../ui/look/classes.ts'
import { loadable } from '../../ui/browser/loadable.tsx'
import { preloadModal } from '../../ui/layers/LazyModal.tsx'
import { usePreloaded } from '../../ui/browser/usePreloaded.ts'
import { WitnessMark } from '../../ui/blocks/WitnessMark.tsx'
import styles from './Chip.module.css'
import { chipLabel, chipText } from './syncWords.ts'

const SyncDrawer = loadable(async () => (await import('./SyncDrawer.tsx')).SyncDrawer)
const preloadDrawer = async () => {
  await Promise.all([SyncDrawer.preload(), preloadModal()])
}

/** Sync state on every screen; a press opens the drawer. */
export function SyncChip({ sync }: { sync: SyncSummary }) {
  const [isOpen, setOpen] = useState(false)
  const isReady = usePreloaded(preloadDrawer, isOpen)
  const { status } = sync
  return (
    <>
      <button
        type="button"
        className={classes(styles.chip, styles[status])}
        aria-haspopup="dialog"
        aria-label={chipLabel(sync)}
        onClick={() => setOpen(true)}
      >
        <WitnessMark state={status} className={styles.mark} />
        <span>{chipText(sync)}</span>
      </button>
      {isReady && <SyncDrawer sync={sync} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
