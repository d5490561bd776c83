import { useRef, useState } from 'react'

import { toast } from '../ui/layers/toast.ts'
import { isUnanswered, noAnswer, serverWords } from './failureWords.ts'
import { t } from '#shared/words/words.ts'

/**
 * One call at the press of a button, not twice at once, with a word where it failed.
 * @param otherwise said where the server says nothing
 * @param options.toastText the toast's words, whatever the reason; `failure` has that
 */
export function useAction(otherwise: string, { toastText }: { toastText?: string } = {}) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const isRunning = useRef(false)

  /** @returns whether it was done */
  async function run(action: () => Promise<unknown>): Promise<boolean> {
    if (isRunning.current) return false
    isRunning.current = true
    setBusy(true)
    setFailure('')
    try {
      await action()
      return true
    } catch (error) {
      const text = isUnanswered(error) ? noAnswer() : serverWords(error, otherwise)
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
