import type { ReactNode } from 'react'

import type { Overview, ShownSetting } from '#shared/admin/status.ts'

import { Badge } from '../../ui/blocks/Badge.tsx'
import styles from '../../forms/forms.module.css'
import dashboard from '../catalogue/Dashboard.module.css'
import look from './Status.module.css'
import { bytes, duration } from './statusWords.ts'
import { many, numberText, t } from '#shared/words/words.ts'

/** Versions, the database and the disk. */
export function StatusFacts({ overview: { versions, database, disk } }: { overview: Overview }) {
  const { migrations } = database
  return (
    <section aria-labelledby="facts">
      <h2 id="facts" className={styles.mainTitle}>
        {t('Versions, database and disk')}
      </h2>
      <div className={styles.form}>
        <dl className={`card ${styles.pad} ${dashboard.facts}`}>
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
          <Fact name="PostgreSQL">
            {versions.postgres}
            {versions.newerPostgres && (
              <>
                {' '}
                <Badge tone="bad">{t('Out of date')}</Badge>
                <div className="muted small">
                  {t('Update to {version}: minor releases fix security holes.', {
                    version: versions.newerPostgres,
                  })}
                </div>
              </>
            )}
            {versions.isOwnPostgres && (
              <div className="muted small">
                {t('Started by Wrenchlist. A public installation sets DATABASE_URL.')}
              </div>
            )}
          </Fact>
          <Fact name={t('Answered by')}>
            {t('{host}, running for {duration}', {
              host: versions.host,
              duration: duration(versions.uptime),
            })}
          </Fact>
          <Fact name={t('Schema')}>
            <span className="mono">{versions.schema}</span>,{' '}
            {many(migrations.done, '{count} migration', '{count} migrations')}
            {migrations.missing.length > 0 &&
              `, ${t('missing: {names}', { names: migrations.missing.join(', ') })}`}
            {migrations.unknown.length > 0 &&
              `, ${t('of a newer version: {names}', { names: migrations.unknown.join(', ') })}`}
          </Fact>
          <Fact name={t('Database')}>{bytes(database.bytes)}</Fact>
          <Fact name={t('Connections')}>
            {t('{used} of {all}', {
              used: database.connections,
              all: database.maxConnections,
            })}
          </Fact>
          <Fact name={t('Disk')}>
            {disk ? (
              <>
                {t('{free} of {total} free', { free: bytes(disk.free), total: bytes(disk.total) })}{' '}
                {disk.free < disk.total / 10 && <Badge tone="bad">{t('Nearly full')}</Badge>}
                <div className="muted small mono">{disk.path}</div>
              </>
            ) : (
              t('not known')
            )}
          </Fact>
        </dl>
        <div className={`card ${look.listed}`}>
          <table className={dashboard.table}>
            <caption>{t('Biggest tables')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('Table')}</th>
                <th scope="col">{t('Rows, about')}</th>
                <th scope="col">{t('Size')}</th>
              </tr>
            </thead>
            <tbody>
              {database.tables.map((table) => (
                <tr key={table.name}>
                  <th scope="row" className="mono">
                    {table.name}
                  </th>
                  <td className="num">{numberText(table.rows)}</td>
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

/** Settings in force; secrets only as set or not. */
export function StatusSettings({ settings }: { settings: ShownSetting[] }) {
  return (
    <section aria-labelledby="settings">
      <h2 id="settings" className={styles.mainTitle}>
        {t('Settings')}
      </h2>
      <div className={`card ${look.listed}`}>
        <table className={dashboard.table}>
          <thead>
            <tr>
              <th scope="col">{t('Variable')}</th>
              <th scope="col">{t('In force')}</th>
            </tr>
          </thead>
          <tbody>
            {settings.map(({ name, value, isSet }) => (
              <tr key={name}>
                <th scope="row" className="mono">
                  {name}
                </th>
                <td>{value ?? <span className="muted">{isSet ? t('set') : t('not set')}</span>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
