/** What the one line and its tools, which come later, know of each other. */
import type { ClipboardEvent, KeyboardEvent } from 'react'

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
