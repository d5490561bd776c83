import { useRef, useState } from 'react'
import { create } from 'zustand'

import type { Json } from '#shared/sync/cells.ts'

/** Counts what this page put into fields without their keys: an undo, a paste, a press. */
const useWrittenOver = create<number>(() => 0)

/** Call after writing cells that no key wrote: a field that has the focus shows them, too. */
export const showWritten = (): void => useWrittenOver.setState((count) => count + 1, true)

/** A browser need not tell of the focus, and of its end, in a window behind: so long keys count as one. */
const UNTOLD_MS = 1_000

export interface TypedText {
  /** What the input shows. */
  text: string
  isFocused: boolean
  /** Whether that is what was typed here, and not how the kit would show it. */
  isLocal: boolean
  /** Whether something was typed since the input got the focus. */
  wasTyped: () => boolean
  type: (text: string) => void
  /** Writes a value over what the person sees: that, and the value, are told to `write`. */
  writeOver: (value: Json, write: (seen: Json) => void) => void
  handleFocus: () => void
  handleBlur: () => void
}

/**
 * The text of an input. While somebody is in it, it stands as it was typed, and nobody else changes it;
 * before and after that it is what the kit says.
 * @param stored the text as the kit has it
 * @param value what it is as a value
 * @param isLocked whether nobody can type just now: what the kit says shows in a field with the focus too
 */
export function useTypedText(stored: string, value: Json = stored, isLocked = false): TypedText {
  const [local, setLocal] = useState<string | null>(null)
  const [isFocused, setFocused] = useState(false)
  const isTouched = useRef(false)
  /** What is shown while nobody else changes it, as a value. */
  const own = useRef(value)
  const untold = useRef<ReturnType<typeof setTimeout>>(undefined)
  const written = useWrittenOver((count) => (isFocused ? count : null))
  const [seen, setSeen] = useState(written)

  if (seen !== written) {
    setSeen(written)
    // Not with the focus itself: then the field holds what it has just begun with.
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
