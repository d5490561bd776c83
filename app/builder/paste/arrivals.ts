/**
 * The clipboard of a phone's keyboard types what it holds, all of it as one key: no browser calls
 * that a paste. A link or a table that comes so is pasted after all.
 */
import { readPasted } from '#shared/text/pastedTable.ts'
import { fieldAt } from '../parts/cellPlaces.ts'
import { pasteAgain } from './pasteAgain.ts'
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
