import { useEffect, useRef, useState } from 'react'

import type { SyncStatus } from '../../data/sync/send/useSyncStatus.ts'

import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import { announcement, chipText } from './syncWords.ts'

const LEAST_GAP_MS = 5_000

/** Announces sync states to screen readers, at most one in 5 seconds. */
export function SyncAnnouncer({ status, problems }: { status: SyncStatus; problems: number }) {
  const [said, setSaid] = useState({ words: '', isUrgent: false })
  const before = useRef(status)
  const lastAt = useRef(0)

  useEffect(() => {
    const isUrgent = status === 'attention'
    const words = isUrgent
      ? chipText({ status, problems, waiting: 0 })
      : announcement(before.current, status)
    // Intermediate states between trouble and success stay silent.
    if (isUrgent || (words === null && before.current !== 'waiting')) before.current = status
    if (words === null) return
    const say = () => {
      before.current = status
      lastAt.current = Date.now()
      setSaid({ words, isUrgent })
    }
    const timer = setTimeout(say, Math.max(0, lastAt.current + LEAST_GAP_MS - Date.now()))
    return () => clearTimeout(timer)
  }, [status, problems])

  return (
    <>
      <VisuallyHidden>
        <output>{!said.isUrgent && said.words}</output>
      </VisuallyHidden>
      <VisuallyHidden role="alert">
        {said.isUrgent && status === 'attention' && said.words}
      </VisuallyHidden>
    </>
  )
}
