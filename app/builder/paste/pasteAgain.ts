import type { EarlyPaste } from './earlyPaste.ts'

import { typeInto } from '../fields/showCell.ts'

/** What was pasted before anybody listened comes once more; what is no table becomes text. */
export function pasteAgain({ field, text, html }: EarlyPaste): void {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  if (html) clipboardData.setData('text/html', html)
  const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  if (!field.dispatchEvent(paste) || !(field instanceof HTMLInputElement)) return
  const { value, maxLength } = field
  const from = field.selectionStart ?? value.length
  const to = field.selectionEnd ?? value.length
  const room = maxLength < 0 ? Infinity : Math.max(0, maxLength - value.length + to - from)
  // As browsers do for a field of one line.
  const line = text.replaceAll(/[\r\n]+/g, ' ').slice(0, room)
  typeInto(field, value.slice(0, from) + line + value.slice(to))
  field.setSelectionRange(from + line.length, from + line.length)
}
