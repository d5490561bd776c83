import { ColumnChoices } from '../../show/ColumnChoices.tsx'
import { MANY, ROLES, type Role } from './columns.ts'
import styles from './import.module.css'
import type { LogFile } from './logFile.ts'
import { t } from '#shared/words/words.ts'

interface ColumnRolesProps {
  file: LogFile
  onChange: (tables: LogFile['tables']) => void
}

/** Roles of the columns, guessed from the heads. Collapsed for a known app. */
export function ColumnRoles({ file: { app, tables }, onChange }: ColumnRolesProps) {
  const roles = (Object.keys(ROLES) as Role[]).map((role) => [role, ROLES[role]()] as const)
  return (
    <details className={styles.columns} open={app === ''}>
      <summary>{t('Columns')}</summary>
      {tables.map((one) => {
        const { table, known } = one
        return (
          <fieldset key={table.rows[0]?.number}>
            {table.name && <legend>{table.name}</legend>}
            <ColumnChoices
              heads={table.heads}
              rows={table.rows.map(({ cells }) => cells)}
              columns={known.columns}
              roles={roles}
              many={MANY}
              onChange={(columns) =>
                onChange(
                  tables.map((each) =>
                    each === one ? { table, known: { ...known, columns } } : each,
                  ),
                )
              }
            />
          </fieldset>
        )
      })}
    </details>
  )
}
