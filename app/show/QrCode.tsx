import { qrPath, QUIET, type Qr } from './qr.ts'
import styles from './QrCode.module.css'

/** A QR code, dark on light in both themes: readers ask for that. */
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
