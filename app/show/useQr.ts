import { useEffect, useState } from 'react'

import { qrOf, type Qr } from './qr.ts'

/** The code of a text; null until it is made, and for no text. */
export function useQr(text: string | null): Qr | null {
  const [qr, setQr] = useState<Qr | null>(null)
  useEffect(() => {
    let isCurrent = true
    if (text !== null) void qrOf(text).then((made) => isCurrent && setQr(made))
    return () => {
      isCurrent = false
    }
  }, [text])
  return text === null ? null : qr
}
