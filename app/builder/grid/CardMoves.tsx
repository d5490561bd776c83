import type { RowActions } from '../rows/rowActions.ts'
import type { Row } from '../rows/rowBook.ts'

import { Button } from '../../ui/controls/Button.tsx'
import { ArrowDownIcon, ArrowUpIcon, DuplicateIcon } from '../../ui/blocks/icons.tsx'
import styles from '../parts/partsTools.module.css'
import { t } from '#shared/words/words.ts'

/** Buttons of an open card: move, as by dragging, and duplicate. */
export function CardMoves({ row, line, actions }: { row: Row; line: string; actions: RowActions }) {
  return (
    <div className={`wrap ${styles.moves}`}>
      <Button
        variant="secondary"
        aria-label={t('Move up, {line}', { line })}
        onClick={() => actions.tools()?.step(row, -1)}
      >
        <ArrowUpIcon />
        {t('Up')}
      </Button>
      <Button
        variant="secondary"
        aria-label={t('Move down, {line}', { line })}
        onClick={() => actions.tools()?.step(row, 1)}
      >
        <ArrowDownIcon />
        {t('Down')}
      </Button>
      <Button
        variant="secondary"
        aria-label={t('Duplicate, {line}', { line })}
        onClick={() => actions.tools()?.duplicate(row)}
      >
        <DuplicateIcon />
        {t('Duplicate')}
      </Button>
    </div>
  )
}
