import { t } from '#shared/words/words.ts'
import { track } from '../data/telemetry/track.ts'
import { copyText } from '../ui/browser/copyText.ts'
import { toast } from '../ui/browser/toast.ts'

/** Absent in many desktop browsers, and on plain http, whatever the types say. */
export const canShare = (): boolean => 'share' in navigator

/**
 * Opens the system's share sheet for a link. Without one, the link is copied.
 * @param byHand advice for when copying fails too
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
