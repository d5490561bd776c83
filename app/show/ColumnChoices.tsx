import { usedColumns, withColumn } from '#shared/tables/pastedColumns.ts'
import { t } from '#shared/words/words.ts'
import { Field } from '../ui/controls/Field.tsx'
import { Select } from '../ui/controls/Select.tsx'

interface ColumnChoicesProps<Role extends string> {
  heads: readonly string[]
  rows: readonly (readonly string[])[]
  columns: readonly (Role | null)[]
  /** Roles with their names. */
  roles: readonly (readonly [role: Role, name: string])[]
  /** Roles that several columns may have. */
  many?: readonly Role[]
  onChange: (columns: (Role | null)[]) => void
}

/** Role of each column with content: guessed, and to be corrected. */
export function ColumnChoices<Role extends string>(props: ColumnChoicesProps<Role>) {
  const { heads, rows, columns, roles, many, onChange } = props
  return usedColumns(columns, rows).map(({ at, column, samples }) => (
    <Field
      key={at}
      label={heads[at] || t('Column {number}', { number: at + 1 })}
      hint={samples.slice(0, 3).join(', ').slice(0, 100)}
    >
      {(control) => (
        <Select
          {...control}
          choices={[['', t('Leave out')], ...roles]}
          chosen={column ?? ''}
          onChoose={(role) => onChange(withColumn(columns, at, role, many))}
        />
      )}
    </Field>
  ))
}
