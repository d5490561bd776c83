import { useLayoutEffect } from 'react'

/** Takes the focus to the heading, where what had it is gone with the screen before. */
export function useHeadingFocus(isWanted: boolean): void {
  // With the heading, and not a moment after it can be seen and heard.
  useLayoutEffect(() => {
    if (isWanted) document.querySelector('h1')?.focus()
  }, [isWanted])
}
