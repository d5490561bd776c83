import { useEffect } from 'react'

/** Takes the focus to the heading, where what had it is gone with the screen before. */
export function useHeadingFocus(isWanted: boolean): void {
  useEffect(() => {
    if (isWanted) document.querySelector('h1')?.focus()
  }, [isWanted])
}
