/** Restores of this visit with their undo: a toast is gone after a few seconds. */
import { create } from 'zustand'

import type { Content } from '#shared/kinds/difference.ts'
import { t } from '#shared/words/words.ts'

import { toast } from '../../ui/browser/toast.ts'

interface Restored {
  /** Time of the version, as "today at 14:06". */
  when: string
  undo: () => Promise<void>
}

/** Last restore of each kit that was not undone, by kit id. */
export const useRestored = create<Record<string, Restored | undefined>>(() => ({}))

/** Restores a kit to a version, with a toast. */
export async function restore(kitId: string, content: Content, when: string): Promise<void> {
  try {
    const { restoreVersion } = await import('../../data/kits/open/restoreVersion.ts')
    const undo = await restoreVersion(kitId, content)
    if (!undo)
      return toast({ title: t('Nothing to restore'), text: t('The kit is like that already.') })
    useRestored.setState({ [kitId]: { when, undo } })
    toast({
      title: t('Version restored'),
      text: t('The kit is as it was saved {when}. Save it in the builder to share it.', { when }),
      action: { label: t('Undo'), onPress: () => void undoRestore(kitId) },
    })
  } catch {
    sayFailed(t('Failed to restore version'))
  }
}

/** Undoes the last restore of a kit, once. */
export async function undoRestore(kitId: string): Promise<void> {
  const restored = useRestored.getState()[kitId]
  if (!restored) return
  useRestored.setState({ [kitId]: undefined })
  try {
    await restored.undo()
    toast({ title: t('Restore undone'), text: t('The kit is as it was before.') })
  } catch {
    useRestored.setState({ [kitId]: restored })
    sayFailed(t('Failed to undo'))
  }
}

function sayFailed(title: string): void {
  toast({ title, text: t('Something went wrong'), tone: 'error' })
}
