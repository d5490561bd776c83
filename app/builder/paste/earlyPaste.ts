/** A table that is pasted in the first moment of a first visit, before what reads tables is here. */
import type { ClipboardEvent } from 'react'

export interface EarlyPaste {
  field: HTMLElement
  text: string
  html: string
}

/** Keeps what a field of one line would cut. @returns null for what that field takes as it is */
export function holdPaste(event: ClipboardEvent): EarlyPaste | null {
  const { target, clipboardData } = event
  const text = clipboardData.getData('text/plain')
  if (!/[\t\n]/.test(text.trim()) || !(target instanceof HTMLElement)) return null
  event.preventDefault()
  event.stopPropagation()
  return { field: target, text, html: clipboardData.getData('text/html') }
}
