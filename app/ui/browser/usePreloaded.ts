import { useEffect, useState } from 'react'

import { lastPressed } from './lastPressed.ts'
import { loadAgain } from './loadable.tsx'
import { toast } from './toast.ts'
import { t } from '#shared/words/words.ts'

const QUIET_RETRY_MS = 10_000

/**
 * True once the code of `preload` is loaded, which starts when `isWanted` first holds. A failure
 * shows a toast, and the next press retries.
 * @param options.isQuiet unrequested loads: no toast, retried automatically
 */
export function usePreloaded(
  preload: () => Promise<void>,
  isWanted: boolean,
  { isQuiet = false }: { isQuiet?: boolean } = {},
): boolean {
  const [isReady, setReady] = useState(false)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    if (!isWanted || isReady) return
    const stop = new AbortController()
    preload().then(
      () => setReady(true),
      () => {
        if (stop.signal.aborted) return
        const tryAgain = () => setAttempt(attempt + 1)
        if (isQuiet) {
          const timer = setTimeout(tryAgain, QUIET_RETRY_MS)
          stop.signal.addEventListener('abort', () => clearTimeout(timer))
        } else {
          onPressOf(
            lastPressed(),
            () => {
              loadAgain()
              tryAgain()
            },
            stop.signal,
          )
          toast({
            title: t('Could not load this part'),
            text: t('It needs a signal once. Press again when there is one.'),
            tone: 'error',
          })
        }
      },
    )
    return () => stop.abort()
  }, [preload, isWanted, isReady, attempt, isQuiet])

  return isReady
}

function onPressOf(opener: HTMLElement | null, handle: () => void, signal: AbortSignal): void {
  const options = { capture: true, signal }
  addEventListener(
    'click',
    (event) => event.target instanceof Node && opener?.contains(event.target) && handle(),
    options,
  )
}
