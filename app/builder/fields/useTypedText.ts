import { useEffect, useRef, useState } from 'react'

import type { Json } from '#shared/sync/cells.ts'

import { settled } from '../../sync/write/pump.ts'

/** How long after storing the store may take to show it back before it is believed anyway. */
const RELEASE_MS = 1_000

export interface TypedText {
  /** What the input shows. */
  text: string
  isFocused: boolean
  /** Whether that is what was typed here, and not what the store has. */
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
 * The text of an input that is typed into and fed by the store. The store never changes an input
 * that has the focus, and what was typed stays until the store shows the same: a live query always
 * lags behind the fingers, and one letter taken back is one letter lost.
 * @param stored the text as the store has it
 * @param value what it is as a value
 * @param isStored whether a text means what is stored, when it may be written in several ways
 * @param isLocked whether nobody can type just now: the store may change a field with the focus
 * @param isAhead whether the store does not show the row at all yet: then what is typed is all there is
 */
export function useTypedText(
  stored: string,
  value: Json = stored,
  isStored: (text: string) => boolean = (text) => text === stored,
  isLocked = false,
  isAhead = false,
): TypedText {
  const [local, setLocal] = useState<string | null>(null)
  const [isFocused, setFocused] = useState(false)
  /** Whether it is typed into although nothing told of a focus: a browser need not, of a window behind. */
  const [isUntold, setUntold] = useState(false)
  const isTouched = useRef(false)
  const round = useRef(0)
  const isAheadNow = useRef(isAhead)
  /** What is shown while the store changes nothing here, as a value. */
  const own = useRef(value)

  const isLeft = !isFocused && !isUntold
  if (local !== null && (isLeft || isLocked) && isStored(local)) setLocal(null)

  useEffect(() => {
    isAheadNow.current = isAhead
  })
  useEffect(
    () => () => {
      round.current++
    },
    [],
  )

  /** Whatever else happens to the cell, a text nobody is typing does not hide the store for ever. */
  function releaseLater() {
    const mine = ++round.current
    void settled().then(() => {
      setTimeout(() => {
        if (round.current !== mine) return
        if (isAheadNow.current) return releaseLater()
        setLocal(null)
        setUntold(false)
      }, RELEASE_MS)
    })
  }

  return {
    text: local ?? stored,
    isFocused,
    isLocal: local !== null,
    wasTyped: () => isTouched.current,
    type(text) {
      isTouched.current = true
      setLocal(text)
      if (isFocused) return
      setUntold(true)
      releaseLater()
    },
    writeOver(next, write) {
      write(local === null ? value : own.current)
      own.current = next
    },
    handleFocus() {
      round.current++
      if (local === null) own.current = value
      isTouched.current = false
      setFocused(true)
      setUntold(false)
      setLocal(local ?? stored)
    },
    handleBlur() {
      setFocused(false)
      setUntold(false)
      if (isTouched.current) releaseLater()
      else setLocal(null)
    },
  }
}
