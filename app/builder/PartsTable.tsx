import type { ListProps } from './rowProps.ts'

import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { PartRow } from './PartRow.tsx'
import styles from './parts.module.css'

/** The desk's parts list. A table by its roles, since its rows are a grid. */
export function PartsTable({ rows, actions, onOpen }: ListProps) {
  return (
    <div className={styles.table} role="table" aria-label="Parts">
      <div className={styles.heads} role="row">
        <span role="columnheader">
          <VisuallyHidden>Line</VisuallyHidden>
        </span>
        <span role="columnheader">Part name</span>
        <span role="columnheader">Manufacturer</span>
        <span role="columnheader">Part number</span>
        <span role="columnheader">Unit price</span>
        <span role="columnheader">Qty</span>
        <span role="columnheader">Total</span>
        <span role="columnheader">Link</span>
        <span role="columnheader">
          <VisuallyHidden>Remove</VisuallyHidden>
        </span>
      </div>
      {rows.map((row, index) => (
        <PartRow
          key={row.key}
          row={row}
          number={index + 1}
          isDesk
          isOpen={false}
          onOpen={onOpen}
          actions={actions}
        />
      ))}
    </div>
  )
}
