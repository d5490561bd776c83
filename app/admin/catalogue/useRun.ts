/** A run on the server that this page looks at: asked for once a second until it is over. */
import { useEffect, useEffectEvent, useState } from 'react'

import { isOver, type Job, jobPercent } from '#shared/catalogue/job.ts'
import { isStatus } from '../../forms/failureWords.ts'
import { readRun } from './catalogueData.ts'

const POLL_MS = 1_000
/** After a failed poll. */
const LATER_MS = 5_000
/** The result shows for so long; then the bar is empty again. */
const RESET_MS = 2_000

export interface Run {
  id: string
  /** Last known state; null before the first answer. */
  job: Job | null
  /** Never goes backwards. */
  percent: number
  /** The last poll failed. */
  isSilent: boolean
}

/**
 * @param id null for none
 * @returns null without a job, and from two seconds after its end
 */
export function useRun(id: string | null, onEnd: (job: Job) => void): Run | null {
  const [run, setRun] = useState<Run | null>(null)
  const handleEnd = useEffectEvent(onEnd)

  useEffect(() => {
    if (id === null) return
    const beganAt = Date.now()
    let isWanted = true
    let timer: ReturnType<typeof setTimeout> | undefined

    async function ask(asked: string) {
      let wait = POLL_MS
      try {
        const job = await readRun(asked)
        if (!isWanted) return
        const percent = percentOf(job, Date.now() - beganAt)
        setRun((last) => {
          const shown = last?.id === asked ? last.percent : 0
          return { id: asked, job, percent: Math.max(shown, percent), isSilent: false }
        })
        if (isOver(job)) {
          handleEnd(job)
          return
        }
      } catch (error) {
        if (!isWanted) return
        setRun((last) => ({ ...(last?.id === asked ? last : begun(asked)), isSilent: true }))
        if ([401, 403, 404].some((status) => isStatus(error, status))) return
        wait = LATER_MS
      }
      timer = setTimeout(() => void ask(asked), wait)
    }

    void ask(id)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [id])

  useEffect(() => {
    if (!run?.job || !isOver(run.job)) return
    const timer = setTimeout(() => setRun(null), RESET_MS)
    return () => clearTimeout(timer)
  }, [run])

  if (id !== null && run?.id !== id) return begun(id)
  return run?.id === id || (run?.job && isOver(run.job)) ? run : null
}

const begun = (id: string): Run => ({ id, job: null, percent: 0, isSilent: false })

/** Estimated, ten points every two seconds up to 90, until a total is known. */
function percentOf(job: Job, waitedMs: number): number {
  if (job.total !== null || isOver(job)) return jobPercent(job)
  return Math.min(90, Math.floor(waitedMs / 2_000) * 10)
}
