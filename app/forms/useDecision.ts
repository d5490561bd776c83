import { useState } from 'react'

import type { Toast } from '../ui/browser/toast.ts'
import { useAction } from './useAction.ts'
import { t } from '#shared/words/words.ts'

/**
 * Acts on one item of a list, some behind a question.
 * @param onDone once it is done
 * @param otherwise said where it failed and the server says nothing
 */
export function useDecision<Asked>(
  onDone: () => void,
  otherwise = t('This could not be done. Please try again.'),
) {
  const [asked, ask] = useState<Asked | null>(null)
  const { run, isBusy, failure } = useAction(otherwise)

  /** @returns whether it was done; then it is not asked any more, but what was asked since is */
  async function decide(call: () => Promise<unknown>, said?: Toast): Promise<boolean> {
    if (!(await run(call, said))) return false
    ask((since) => (since === asked ? null : since))
    onDone()
    return true
  }

  return {
    asked,
    ask,
    decide,
    run,
    isBusy,
    /** For the list: what is asked tells it itself. */
    failure: asked === null ? failure : undefined,
    /** For AdminConfirm. */
    question: { isOpen: asked !== null, isBusy, failure, onCancel: () => ask(null) },
  }
}
