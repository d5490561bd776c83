/** What the one line, its tools, which come later, and the rest of the builder know of each other. */
import type { ClipboardEvent, KeyboardEvent } from 'react'

/** The drafts of a kit that hold a part which is being typed in one line. */
export const ADDING = 'adding'
/** What was said by hand of pieces of it. */
export const ADDING_AS = 'addingAs'

/** The field it is typed into, as a selector. */
export const LINE_FIELD = `[data-cell=${ADDING}]`
export const lineField = () => document.querySelector<HTMLInputElement>(LINE_FIELD)

/** What the tools do for the field. */
export interface OneLineHandlers {
  onKeyDown: (event: KeyboardEvent) => void
  onPaste: (event: ClipboardEvent) => void
  add: () => void
}

/** Parts that were to be added before their tools were here: the text, and where each of them ends. */
export interface EarlyAdd {
  text: string
  ends: number[]
}

/** The list of suggestions as the field knows it. */
export interface Listed {
  isOpen: boolean
  /** The id of the option the arrows are at. */
  active: string | undefined
}
