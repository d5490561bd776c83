import type { BackupFile } from '../../data/backup/backupFile.ts'
import type { Restored } from '../../data/backup/restoreBackup.ts'

import { parts } from '#shared/kinds/partCounts.ts'
import { sumWords } from '#shared/kinds/priceSum.ts'
import { eitherOf, many, t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import { SaveIcon } from '../../ui/blocks/icons.tsx'
import { saveFile } from '../../ui/browser/saveFile.ts'
import { dayAndTime } from '../../ui/text/time.ts'
import { CardRow } from '../../forms/CardRow.tsx'
import { backupFile, useBackup } from '../../forms/useBackup.tsx'

/** Backup of this device as a file, and restore. */
export function MyData() {
  const { told, buttons } = useBackup({
    label: t('Backup file'),
    save: t('Save a backup'),
    restore: t('Restore a backup'),
    write: saveBackup,
    describe,
    restored: async (file) => `${await factsText(file)}.`,
  })
  return (
    <CardRow
      icon={<SaveIcon />}
      title={t('Backup of everything on this device')}
      name="backup"
      isTall
      text={
        <>
          <p>
            <T text="One file with all your kits, sent or not, your comments on them, the versions this device has, and your maintenance log. Keep it elsewhere: what browsers store can be lost with the device." />
          </p>
          {told}
        </>
      }
      action={buttons}
    />
  )
}

async function describe(file: BackupFile, { changes, copies, strangers }: Restored) {
  return (
    <>
      <p>
        <T
          text="{factsText}, saved {time}."
          factsText={<b>{await factsText(file)}</b>}
          time={dayAndTime(file.savedAt, Date.now())}
        />
      </p>
      {changes === 0 && <p>{t('Everything in it is on this device already.')}</p>}
      {copies > 0 && (
        <p>
          {t(
            '{copies} of them come in as copies with new links, because they were begun on another device or account.',
            { copies },
          )}
        </p>
      )}
      {strangers.length > 0 && (
        <p>
          {t('Sign in as {strangers} first to have them under that account.', {
            strangers: eitherOf(strangers),
          })}
        </p>
      )}
    </>
  )
}

async function saveBackup(): Promise<string> {
  const { collectBackup, unsentFileName, writeBackupFile } = await backupFile()
  const file = await collectBackup()
  if ((await factsOf(file)).kits === 0 && file.pending.length === 0)
    return t('There is nothing to back up yet.')
  saveFile(await writeBackupFile(file), unsentFileName(file.savedAt, 'backup'))
  return t('Saved among your downloads: {facts}.', { facts: await factsText(file) })
}

const factsOf = async (file: BackupFile) =>
  (await import('../../data/backup/backupFacts.ts')).backupFacts(file)

async function factsText(file: BackupFile): Promise<string> {
  const { kits, lines, sum } = await factsOf(file)
  return `${many(kits, '{count} kit', '{count} kits')}, ${parts(lines)}, ${sumWords(sum)}`
}
