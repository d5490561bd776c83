import { useRef, useState } from 'react'
import { create } from 'zustand'

import type { Json } from '#shared/cells/cells.ts'

/** Counts programmatic writes into fields: undo, paste, press. */
const useWrittenOver = create<number>(() => 0)

/** Call after writing cells without a key: focused fields show them too. */
export const showWritten = (): void => useWrittenOver.setState((count) => count + 1, true)

/** Windows in the background may get no focus events: keys count as focus for so long. */
const UNTOLD_MS = 1_000

export interface TypedText {
  text: string
  isFocused: boolean
  /** Whether the text is as typed here, rather than as the kit shows it. */
  isLocal: boolean
  /** Whether anything was typed since the focus. */
  wasTyped: () => boolean
  type: (text: string) => void
  /** Writes over a value the user sees: `write` gets both. */
  writeOver: (value: Json, write: (seen: Json) => void) => void
  handleFocus: () => void
  handleBlur: () => void
}

/**
 * Text of an input. While focused it is the typed text, and nobody else changes it; otherwise it is
 * the kit's.
 * @param stored the kit's text
 * @param value the kit's value
 * @param isLocked input is blocked: the kit's text shows even in a focused field
 */
export function useTypedText(stored: string, value: Json = stored, isLocked = false): TypedText {
  const [local, setLocal] = useState<string | null>(null)
  const [isFocused, setFocused] = useState(false)
  const isTouched = useRef(false)
  /** Shown value while the field is focused. */
  const own = useRef(value)
  const untold = useRef<ReturnType<typeof setTimeout>>(undefined)
  const written = useWrittenOver((count) => (isFocused ? count : null))
  const [seen, setSeen] = useState(written)

  if (seen !== written) {
    setSeen(written)
    // Not on focus itself: the field then holds what it has just begun with.
    if (seen !== null && written !== null) setLocal(null)
  }
  if (isLocked && local !== null) setLocal(null)

  return {
    text: local ?? stored,
    isFocused,
    isLocal: local !== null,
    wasTyped: () => isTouched.current,
    type(text) {
      isTouched.current = true
      setLocal(text)
      clearTimeout(untold.current)
      if (!isFocused) untold.current = setTimeout(() => setLocal(null), UNTOLD_MS)
    },
    writeOver(next, write) {
      write(local === null ? value : own.current)
      own.current = next
    },
    handleFocus() {
      clearTimeout(untold.current)
      if (local === null) own.current = value
      isTouched.current = false
      setFocused(true)
      setLocal(local ?? stored)
    },
    handleBlur() {
      setFocused(false)
      setLocal(null)
    },
  }
}
