import type { Row } from './rowBook.ts'

import { lineTotalCents } from '#shared/kinds/kit.ts'
import { formatCents } from '#shared/money.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'

/** Unit price times quantity. */
export function LineTotal({ row }: { row: Row }) {
  const { line } = row
  if (row.isGhost) return <None />
  if (line.qty === 0) return <span className="muted small nowrap">not needed</span>
  if (line.price === null) return <None />
  return <span className="price">{formatCents(lineTotalCents(line))}</span>
}

export function None() {
  return (
    <span className="muted">
      <span aria-hidden="true">—</span>
      <VisuallyHidden>none</VisuallyHidden>
    </span>
  )
}
