/** Holds pastes of a first visit until the code for tables and links is loaded. */
import type { ClipboardEvent } from 'react'

export interface EarlyPaste {
  field: HTMLElement
  text: string
  html: string
}

/** A table, which a field would cut, or a link, which is filled in from its shop. */
const HELD = /[\t\n]|^https?:\/\/\S+$/i

/** @returns null for text that the field inserts itself */
export function holdPaste(event: ClipboardEvent): EarlyPaste | null {
  const { target, clipboardData } = event
  const text = clipboardData.getData('text/plain')
  if (!HELD.test(text.trim()) || !(target instanceof HTMLElement)) return null
  event.preventDefault()
  event.stopPropagation()
  return { field: target, text, html: clipboardData.getData('text/html') }
}
