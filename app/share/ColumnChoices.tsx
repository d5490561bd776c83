import type { Columns } from '#shared/text/pastedColumns.ts'
import type { PartsTable } from './reading/readList.ts'

import { LINE_COLUMNS, usedColumns, withColumn } from '#shared/text/pastedColumns.ts'
import { later, say, t } from '#shared/words/words.ts'
import { Field } from '../ui/controls/Field.tsx'
import { Select } from '../ui/controls/Select.tsx'
import styles from './pass.module.css'

const NAMES = {
  name: later('Part name'),
  manufacturer: later('Manufacturer'),
  partNumber: later('Part number'),
  price: later('Unit price'),
  qty: later('Quantity'),
  link: later('Link'),
} as const

/** Which column of a list is which: as it was guessed, and as the person says. */
export function ColumnChoices({
  table,
  columns,
  onChange,
}: {
  table: PartsTable
  columns: Columns
  onChange: (columns: Columns) => void
}) {
  return (
    <fieldset className={`card ${styles.card} ${styles.columns}`}>
      <legend className={styles.legend}>{t('Columns')}</legend>
      {usedColumns(columns, table.rows).map(({ at, column, samples }) => (
        <Field
          key={at}
          label={table.heads?.[at] || t('Column {number}', { number: at + 1 })}
          hint={samples.slice(0, 3).join(', ').slice(0, 120)}
        >
          {(control) => (
            <Select
              {...control}
              choices={[
                ['', t('Leave out')],
                ...LINE_COLUMNS.map((name) => [name, say(NAMES[name])] as const),
              ]}
              chosen={column ?? ''}
              onChoose={(name) => onChange(withColumn(columns, at, name))}
            />
          )}
        </Field>
      ))}
    </fieldset>
  )
}
