import type { Overview, ShownSetting } from '#shared/admin/status.ts'

import { Badge } from '../../ui/blocks/Badge.tsx'
import styles from '../../forms/forms.module.css'
import look from '../desk/Admin.module.css'
import { Fold, Small, Titled } from '../desk/AdminList.tsx'
import { AdminTable, Facts } from '../desk/figures.tsx'
import { bytes, duration } from './statusWords.ts'
import { many, numberText, t } from '#shared/words/words.ts'

/** Versions, the database and the disk. */
export function StatusFacts({ overview: { versions, database, disk } }: { overview: Overview }) {
  return (
    <Titled id="facts" title={t('Versions, database and disk')}>
      <div className={styles.form}>
        <Facts
          className={`card ${styles.pad}`}
          of={{
            Wrenchlist: (
              <>
                {versions.wrenchlist} <span className="mono">{versions.commit}</span>
              </>
            ),
            Node: versions.node,
            PostgreSQL: <PostgresFacts versions={versions} />,
            [t('Answered by')]: t('{host}, running for {duration}', {
              host: versions.host,
              duration: duration(versions.uptime),
            }),
            [t('Schema')]: (
              <>
                <span className="mono">{versions.schema}</span>, {migrationWords(database)}
              </>
            ),
            [t('Database')]: bytes(database.bytes),
            [t('Connections')]: t('{used} of {all}', {
              used: database.connections,
              all: database.maxConnections,
            }),
            [t('Disk')]: disk ? <DiskFacts disk={disk} /> : t('not known'),
          }}
        />
        <div className={`card ${look.listed}`}>
          <AdminTable
            className={look.table}
            caption={t('Biggest tables')}
            heads={[
              [t('Table'), 'mono'],
              [t('Rows, about'), 'num'],
              [t('Size'), 'num'],
            ]}
            rows={database.tables.map((table) => ({
              key: table.name,
              cells: [table.name, numberText(table.rows), bytes(table.bytes)],
            }))}
          />
        </div>
      </div>
    </Titled>
  )
}

function PostgresFacts({ versions }: Pick<Overview, 'versions'>) {
  const { postgres, newerPostgres: version, isOwnPostgres } = versions
  return (
    <>
      {postgres}
      {version && (
        <>
          {' '}
          <Badge tone="bad">{t('Out of date')}</Badge>
          <Small>{t('Update to {version}: minor releases fix security holes.', { version })}</Small>
        </>
      )}
      {isOwnPostgres && (
        <Small>{t('Started by Wrenchlist. A public installation sets DATABASE_URL.')}</Small>
      )}
    </>
  )
}

function migrationWords({ migrations: { done, missing, unknown } }: Overview['database']): string {
  return [
    many(done, '{count} migration', '{count} migrations'),
    missing.length > 0 && t('missing: {names}', { names: missing.join(', ') }),
    unknown.length > 0 && t('of a newer version: {names}', { names: unknown.join(', ') }),
  ]
    .filter(Boolean)
    .join(', ')
}

function DiskFacts({ disk: { path, free, total } }: { disk: NonNullable<Overview['disk']> }) {
  return (
    <>
      {t('{free} of {total} free', { free: bytes(free), total: bytes(total) })}{' '}
      {free < total / 10 && <Badge tone="bad">{t('Nearly full')}</Badge>}
      <div className="muted small mono">{path}</div>
    </>
  )
}

/**
 * Settings in force; secrets only as set or not.
 * @param props.defaults names of those nobody gave a value: folded
 */
export function StatusSettings({
  settings,
  defaults = [],
}: {
  settings: ShownSetting[]
  defaults?: string[] | undefined
}) {
  const [usual, given] = [true, false].map((is) =>
    settings.filter(({ name }) => defaults.includes(name) === is),
  )
  return (
    <Titled id="settings" title={t('Settings')}>
      <Settings of={given} />
      {defaults.length > 0 && (
        <Fold name={t('As they are by themselves')}>
          <Settings of={usual} />
        </Fold>
      )}
    </Titled>
  )
}

function Settings({ of = [] }: { of: ShownSetting[] | undefined }) {
  return (
    <div className={`card ${look.listed}`}>
      <AdminTable
        className={look.table}
        heads={[[t('Variable'), 'mono'], [t('In force')]]}
        rows={of.map(({ name, value, isSet }) => ({
          key: name,
          cells: [
            name,
            value ?? (
              <span key={name} className="muted">
                {isSet ? t('set') : t('not set')}
              </span>
            ),
          ],
        }))}
      />
    </div>
  )
}
