import { useRef, useState } from 'react'

import { type Toast, toast } from '../ui/browser/toast.ts'
import { callWords, isCancelled } from './failureWords.ts'
import { t } from '#shared/words/words.ts'

/**
 * One call per press, never two at once, with an error message.
 * @param otherwise message where the server gives none
 * @param options.toastText fixed text of the toast; `failure` has the reason
 */
export function useAction(otherwise: string, { toastText }: { toastText?: string } = {}) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const isRunning = useRef(false)

  /** @param said once it is done @returns whether it was */
  async function run(action: () => Promise<unknown>, said?: Toast): Promise<boolean> {
    if (isRunning.current) return false
    isRunning.current = true
    setBusy(true)
    setFailure('')
    try {
      await action()
      if (said) toast(said)
      return true
    } catch (error) {
      if (isCancelled(error)) return false
      const text = callWords(error, otherwise)
      setFailure(text)
      toast({ title: t('Error'), text: toastText ?? text, tone: 'error' })
      return false
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }

  return { isBusy, failure, run }
}
