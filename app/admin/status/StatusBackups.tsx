import type { ListedBackup } from '#shared/admin/status.ts'

import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../../forms/forms.module.css'
import { AdminConfirm } from '../../forms/AdminConfirm.tsx'
import { FormResult } from '../../forms/FormParts.tsx'
import { useDecision } from '../../forms/useDecision.ts'
import desk from '../catalogue/Dashboard.module.css'
import look from './Status.module.css'
import { makeBackup, removeBackup, saveBackup } from './statusData.ts'
import { bytes } from './statusWords.ts'
import { t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'

/** Backups of this week: made, downloaded, and how to restore one. */
export function StatusBackups({
  backups,
  onChanged,
}: {
  backups: ListedBackup[]
  onChanged: () => void
}) {
  const now = useNow()
  const { asked, ask, decide, run, isBusy, failure, question } =
    useDecision<ListedBackup>(onChanged)
  const isMaking = backups.some(({ state }) => state === 'making')
  const whole = backups.find(({ state }) => state === 'made')

  return (
    <section aria-labelledby="backups">
      <h2 id="backups" className={styles.mainTitle}>
        {t('Backups')}
      </h2>
      <div className={styles.form}>
        <div className={`card ${styles.pad} ${styles.form}`}>
          <p>
            {t(
              'One file of all there is, made while people go on working. It is not encrypted: whoever has it has every account. It stays here for a week; keep one elsewhere.',
            )}
          </p>
          <div>
            <Button
              variant="primary"
              aria-disabled={isBusy || isMaking}
              onClick={() => !isMaking && void decide(makeBackup)}
            >
              {isMaking ? t('Making a backup...') : t('Make a backup')}
            </Button>
          </div>
          {failure !== undefined && <FormResult text={failure} />}
        </div>
        {backups.length > 0 && (
          <ul className="card">
            {backups.map((backup) => (
              <li className={styles.item} key={backup.id}>
                <div className={styles.rowTitle}>
                  {dayAndTime(Date.parse(backup.createdAt), now)}
                  {backup.state === 'making' && <Badge tone="wait">{t('Being made')}</Badge>}
                  {backup.state === 'failed' && <Badge tone="bad">{t('Failed')}</Badge>}
                  {backup.bytes !== null && (
                    <span className="muted small">{bytes(backup.bytes)}</span>
                  )}
                </div>
                <div className="muted small">
                  {backup.madeBy ? (
                    <T
                      text="By {madeBy}, on {host}: {path}."
                      madeBy={backup.madeBy}
                      host={backup.host}
                      path={<span className="mono">{backup.path}</span>}
                    />
                  ) : (
                    <>
                      {backup.host}: <span className="mono">{backup.path}</span>.
                    </>
                  )}{' '}
                  {t('Goes {time}.', { time: dayAndTime(Date.parse(backup.until), now) })}
                </div>
                {backup.state !== 'making' && (
                  <div className={styles.itemActions}>
                    {backup.state === 'made' && (
                      <Button
                        aria-disabled={isBusy}
                        onClick={() => void run(() => saveBackup(backup.id))}
                      >
                        {t('Download')}
                      </Button>
                    )}
                    <Button onClick={() => ask(backup)}>{t('Remove')}</Button>
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
        <Restore path={whole?.path ?? 'FILE'} />
      </div>
      <AdminConfirm
        {...question}
        title={t('Remove this backup?')}
        words={{ idle: t('Remove'), busy: t('Removing...') }}
        onConfirm={() =>
          asked && void decide(() => removeBackup(asked.id), { title: t('Backup removed') })
        }
      >
        <p>{t('The file goes for good.')}</p>
      </AdminConfirm>
    </section>
  )
}

/** Instructions only: a press must not replace today's data. */
function Restore({ path }: { path: string }) {
  return (
    <details className={`${desk.fold} ${look.figures}`}>
      <summary>{t('Restore one')}</summary>
      <div className={styles.form}>
        <p>
          {t(
            'Into a new, empty folder or database, on the machine that has the file. This server goes on with its own data meanwhile; start it with the new folder or database when you have looked at it.',
          )}
        </p>
        <Command
          name={t('Into a new folder')}
          text={`DATA_DIR=./data-restored npm run restore -- ${path}`}
        />
        <Command
          name={t('Into a new database')}
          text={`DATABASE_URL=postgresql://user:password@host:5432/restored npm run restore -- ${path}`}
        />
        <p>
          <T
            text="<b>What a restore does:</b> everybody has to sign in again, links in mail are void, and devices bring back what they have and the backup has not. A database with something in it is refused. With <span>--replace</span> what is in it goes for good."
            b={(text) => <b>{text}</b>}
            span={(text) => <span className="mono">{text}</span>}
          />
        </p>
      </div>
    </details>
  )
}

function Command({ name, text }: { name: string; text: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and has to do so without a pointer
    <pre className={`${desk.code} ${look.command}`} tabIndex={0} role="region" aria-label={name}>
      {text}
    </pre>
  )
}
