import { useEffect, useState } from 'react'

import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'

/** Until somebody who types has made a pause: not at every key. */
const AFTER_MS = 900

/** Says a text to those who hear the screen, once it has stood for a while. */
export function SaidLater({ text }: { text: string }) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), AFTER_MS)
    return () => clearTimeout(timer)
  }, [text])
  return <VisuallyHidden role="status">{said}</VisuallyHidden>
}
