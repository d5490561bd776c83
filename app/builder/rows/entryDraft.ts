/** Contract between the one-line entry, its deferred tools, and the builder. */
import type { ClipboardEvent, KeyboardEvent } from 'react'

/** Draft key of the part being typed in one line. */
export const ADDING = 'adding'
/** Draft key of its kinds set by hand. */
export const ADDING_AS = 'addingAs'

/** Selector of its field. */
export const LINE_FIELD = `[data-cell=${ADDING}]`
export const lineField = () => document.querySelector<HTMLInputElement>(LINE_FIELD)

/** Handlers the tools provide for the field. */
export interface OneLineHandlers {
  onKeyDown: (event: KeyboardEvent) => void
  onPaste: (event: ClipboardEvent) => void
  add: () => void
}

/** Parts entered before the tools were loaded: the text, and the end of each part. */
export interface EarlyAdd {
  text: string
  ends: number[]
}

/** State of the suggestion list. */
export interface Listed {
  isOpen: boolean
  /** Option id of the active suggestion. */
  active: string | undefined
}
