import { useEffect, useState } from 'react'

import type { Filled } from '../../data/autofill/applyProduct.ts'
import type { Fills } from '../../data/autofill/fillKey.ts'

import { type Fill, useFills } from '../../data/autofill/fillState.ts'
import { tellWrite } from '../../data/sync/write/writeQueue.ts'
import { TOAST_MS, toast } from '../../ui/browser/toast.ts'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import { fillText } from './fillText.ts'
import { asOneEdit } from '../undo/undo.ts'
import { many, t } from '#shared/words/words.ts'

type Shown = Record<string, Fill>

/** Reports filled rows: a toast with Undo, and a screen reader announcement. */
export function FillReports({ kitId, fills }: { kitId: string; fills: Fills }) {
  const [said, setSaid] = useState('')

  useEffect(() => fills.watchFills(), [fills])

  useEffect(() => {
    let together: (() => void)[] = []
    let last = 0
    return fills.onFilled((filled, host) => {
      if (filled.kit !== kitId) return
      const { id, after } = filled
      const undo = asOneEdit(t('Filling in from {host}', { host }), () =>
        tellWrite({ kind: 'line', id, kit: kitId, cells: after }),
      )
      // Several links at once share one toast and one Undo.
      const now = Date.now()
      const all = now - last < TOAST_MS ? [...together, undo] : [undo]
      together = all
      last = now
      toast({
        title:
          all.length === 1
            ? t('Filled in from {host}', { host })
            : many(all.length, '{count} row filled in', '{count} rows filled in'),
        text: all.length === 1 ? nameIn(filled) : t('Please check what the shops say.'),
        action: { label: t('Undo'), onPress: () => all.forEach((undoOne) => undoOne()) },
      })
    })
  }, [kitId, fills])

  useEffect(() => {
    const tell = (now: Shown, before: Shown) => {
      const changed = Object.entries(now).find(([id, fill]) => fill !== before[id])
      if (changed) setSaid(fillText(changed[1]))
      else if (Object.keys(now).length === 0) setSaid('')
    }
    // Reports fills that began while this code was loading.
    tell(useFills.getState(), {})
    return useFills.subscribe(tell)
  }, [])

  return (
    <VisuallyHidden role="status" aria-label={t('Filling in')}>
      {said}
    </VisuallyHidden>
  )
}

function nameIn({ after }: Filled): string {
  const { name } = after
  return typeof name === 'string' ? name : t('Please check what the shop says.')
}
