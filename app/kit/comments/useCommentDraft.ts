import { useState } from 'react'

import { principal } from '../../device/device.ts'

/**
 * What is typed and not posted: kept for the tab, so that leaving the page loses nothing. Nobody else
 * who signs in on this tab reads it.
 */
export function useCommentDraft(kitId: string): [string, (text: string) => void] {
  const key = `comment:${principal()}:${kitId}`
  const [text, setText] = useState(() => read(key))
  return [
    text,
    (next) => {
      setText(next)
      write(key, next)
    },
  ]
}

// A browser that keeps nothing still lets people write.
function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function write(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // See above.
  }
}
