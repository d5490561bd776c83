import type { ListedBackup } from '#shared/admin/status.ts'

import { Badge } from '../../ui/blocks/Badge.tsx'
import styles from '../../forms/forms.module.css'
import { ActButtons, useActs } from '../desk/acts.tsx'
import { Fold, type Row, Rows, Titled, useWhen } from '../desk/AdminList.tsx'
import { decideOn, post } from '../desk/adminData.ts'
import { Code } from '../desk/figures.tsx'
import { saveBackup } from './statusData.ts'
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
  const when = useWhen()
  const acts = useActs(onChanged)
  const isMaking = backups.some(({ state }) => state === 'making')
  const whole = backups.find(({ state }) => state === 'made')

  const rowOf = ({ id, state, madeBy, host, path, ...backup }: ListedBackup): Row => ({
    key: id,
    title: (
      <>
        {when(backup.createdAt)}
        {state === 'making' && <Badge tone="wait">{t('Being made')}</Badge>}
        {state === 'failed' && <Badge tone="bad">{t('Failed')}</Badge>}
        {backup.bytes !== null && <span className="muted small">{bytes(backup.bytes)}</span>}
      </>
    ),
    text: (
      <>
        {madeBy ? (
          <T
            text="By {madeBy}, on {host}: {path}."
            madeBy={madeBy}
            host={host}
            path={<span className="mono">{path}</span>}
          />
        ) : (
          <>
            {host}: <span className="mono">{path}</span>.
          </>
        )}{' '}
        {t('Goes {time}.', { time: when(backup.until) })}
      </>
    ),
    acts: [
      state === 'made' && { name: t('Download'), call: () => saveBackup(id) },
      state !== 'making' && {
        name: t('Remove'),
        question: {
          title: t('Remove this backup?'),
          words: [t('Remove'), t('Removing...')],
          text: t('The file goes for good.'),
        },
        call: () => decideOn('backups', id, 'remove'),
        said: { title: t('Backup removed') },
      },
    ],
  })

  return (
    <Titled id="backups" title={t('Backups')}>
      <div className={styles.form}>
        <div className={`card ${styles.pad} ${styles.form}`}>
          <p>
            {t(
              'One file of all there is, made while people go on working. It is not encrypted: whoever has it has every account. It stays here for a week; keep one elsewhere.',
            )}
          </p>
          <div>
            <ActButtons
              of={acts}
              acts={[
                {
                  name: isMaking ? t('Making a backup...') : t('Make a backup'),
                  variant: 'primary',
                  isOff: isMaking,
                  call: () => post(['backups'], {}),
                },
              ]}
            />
          </div>
          {acts.result}
        </div>
        {backups.length > 0 && <Rows of={backups.map(rowOf)} acts={acts} />}
        <Restore path={whole?.path ?? 'FILE'} />
      </div>
    </Titled>
  )
}

/** Instructions only: a press must not replace today's data. */
function Restore({ path }: { path: string }) {
  return (
    <Fold name={t('Restore one')}>
      <div className={styles.form}>
        <p>
          {t(
            'Into a new, empty folder or database, on the machine that has the file. This server goes on with its own data meanwhile; start it with the new folder or database when you have looked at it.',
          )}
        </p>
        <Code
          name={t('Into a new folder')}
          text={`DATA_DIR=./data-restored npm run restore -- ${path}`}
        />
        <Code
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
    </Fold>
  )
}
