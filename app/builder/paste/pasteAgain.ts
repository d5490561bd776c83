import type { EarlyPaste } from './earlyPaste.ts'

/** What was pasted before anybody listened comes once more; what is no table becomes text. */
export function pasteAgain({ field, text, html }: EarlyPaste): void {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  if (html) clipboardData.setData('text/html', html)
  const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  if (!field.dispatchEvent(paste) || !(field instanceof HTMLInputElement)) return
  const { selectionStart, selectionEnd, value } = field
  // As browsers do for a field of one line.
  const line = text.replaceAll(/[\r\n]+/g, ' ')
  field.setRangeText(line, selectionStart ?? value.length, selectionEnd ?? value.length, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }))
}
