/**
 * Paste from a phone keyboard's clipboard: it arrives as one key, and no browser calls it a paste.
 * A link or a table in it is pasted all the same.
 */
import type { EarlyPaste } from './earlyPaste.ts'

import { readPasted } from '#shared/tables/pastedTable.ts'
import { fieldAt } from '../rows/cellPlaces.ts'
import { typeInto } from '../rows/showCell.ts'
import { readPastedLink } from './pastedLink.ts'

/** Listener of `beforeinput`: only that sees the text before the field cuts it. */
export function handleArrival(event: InputEvent): void {
  pasteArrival(event, fieldAt(event.target))
}

/** The same for one field anywhere. */
export function pasteArrival(event: InputEvent, field: HTMLElement | null): void {
  const { inputType, isComposing, cancelable, data: text } = event
  // A paste has its own event, and composition comes letter by letter.
  if (inputType === 'insertFromPaste' || isComposing || !cancelable || !text || !field) return
  if (readPastedLink(text) === null && !readPasted(text, '')) return
  event.preventDefault()
  pasteAgain({ field, text, html: '' })
}

/** Replays a paste from before the tools were loaded; what is no table is inserted as text. */
export function pasteAgain({ field, text, html }: EarlyPaste): void {
  const init = { clipboardData: new DataTransfer(), bubbles: true, cancelable: true }
  const paste = new ClipboardEvent('paste', init)
  // Only now: Firefox gives each event an empty clipboard of its own.
  paste.clipboardData?.setData('text/plain', text)
  if (html) paste.clipboardData?.setData('text/html', html)
  if (!field.dispatchEvent(paste) || !(field instanceof HTMLInputElement)) return
  const { value, maxLength } = field
  const from = field.selectionStart ?? value.length
  const to = field.selectionEnd ?? value.length
  const room = maxLength < 0 ? Infinity : Math.max(0, maxLength - value.length + to - from)
  // Single-line fields drop line breaks.
  const line = text.replaceAll(/[\r\n]+/g, ' ').slice(0, room)
  typeInto(field, value.slice(0, from) + line + value.slice(to))
  field.setSelectionRange(from + line.length, from + line.length)
}
