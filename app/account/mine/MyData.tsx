import { useState } from 'react'

import type { BackupFacts } from '../../data/backup/backupFacts.ts'
import type { Restored } from '../../data/backup/restoreBackup.ts'
import type { BackupFile } from '../../data/backup/backupFile.ts'

import { parts } from '#shared/kinds/partCounts.ts'
import { sumWords } from '#shared/kinds/priceSum.ts'
import { eitherOf, many, t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { FileButton } from '../../ui/controls/FileButton.tsx'
import { DownloadIcon, SaveIcon } from '../../ui/blocks/icons.tsx'
import { saveFile } from '../../ui/browser/saveFile.ts'
import { dayAndTime } from '../../ui/text/time.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import { CardRow } from '../../forms/CardRow.tsx'

type Step =
  | { kind: 'said'; text: string; isBad: boolean }
  | { kind: 'preview'; file: BackupFile; facts: BackupFacts; found: Restored }

const SILENT: Step = { kind: 'said', text: '', isBad: false }
const said = (text: string): Step => ({ kind: 'said', text, isBad: false })
const failed = (text: string): Step => ({ kind: 'said', text, isBad: true })

/** Backup of this device as a file, and restore. */
export function MyData() {
  const now = useNow()
  const [step, setStep] = useState<Step>(SILENT)
  const [isBusy, setBusy] = useState(false)

  async function handleSave() {
    setBusy(true)
    setStep(said(t('Writing the file...')))
    setStep(
      await saveBackup().catch(failureOf(t('The file could not be made. Nothing has changed.'))),
    )
    setBusy(false)
  }

  async function handleChosen(chosen: File) {
    setStep(said(t('Reading the file...')))
    setStep(
      await preview(chosen).catch(
        failureOf(t('This file could not be read. Nothing was taken from it.')),
      ),
    )
  }

  async function handleRestore(file: BackupFile, facts: BackupFacts) {
    setBusy(true)
    setStep(said(t('Storing it. Keep this page open.')))
    try {
      const { restoreBackup } = await import('../../data/backup/restoreBackup.ts')
      await restoreBackup(file)
      setStep(said(t('Restored: {facts}.', { facts: factsText(facts) })))
    } catch {
      setStep(failed(t('This device could not store it. Nothing was taken from the file.')))
    }
    setBusy(false)
  }

  return (
    <CardRow
      icon={<SaveIcon />}
      title={t('Backup of everything on this device')}
      name="backup"
      isTall
      text={
        <>
          <p>
            {t(
              'One file with all your kits, sent or not, your comments on them, the versions this device has, and your maintenance log. Keep it elsewhere: what browsers store can be lost with the device.',
            )}
          </p>
          <div role="status">
            {step.kind === 'said' && !step.isBad && step.text}
            {step.kind === 'preview' && <Found {...step} now={now} />}
          </div>
          {step.kind === 'said' && step.isBad && <p role="alert">{step.text}</p>}
        </>
      }
      action={
        <div className="row wrap">
          {step.kind === 'preview' ? (
            <>
              {step.found.changes > 0 && (
                <Button variant="primary" onClick={() => void handleRestore(step.file, step.facts)}>
                  {t('Restore')}
                </Button>
              )}
              <Button onClick={() => setStep(SILENT)}>
                {step.found.changes > 0 ? t('Cancel') : t('Close')}
              </Button>
            </>
          ) : (
            <>
              <Button aria-disabled={isBusy} onClick={() => void (isBusy || handleSave())}>
                <DownloadIcon />
                {t('Save a backup')}
              </Button>
              <FileButton
                variant="ghost"
                label={t('Backup file')}
                accept=".json,application/json"
                onFile={(file) => void (isBusy || handleChosen(file))}
              >
                {t('Restore a backup')}
              </FileButton>
            </>
          )}
        </div>
      }
    />
  )
}

function Found({
  file,
  facts,
  found,
  now,
}: {
  file: BackupFile
  facts: BackupFacts
  found: Restored
  now: number
}) {
  const { changes, copies, strangers } = found
  return (
    <>
      <p>
        <T
          text="{factsText}, saved {time}."
          factsText={<b>{factsText(facts)}</b>}
          time={dayAndTime(file.savedAt, now)}
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

async function saveBackup(): Promise<Step> {
  const [{ collectBackup, unsentFileName, writeBackupFile }, { backupFacts }] = await Promise.all([
    import('../../data/backup/backupFile.ts'),
    import('../../data/backup/backupFacts.ts'),
  ])
  const file = await collectBackup()
  const facts = backupFacts(file)
  if (facts.kits === 0 && file.pending.length === 0)
    return said(t('There is nothing to back up yet.'))
  saveFile(await writeBackupFile(file), unsentFileName(file.savedAt, 'backup'))
  return said(t('Saved among your downloads: {facts}.', { facts: factsText(facts) }))
}

async function preview(chosen: File): Promise<Step> {
  const [{ readBackupFile }, { previewBackup }, { backupFacts }] = await Promise.all([
    import('../../data/backup/backupFile.ts'),
    import('../../data/backup/restoreBackup.ts'),
    import('../../data/backup/backupFacts.ts'),
  ])
  const file = await readBackupFile(chosen)
  return { kind: 'preview', file, facts: backupFacts(file), found: await previewBackup(file) }
}

/** The file's own error, else these words. */
function failureOf(otherwise: string) {
  return async (error: unknown): Promise<Step> => {
    const { FileProblem } = await import('../../data/backup/backupFile.ts')
    return failed(error instanceof FileProblem ? error.message : otherwise)
  }
}

function factsText({ kits, lines, sum }: BackupFacts): string {
  return `${many(kits, '{count} kit', '{count} kits')}, ${parts(lines)}, ${sumWords(sum)}`
}
