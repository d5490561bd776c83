import { type ReactNode, useState } from 'react'

import type { BackupFile } from '../data/backup/backupFile.ts'
import type { Restored } from '../data/backup/restoreBackup.ts'

import { t } from '#shared/words/words.ts'
import { DownloadIcon } from '../ui/blocks/icons.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { FileButton } from '../ui/controls/FileButton.tsx'

/** Loaded on the first press, offline from the worker's cache. */
export const backupFile = () => import('../data/backup/backupFile.ts')
const restoring = () => import('../data/backup/restoreBackup.ts')

interface Step {
  said: ReactNode
  isBad?: boolean
  /** A file that was read, before it is restored. */
  file?: BackupFile
  isNew?: boolean
}

const SILENT: Step = { said: '' }

/**
 * Work of this device as a file, and back.
 * @param options.write saves the file @returns what came of it, in words
 * @param options.describe content of a file, before the restore
 * @param options.restored the same after it, in words
 * @returns what is going on, announced; and the buttons
 */
export function useBackup(options: {
  /** Name of the file field. */
  label: string
  save: string
  restore: string
  size?: 's'
  write: () => Promise<string>
  describe: (file: BackupFile, found: Restored) => Promise<ReactNode>
  restored: (file: BackupFile, done: Restored) => Promise<string>
}) {
  const { label, save, restore, size = 'm', write, describe, restored } = options
  const [step, setStep] = useState(SILENT)
  const [isBusy, setBusy] = useState(false)
  const { said, isBad, file, isNew } = step

  async function run(meanwhile: string, otherwise: string, act: () => Promise<Step>) {
    if (isBusy) return
    setBusy(true)
    setStep({ said: meanwhile })
    setStep(await act().catch((error: unknown) => failureOf(error, otherwise)))
    setBusy(false)
  }

  const handleSave = () =>
    run(
      t('Writing the file...'),
      t('The file could not be made. Nothing has changed.'),
      async () => ({ said: await write() }),
    )

  const handleChosen = (chosen: File) =>
    run(
      t('Reading the file...'),
      t('This file could not be read. Nothing was taken from it.'),
      async () => {
        const [{ readBackupFile }, { previewBackup }] = await Promise.all([
          backupFile(),
          restoring(),
        ])
        const read = await readBackupFile(chosen)
        const found = await previewBackup(read)
        return { said: await describe(read, found), file: read, isNew: found.changes > 0 }
      },
    )

  const handleRestore = (chosen: BackupFile) =>
    run(
      t('Storing it. Keep this page open.'),
      t('This device could not store it. Nothing was taken from the file.'),
      async () => {
        const done = await (await restoring()).restoreBackup(chosen)
        return { said: t('Restored: {what}', { what: await restored(chosen, done) }) }
      },
    )

  const told = (
    <>
      <div role="status">{!isBad && said}</div>
      {isBad && <p role="alert">{said}</p>}
    </>
  )
  const buttons = (
    <div className="row wrap">
      {file ? (
        <>
          {isNew && (
            <Button variant="primary" size={size} onClick={() => void handleRestore(file)}>
              {t('Restore')}
            </Button>
          )}
          <Button size={size} onClick={() => setStep(SILENT)}>
            {isNew ? t('Cancel') : t('Close')}
          </Button>
        </>
      ) : (
        <>
          <Button size={size} aria-disabled={isBusy} onClick={() => void handleSave()}>
            <DownloadIcon />
            {save}
          </Button>
          <FileButton
            size={size}
            variant="ghost"
            label={label}
            accept=".json,application/json"
            onFile={(chosen) => void handleChosen(chosen)}
          >
            {restore}
          </FileButton>
        </>
      )}
    </div>
  )
  return { told, buttons }
}

/** The file's own error, else these words. */
async function failureOf(error: unknown, otherwise: string): Promise<Step> {
  const known = await backupFile().catch(() => null)
  const isTold = known !== null && error instanceof known.FileProblem
  return { said: isTold ? error.message : otherwise, isBad: true }
}
