import type { ListProps } from './rowProps.ts'

import { PartRow } from './PartRow.tsx'
import styles from './parts.module.css'

/** The phone's parts list: one card is open at a time. */
export function PartsCards({ rows, actions, openKey, onOpen }: ListProps) {
  return (
    <ul className={styles.cards}>
      {rows.map((row, index) => (
        <PartRow
          key={row.key}
          row={row}
          number={index + 1}
          isDesk={false}
          isOpen={row.key === openKey}
          onOpen={onOpen}
          actions={actions}
        />
      ))}
    </ul>
  )
}
