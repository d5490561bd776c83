import type { Qr } from '../../show/qr.ts'
import type { Label } from './labelsOf.ts'

import { QrCode } from '../../show/QrCode.tsx'
import { type LabelSize, placesOf } from './labelSizes.ts'
import styles from './labels.module.css'
import { t } from '#shared/words/words.ts'

interface LabelPagesProps {
  size: LabelSize
  labels: readonly Label[]
  codes: ReadonlyMap<string, Qr>
  /** Position of the first label, from 0. */
  first: number
  /** Page limit of the preview. */
  most?: number
}

/** Printed pages, in millimetres. */
export function LabelPages({ size, labels, codes, first, most = Infinity }: LabelPagesProps) {
  let next = 0
  const pages = placesOf(size, first, labels.length)
  const placed = pages.map((places) => places.map((place) => ({ place, label: labels[next++] })))
  return placed.slice(0, most).map((places, page) => (
    <div
      // oxlint-disable-next-line react/no-array-index-key -- a page is where it is
      key={page}
      className={styles.page}
      style={{ width: mm(size.page.width), height: mm(size.page.height) }}
    >
      {places.map(
        ({ place, label }) =>
          label && (
            <div
              key={label.id}
              className={styles.place}
              style={{
                left: mm(place.x),
                top: mm(place.y),
                width: mm(size.label.width),
                height: mm(size.label.height),
              }}
            >
              <OneLabel label={label} size={size} qr={codes.get(label.address)} />
            </div>
          ),
      )}
    </div>
  ))
}

function OneLabel({ label, size, qr }: { label: Label; size: LabelSize; qr: Qr | undefined }) {
  const { width, height } = size.label
  const isTall = height > width
  const code = isTall ? width * 0.7 : Math.min(height - 4, width * 0.42)
  // The room beside or below the code decides the font size.
  const unit = isTall ? width / 14 : Math.min(height / 8.5, (width - code - 6) / 11)
  return (
    <div
      className={isTall ? `${styles.label} ${styles.tall}` : styles.label}
      style={{ fontSize: mm(Math.max(unit, 1.7)) }}
    >
      <div className={styles.code} style={{ width: mm(code), height: mm(code) }}>
        {qr && <QrCode qr={qr} label={t('Code of {name}', { name: label.name })} />}
      </div>
      <div className={`breaks ${styles.words}`}>
        <b className={styles.name}>{label.name}</b>
        {label.number && <span className={`mono ${styles.number}`}>{label.number}</span>}
        {label.about.map((line) => (
          <span key={line} className={styles.about}>
            {line}
          </span>
        ))}
      </div>
    </div>
  )
}

const mm = (value: number) => `${value.toFixed(3)}mm`
