import { useEffect, useState } from 'react'

import { qrOf, type Qr } from '../../show/qr.ts'

/** The codes of some texts; those that are still being made are not among them. */
export function useCodes(texts: readonly string[]): ReadonlyMap<string, Qr> {
  const [codes, setCodes] = useState<ReadonlyMap<string, Qr>>(new Map())
  const wanted = texts.join('\n')
  useEffect(() => {
    let isCurrent = true
    void Promise.all(
      [...new Set(wanted.split('\n'))].map(async (text) => [text, await qrOf(text)] as const),
    ).then((made) => isCurrent && setCodes(new Map(made)))
    return () => {
      isCurrent = false
    }
  }, [wanted])
  return codes
}
