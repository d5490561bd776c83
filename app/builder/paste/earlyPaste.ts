/** What is pasted in the first moment of a first visit, before what reads tables and links is here. */
import type { ClipboardEvent } from 'react'

export interface EarlyPaste {
  field: HTMLElement
  text: string
  html: string
}

/** A table, which a field of one line would cut, or a link, which is filled in from its shop. */
const HELD = /[\t\n]|^https?:\/\/\S+$/i

/** @returns null for what a field takes as it is */
export function holdPaste(event: ClipboardEvent): EarlyPaste | null {
  const { target, clipboardData } = event
  const text = clipboardData.getData('text/plain')
  if (!HELD.test(text.trim()) || !(target instanceof HTMLElement)) return null
  event.preventDefault()
  event.stopPropagation()
  return { field: target, text, html: clipboardData.getData('text/html') }
}
