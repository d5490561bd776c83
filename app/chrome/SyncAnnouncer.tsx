import { useEffect, useRef, useState } from 'react'

import type { SyncStatus } from '../store/useSyncStatus.ts'

import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { announcement, chipText } from './syncWords.ts'

const LEAST_GAP_MS = 5_000

/** Says changes of the sync state to those who hear the screen, at most one in 5 seconds. */
export function SyncAnnouncer({ status, problems }: { status: SyncStatus; problems: number }) {
  const [said, setSaid] = useState('')
  const before = useRef(status)
  const lastAt = useRef(0)

  useEffect(() => {
    const words = announcement(before.current, status)
    if (words === null) {
      // Between trouble and the good news there are steps that say nothing.
      if (status === 'attention' || before.current !== 'waiting') before.current = status
      return
    }
    const say = () => {
      before.current = status
      lastAt.current = Date.now()
      setSaid(words)
    }
    const timer = setTimeout(say, Math.max(0, lastAt.current + LEAST_GAP_MS - Date.now()))
    return () => clearTimeout(timer)
  }, [status])

  return (
    <>
      <VisuallyHidden>
        <output>{said}</output>
      </VisuallyHidden>
      <VisuallyHidden role="alert">
        {status === 'attention' && chipText({ status, problems, waiting: 0 })}
      </VisuallyHidden>
    </>
  )
}
