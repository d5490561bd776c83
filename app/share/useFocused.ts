import { useLayoutEffect, useRef, type RefObject } from 'react'

/** Moves the focus to an element that takes the place of what had it. */
export function useFocused<Element extends HTMLElement>(): RefObject<Element | null> {
  const element = useRef<Element>(null)
  useLayoutEffect(() => element.current?.focus(), [])
  return element
}
