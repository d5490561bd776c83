import { useLayoutEffect } from 'react'

/** Focuses the heading when the previous focus was lost with its screen. */
export function useHeadingFocus(isWanted: boolean): void {
  // Layout effect: in the same frame as the heading.
  useLayoutEffect(() => {
    if (isWanted) document.querySelector('h1')?.focus()
  }, [isWanted])
}
