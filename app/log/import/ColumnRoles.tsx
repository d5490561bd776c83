import type { LogFile } from './logFile.ts'

import { Field } from '../../ui/controls/Field.tsx'
import { MANY, ROLES, type LogColumns, type Role } from './columns.ts'
import styles from './import.module.css'
import { t } from '#shared/words/words.ts'

interface ColumnRolesProps {
  file: LogFile
  onChange: (tables: LogFile['tables']) => void
}

/** Which column is what: as the heads say, and as the person does. Folded away where an app is known. */
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
                  <select
                    {...control}
                    className={styles.select}
                    value={known.columns[at] ?? ''}
                    onChange={({ target }) => handleChange(n, at, roleOf(target.value))}
                  >
                    <option value="">{t('Leave out')}</option>
                    {Object.entries(ROLES).map(([role, name]) => (
                      <option key={role} value={role}>
                        {name()}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
            )
          })}
        </fieldset>
      ))}
    </details>
  )
}

const roleOf = (value: string): Role | null =>
  Object.hasOwn(ROLES, value) ? (value as Role) : null

const hintOf = (samples: readonly string[]) => samples.slice(0, 3).join(', ').slice(0, 80)

/** A value has one source: the column that had it before gives it up. */
function changed(columns: LogColumns, at: number, role: Role | null): LogColumns {
  return columns.map((before, other) => {
    if (other === at) return role
    return before === role && role !== null && !MANY.includes(role) ? null : before
  })
}
