import { qrPath, QUIET, type Qr, qrOf } from './qr.ts'
import styles from './QrCode.module.css'
import { useRead } from '../ui/browser/useRead.ts'

/** A QR code, dark on light in both themes: scanners need that. */
export function QrCode({ qr, label }: { qr: Qr; label: string }) {
  const size = qr.length + 2 * QUIET
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={qrPath(qr)} />
    </svg>
  )
}

/** QR code of a text; null while loading, and without a text. */
export function useQr(text: string | null): Qr | null {
  const qr = useRead(qrOrNone, text)
  return text === null ? null : qr
}

const qrOrNone = async (text: string | null) => (text === null ? null : qrOf(text))
