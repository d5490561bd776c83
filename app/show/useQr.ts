import { useRead } from '../ui/browser/useRead.ts'
import { qrOf, type Qr } from './qr.ts'

/** The code of a text; null until it is made, and for no text. */
export function useQr(text: string | null): Qr | null {
  const qr = useRead(qrOrNone, text)
  return text === null ? null : qr
}

const qrOrNone = async (text: string | null) => (text === null ? null : qrOf(text))
