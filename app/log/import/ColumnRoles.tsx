import type { LogFile } from './logFile.ts'

import { Field } from '../../ui/controls/Field.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { MANY, ROLES, type LogColumns, type Role } from './columns.ts'
import styles from './import.module.css'
import { t } from '#shared/words/words.ts'

interface ColumnRolesProps {
  file: LogFile
  onChange: (tables: LogFile['tables']) => void
}

/** Roles of the columns, guessed from the heads, to be corrected. Collapsed for a known app. */
export function ColumnRoles({ file: { app, tables }, onChange }: ColumnRolesProps) {
  function handleChange(table: number, at: number, role: Role | null) {
    onChange(
      tables.map((one, n) =>
        n === table
          ? { ...one, known: { ...one.known, columns: changed(one.known.columns, at, role) } }
          : one,
      ),
    )
  }

  const roles = Object.keys(ROLES) as Role[]
  const choices = [
    ['', t('Leave out')] as const,
    ...roles.map((role) => [role, ROLES[role]()] as const),
  ]
  return (
    <details className={styles.columns} open={app === ''}>
      <summary>{t('Columns')}</summary>
      {tables.map(({ table, known }, n) => (
        <fieldset key={table.rows[0]?.number}>
          {table.name && <legend>{table.name}</legend>}
          {table.heads.map((head, at) => {
            const samples = table.rows.flatMap(({ cells }) => cells[at] || [])
            if (samples.length === 0) return null
            return (
              // oxlint-disable-next-line react/no-array-index-key -- columns stay where they are
              <Field
                key={at}
                label={head || t('Column {number}', { number: at + 1 })}
                hint={hintOf(samples)}
              >
                {(control) => (
                  <Select
                    {...control}
                    choices={choices}
                    chosen={known.columns[at] ?? ''}
                    onChoose={(role) => handleChange(n, at, role || null)}
                  />
                )}
              </Field>
            )
          })}
        </fieldset>
      ))}
    </details>
  )
}

const hintOf = (samples: readonly string[]) => samples.slice(0, 3).join(', ').slice(0, 80)

/** A role has one column: the previous one loses it. */
function changed(columns: LogColumns, at: number, role: Role | null): LogColumns {
  return columns.map((before, other) => {
    if (other === at) return role
    return before === role && role !== null && !MANY.includes(role) ? null : before
  })
}
