import { t } from '#shared/words/words.ts'
import { track } from '../telemetry/track.ts'
import { copyText } from '../ui/browser/copyText.ts'
import { toast } from '../ui/layers/toast.ts'

/** Absent in many browsers at the desk, and on plain http, whatever the types say. */
export const canShare = (): boolean => 'share' in navigator

/**
 * Gives a link to the sheet of the system for sharing. Where there is none after all, it is copied.
 * @param byHand how to give it away where that fails, too
 */
export async function shareLink(
  place: 'builder' | 'kit',
  { title, url }: { title: string; url: string },
  onCopied: () => void,
  byHand = t('The link can be copied by hand.'),
): Promise<void> {
  try {
    await navigator.share({ title, url })
  } catch (error) {
    // Closing the sheet is no failure.
    if (error instanceof DOMException && error.name === 'AbortError') return
    if (await copyText(url)) return onCopied()
    return toast({ title: t('Failed to share'), text: byHand, tone: 'error' })
  }
  track({ name: 'share', place })
}
