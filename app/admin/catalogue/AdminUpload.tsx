import { useRef, useState } from 'react'

import { type Feed, MAX_FEED_BYTES } from '#shared/catalogue/feed.ts'
import { t } from '#shared/words/words.ts'
import { FormResult } from '../../forms/FormParts.tsx'
import { useAction } from '../../forms/useAction.ts'
import { toast } from '../../ui/browser/toast.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import styles from '../desk/Admin.module.css'
import { NEW, uploadFeed } from './catalogueData.ts'

/**
 * Takes a file that is dropped or chosen, and has it looked at.
 * @param props.sourceId whose it is; a source is made of it otherwise
 */
export function AdminUpload({ sourceId = NEW, onSent }: { sourceId?: string; onSent: () => void }) {
  const { run, isBusy, failure } = useAction(t('The file could not be uploaded. Please try again.'))
  const [problem, setProblem] = useState('')
  const sending = useRef<AbortController>(null)

  async function send(file: File) {
    const controller = new AbortController()
    sending.current = controller
    try {
      tell(await uploadFeed(file, sourceId, controller.signal))
    } catch (reason) {
      if (!controller.signal.aborted) throw reason
      toast({ title: t('Upload cancelled'), text: file.name })
      return
    }
    onSent()
  }

  function handleChange({ target }: { target: HTMLInputElement }) {
    const file = target.files?.[0]
    if (!file) return
    const found = problemOf(file)
    setProblem(found)
    if (!found) void run(() => send(file))
    // Lets the same file be chosen again.
    target.value = ''
  }

  return (
    <>
      <Field
        label={t('File of parts')}
        hint={t('Drop it here, or choose it: CSV, TSV, JSON or XML; up to 512 MB.')}
        error={problem}
      >
        {(control) => (
          <input
            {...control}
            className={styles.file}
            type="file"
            accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,.xml,.gz"
            disabled={isBusy}
            onChange={handleChange}
          />
        )}
      </Field>
      <FormResult text={failure} />
      {isBusy && (
        <div className="wrap">
          <span role="status">{t('Uploading...')}</span>
          <Button onClick={() => sending.current?.abort()}>{t('Cancel the upload')}</Button>
        </div>
      )}
    </>
  )
}

function problemOf(file: File): string {
  if (file.size === 0) return t('This file is empty')
  return file.size > MAX_FEED_BYTES ? t('A file may hold at most 512 MB') : ''
}

function tell({ state, accepted, refused, name, error }: Feed) {
  if (state === 'refused')
    toast({ title: t('Not ready to import'), text: error || name, tone: 'error' })
  else if (state === 'reading') toast({ title: t('File uploaded'), text: t('It is being read.') })
  else
    toast({
      title: t('File checked'),
      text: t('{accepted} rows fit, {refused} do not.', { accepted, refused }),
    })
}
