import { useState } from 'react'

import type { Restored } from '../../data/backup/restoreBackup.ts'
import type { BackupFile } from '../../data/backup/backupFile.ts'

import { Button } from '../../ui/controls/Button.tsx'
import { FileButton } from '../../ui/controls/FileButton.tsx'
import { DownloadIcon } from '../../ui/blocks/icons.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import styles from './Drawer.module.css'
import { restoredText, strangersText } from './drawerWords.ts'
import { saveFile } from '../../ui/browser/saveFile.ts'
import { later, say, t } from '#shared/words/words.ts'

/** Loaded on the first press, offline from the worker's cache. */
const unsentFile = () => import('../../data/backup/backupFile.ts')
const restoring = () => import('../../data/backup/restoreBackup.ts')

/** Above this a restore is slow enough to show its progress. */
const MANY = 2_000

type Step =
  | { kind: 'idle'; said: string }
  | { kind: 'failed'; said: string }
  | { kind: 'preview'; file: BackupFile; found: Restored }

const IDLE: Step = { kind: 'idle', said: '' }
const NOT_READ = later('This file could not be read. Nothing was taken from it.')
const NOT_STORED = later('This device could not store it. Nothing was taken from the file.')

/** Backup of unsent work as a file, and restore. */
export function UnsentFiles({ now }: { now: number }) {
  const [step, setStep] = useState<Step>(IDLE)

  async function handleSave() {
    try {
      const { collectUnsent, unsentFileName, unsentIn, writeBackupFile } = await unsentFile()
      const file = await collectUnsent()
      if (unsentIn(file) > MANY) setStep({ kind: 'idle', said: t('Writing the file...') })
      if (unsentIn(file) === 0) return setStep({ kind: 'idle', said: t('Nothing is unsent.') })
      saveFile(await writeBackupFile(file), unsentFileName(file.savedAt))
      setStep({
        kind: 'idle',
        said: t('Saved among your downloads. It stays on this device as well.'),
      })
    } catch {
      setStep({ kind: 'failed', said: t('The file could not be made. Nothing has changed.') })
    }
  }

  async function handleChosen(chosen: File) {
    try {
      const [{ FileProblem, readBackupFile }, { previewBackup }] = await Promise.all([
        unsentFile(),
        restoring(),
      ])
      const file = await readBackupFile(chosen).catch((error: unknown) => {
        if (error instanceof FileProblem) return error.message
        throw error
      })
      if (typeof file === 'string') setStep({ kind: 'failed', said: file })
      else setStep({ kind: 'preview', file, found: await previewBackup(file) })
    } catch {
      setStep({ kind: 'failed', said: say(NOT_READ) })
    }
  }

  async function handleRestore(file: BackupFile) {
    const isLong = file.pending.length + file.known.length > MANY
    if (isLong) setStep({ kind: 'idle', said: t('Storing it. Keep this page open.') })
    try {
      const { restoreBackup } = await restoring()
      const restored = await restoreBackup(file)
      setStep({
        kind: 'idle',
        said: t('Restored: {what}', { what: restoredText(restored) }),
      })
    } catch {
      setStep({ kind: 'failed', said: say(NOT_STORED) })
    }
  }

  return (
    <section className={styles.files} aria-label={t('Unsent work as a file')}>
      <p className="muted small">
        {t('Before you reset this device, keep what the server does not have yet as a file.')}
      </p>
      <div className="row wrap after tight">
        <Button size="s" onClick={() => void handleSave()}>
          <DownloadIcon />
          {t('Save as a file')}
        </Button>
        <FileButton
          size="s"
          variant="ghost"
          label={t('File of unsent work')}
          accept=".json,application/json"
          onFile={(file) => void handleChosen(file)}
        >
          {t('Restore from a file')}
        </FileButton>
      </div>
      <div role="status">
        {step.kind === 'preview' && (
          <p className={`small ${styles.said}`}>
            {t('Saved {time}.', { time: dayAndTime(step.file.savedAt, now) })}{' '}
            {restoredText(step.found)} {strangersText(step.found)}
          </p>
        )}
        {step.kind === 'idle' && step.said !== '' && (
          <p className={`small ${styles.said}`}>{step.said}</p>
        )}
      </div>
      {step.kind === 'failed' && (
        <p className={`small ${styles.said}`} role="alert">
          {step.said}
        </p>
      )}
      {step.kind === 'preview' && (
        <div className="row wrap after tight">
          {step.found.changes > 0 && (
            <Button variant="primary" size="s" onClick={() => void handleRestore(step.file)}>
              {t('Restore')}
            </Button>
          )}
          <Button size="s" variant="ghost" onClick={() => setStep(IDLE)}>
            {step.found.changes > 0 ? t('Cancel') : t('Close')}
          </Button>
        </div>
      )}
    </section>
  )
}
