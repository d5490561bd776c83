import { t } from '#shared/words/words.ts'
import { toast, type Toast } from './toast.ts'

/** A permission prompt may never be answered. */
const PATIENCE_MS = 1_000

/**
 * Copies text to the clipboard.
 * @returns false when the browser refuses; the user then has to copy by hand
 */
export async function copyText(text: string): Promise<boolean> {
  // Absent on plain http, whatever the types say.
  const clipboard: Clipboard | undefined = navigator.clipboard
  try {
    if (clipboard) {
      const tooLong = new Promise((_, reject) => setTimeout(reject, PATIENCE_MS))
      await Promise.race([clipboard.writeText(text), tooLong])
      return true
    }
  } catch {
    // Refused or unanswered, for instance without focus: the old way may still work.
  }
  return copyBySelection(text)
}

/** Copies, with a toast about the result. @param byHand advice where the browser refuses */
export async function copyAndTell(
  text: string,
  copied: Toast,
  byHand = t('Select the text and copy it by hand.'),
): Promise<void> {
  const refused: Toast = { title: t('Could not copy'), text: byHand, tone: 'error' }
  toast((await copyText(text)) ? copied : refused)
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  // In view, so that nothing scrolls, but invisible.
  Object.assign(field.style, { position: 'fixed', top: '0', opacity: '0' })
  // Inside an open dialog, which traps the focus.
  const place = focused?.closest('[role=dialog]') ?? document.body
  place.append(field)
  field.select()
  try {
    // Deprecated, and the only way without https.
    // oxlint-disable-next-line typescript/no-deprecated -- see above
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (focused instanceof HTMLElement) focused.focus()
  }
}
