import { t } from '#shared/words/words.ts'
import { backupFile, useBackup } from '../../forms/useBackup.tsx'
import { saveFile } from '../../ui/browser/saveFile.ts'
import { dayAndTime } from '../../ui/text/time.ts'
import styles from './Drawer.module.css'
import { restoredText, strangersText } from './drawerWords.ts'

/** Backup of unsent work as a file, and restore. */
export function UnsentFiles() {
  const { told, buttons } = useBackup({
    label: t('File of unsent work'),
    save: t('Save as a file'),
    restore: t('Restore from a file'),
    size: 's',
    write: saveUnsent,
    describe: async ({ savedAt }, found) => {
      const saved = t('Saved {time}.', { time: dayAndTime(savedAt, Date.now()) })
      return `${saved} ${restoredText(found)} ${strangersText(found)}`
    },
    restored: async (_file, done) => restoredText(done),
  })
  return (
    <section
      className={`stack tight small ${styles.files}`}
      aria-label={t('Unsent work as a file')}
    >
      <p className="muted">
        {t('Before you reset this device, keep what the server does not have yet as a file.')}
      </p>
      {told}
      {buttons}
    </section>
  )
}

async function saveUnsent(): Promise<string> {
  const { collectUnsent, unsentFileName, unsentIn, writeBackupFile } = await backupFile()
  const file = await collectUnsent()
  if (unsentIn(file) === 0) return t('Nothing is unsent.')
  saveFile(await writeBackupFile(file), unsentFileName(file.savedAt))
  return t('Saved among your downloads. It stays on this device as well.')
}
