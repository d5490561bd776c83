import type { Row } from '../rows/rowBook.ts'

import { totalText } from '#shared/kinds/kit.ts'
import { formatCents } from '#shared/money/money.ts'
import { t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import { useRowTakes } from '../rows/rowTakes.ts'

/** Unit price times quantity; without a price, a link to the catalogue's. */
export function LineTotal({ row }: { row: Row }) {
  const { line } = row
  const take = useRowTakes((all) => all[line.id])
  // A quantity such as "6.5 L" has no total.
  if (row.isGhost || row.drafts.qty?.trim()) return <None />
  if (line.qty === 0) return <span className="muted small nowrap">{t('not needed')}</span>
  if (line.price === null) {
    if (!take) return <None />
    return (
      <Button
        variant="soft"
        size="s"
        aria-label={take.words}
        data-tip={take.words}
        onClick={take.onTake}
      >
        {t('Use {amount}', { amount: formatCents(take.cents) })}
      </Button>
    )
  }
  return <span className="price">{totalText(line)}</span>
}

export function None() {
  return (
    <span className="muted">
      <span aria-hidden="true">—</span>
      <VisuallyHidden>{t('none')}</VisuallyHidden>
    </span>
  )
}
