/**
 * The clipboard of a phone's keyboard types what it holds, all of it as one key: no browser calls
 * that a paste. A link or a table that comes so is pasted after all.
 */
import type { EarlyPaste } from './earlyPaste.ts'

import { readPasted } from '#shared/text/pastedTable.ts'
import { fieldAt } from '../parts/cellPlaces.ts'
import { typeInto } from '../fields/showCell.ts'
import { readPastedLink } from './pastedLink.ts'

/** For a listener of `beforeinput`: only that has the text before a field cuts it. */
export function handleArrival(event: InputEvent): void {
  pasteArrival(event, fieldAt(event.target))
}

/** The same for one field, wherever it stands. */
export function pasteArrival(event: InputEvent, field: HTMLElement | null): void {
  const { inputType, isComposing, cancelable, data: text } = event
  // Of a paste there was an event, and a word that is still being composed comes letter by letter.
  if (inputType === 'insertFromPaste' || isComposing || !cancelable || !text || !field) return
  if (readPastedLink(text) === null && !readPasted(text, '')) return
  event.preventDefault()
  pasteAgain({ field, text, html: '' })
}

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
