import type { ListProps } from './rowProps.ts'

import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import { PartRow } from './PartRow.tsx'
import styles from './parts.module.css'
import { t } from '#shared/words/words.ts'

/**
 * A table at the desk, cards on the phone. One element for both: a tablet that is turned keeps its
 * rows and with them what was just typed.
 */
export function PartsList({ rows, actions, isDesk, openKey, onOpen }: ListProps) {
  // On the phone the one line is the way to add a part: a blank card would be a second.
  const shown = isDesk ? rows : rows.filter((row) => !row.isGhost)
  if (shown.length === 0) return null
  return (
    <div
      className={isDesk ? styles.table : styles.cards}
      role={isDesk ? 'table' : 'list'}
      aria-label={t('Parts')}
    >
      {isDesk && <Heads />}
      {shown.map((row, index) => (
        <PartRow
          key={row.key}
          row={row}
          number={index + 1}
          isDesk={isDesk}
          isOpen={!isDesk && row.key === openKey}
          onOpen={onOpen}
          actions={actions}
        />
      ))}
    </div>
  )
}

function Heads() {
  return (
    <div className={styles.heads} role="row">
      <span role="columnheader">
        <VisuallyHidden>{t('Line')}</VisuallyHidden>
      </span>
      <span role="columnheader">{t('Part name')}</span>
      <span role="columnheader">{t('Manufacturer')}</span>
      <span role="columnheader">{t('Part number')}</span>
      <span role="columnheader">{t('Unit price')}</span>
      <span role="columnheader">{t('Qty')}</span>
      <span role="columnheader">{t('Total')}</span>
      <span role="columnheader">{t('Link')}</span>
      <span role="columnheader">
        <VisuallyHidden>{t('Remove')}</VisuallyHidden>
      </span>
    </div>
  )
}
