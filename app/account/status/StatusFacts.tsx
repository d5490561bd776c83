import type { ReactNode } from 'react'

import type { Overview, Setting } from './statusData.ts'

import { Badge } from '../../ui/Badge.tsx'
import styles from '../account.module.css'
import dashboard from '../catalogue/Dashboard.module.css'
import look from './Status.module.css'
import { bytes, count, duration } from './statusWords.ts'

/** Versions, the database and the disk. */
export function StatusFacts({ overview: { versions, database, disk } }: { overview: Overview }) {
  const { migrations, standby } = database
  return (
    <section aria-labelledby="facts">
      <h2 id="facts" className={styles.mainTitle}>
        Versions, database and disk
      </h2>
      <div className={styles.form}>
        <dl className={`card ${styles.pad} ${look.facts}`}>
          <Fact name="Wrenchlist">
            {versions.wrenchlist}
            {versions.commit && (
              <>
                {' '}
                <span className="mono">{versions.commit}</span>
              </>
            )}
          </Fact>
          <Fact name="Node">{versions.node}</Fact>
          <Fact name="PostgreSQL">{versions.postgres}</Fact>
          <Fact name="Answered by">
            {versions.host}, running for {duration(versions.uptime)}
          </Fact>
          <Fact name="Schema">
            <span className="mono">{versions.schema}</span>, {count(migrations.done)} migrations
            {migrations.missing.length > 0 && `, missing: ${migrations.missing.join(', ')}`}
            {migrations.unknown.length > 0 &&
              `, of a newer version: ${migrations.unknown.join(', ')}`}
          </Fact>
          <Fact name="Database">{bytes(database.bytes)}</Fact>
          <Fact name="Connections">
            {count(database.connections)} of {count(database.maxConnections)}
          </Fact>
          <Fact name="Standby">{standbyWords(standby)}</Fact>
          <Fact name="Disk">
            {disk ? (
              <>
                {bytes(disk.free)} of {bytes(disk.total)} free{' '}
                {disk.free < disk.total / 10 && <Badge tone="bad">Nearly full</Badge>}
                <div className="muted small mono">{disk.path}</div>
              </>
            ) : (
              'not known'
            )}
          </Fact>
        </dl>
        <div className={`card ${look.listed}`}>
          <table className={dashboard.table}>
            <caption>Biggest tables</caption>
            <thead>
              <tr>
                <th scope="col">Table</th>
                <th scope="col">Rows, about</th>
                <th scope="col">Size</th>
              </tr>
            </thead>
            <tbody>
              {database.tables.map((table) => (
                <tr key={table.name}>
                  <th scope="row" className="mono">
                    {table.name}
                  </th>
                  <td className="num">{count(table.rows)}</td>
                  <td className="num">{bytes(table.bytes)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

function standbyWords(standby: Overview['database']['standby']): string {
  if (!standby) return 'none (DATABASE_REPLICA_URL)'
  const { isUsed, why, behindBytes } = standby
  const behind = behindBytes === null ? '' : `, ${bytes(Math.max(0, behindBytes))} behind`
  return isUsed ? `answers strangers${behind}` : `not used: ${why}${behind}`
}

/** Every setting as it is in force; of a secret only that there is one. */
export function StatusSettings({ settings }: { settings: Setting[] }) {
  return (
    <section aria-labelledby="settings">
      <h2 id="settings" className={styles.mainTitle}>
        Settings
      </h2>
      <div className={`card ${look.listed}`}>
        <table className={dashboard.table}>
          <thead>
            <tr>
              <th scope="col">Variable</th>
              <th scope="col">In force</th>
            </tr>
          </thead>
          <tbody>
            {settings.map(({ name, value, isSet }) => (
              <tr key={name}>
                <th scope="row" className="mono">
                  {name}
                </th>
                <td>{value ?? <span className="muted">{isSet ? 'set' : 'not set'}</span>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
