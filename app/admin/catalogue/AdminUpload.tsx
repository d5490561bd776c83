import { useRef, useState } from 'react'

import type { Source } from '#shared/catalogue/source.ts'

import { type Feed, MAX_FEED_BYTES } from '#shared/catalogue/feed.ts'
import { PART_LIMITS } from '#shared/catalogue/part.ts'
import { later, say, t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Spinner } from '../../ui/blocks/Spinner.tsx'
import { toast } from '../../ui/browser/toast.ts'
import { Chosen } from '../../forms/Chosen.tsx'
import { Typed } from '../../forms/Typed.tsx'
import styles from './Dashboard.module.css'
import { uploadFeed } from './catalogueData.ts'
import { FormResult } from '../../forms/FormParts.tsx'
import { useAction } from '../../forms/useAction.ts'

const COLUMNS = later(
  'CSV, TSV, JSON or XML with the columns partNumber, brand, name, price and merchant; up to 512 MB.',
)

/** Uploads a feed for review. */
export function AdminUpload({
  sources,
  onSent,
}: {
  sources: readonly Source[]
  onSent: () => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [merchant, setMerchant] = useState('')
  const [sourceId, setSourceId] = useState('')
  const [error, setError] = useState('')
  const sending = useRef<AbortController | null>(null)
  const { run, isBusy, failure } = useAction(t('The file could not be uploaded. Please try again.'))

  async function handleSend() {
    const file = input.current?.files?.[0]
    const problem = problemOf(file)
    setError(problem)
    if (!file || problem) {
      input.current?.focus()
      return
    }
    const controller = new AbortController()
    sending.current = controller
    await run(async () => {
      try {
        tell(await uploadFeed(file, { merchant: merchant.trim(), sourceId }, controller.signal))
      } catch (reason) {
        if (!controller.signal.aborted) throw reason
        toast({ title: t('Upload cancelled'), text: file.name })
        return
      }
      if (input.current) input.current.value = ''
      onSent()
    })
  }

  return (
    <form
      className={`card stack ${styles.pad}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void handleSend()
      }}
    >
      <Field label={t('File of parts')} hint={say(COLUMNS)} error={error}>
        {(control) => (
          <input
            {...control}
            ref={input}
            className={styles.file}
            type="file"
            accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,.xml,.gz"
            onChange={() => setError('')}
          />
        )}
      </Field>
      {sources.length > 0 && (
        <Chosen
          label={t('Source')}
          isOptional
          hint={t('What it named before and does not name now is out of stock.')}
          choices={[
            ['', t('None: a file by itself')],
            ...sources.map(({ id, name }) => [id, name] as const),
          ]}
          chosen={sourceId}
          onChoose={setSourceId}
        />
      )}
      {sourceId === '' && (
        <Typed
          label={t('Merchant')}
          isOptional
          hint={t('Whose prices these are. If you name one, rows of any other are refused.')}
          value={merchant}
          autoComplete="off"
          maxLength={PART_LIMITS.merchant}
          onType={setMerchant}
        />
      )}
      <FormResult text={failure} />
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" aria-disabled={isBusy}>
          {isBusy && <Spinner />}
          {isBusy ? t('Uploading...') : t('Upload and check')}
        </Button>
        {isBusy && (
          <Button onClick={() => sending.current?.abort()}>{t('Cancel the upload')}</Button>
        )}
      </div>
    </form>
  )
}

function problemOf(file: File | undefined): string {
  if (!file) return t('Choose a file')
  if (file.size === 0) return t('This file is empty')
  return file.size > MAX_FEED_BYTES ? t('A file may hold at most 512 MB') : ''
}

function tell({ state, accepted, refused, name, error }: Feed) {
  if (state === 'refused') toast({ title: t('File refused'), text: error || name, tone: 'error' })
  else if (state === 'reading') toast({ title: t('File uploaded'), text: t('It is being read.') })
  else
    toast({
      title: t('File checked'),
      text: t('{accepted} rows fit, {refused} do not.', { accepted, refused }),
    })
}
