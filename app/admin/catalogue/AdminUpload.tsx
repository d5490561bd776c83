import { useRef, useState } from 'react'

import type { Source } from '#shared/catalogue/source.ts'

import { type Feed, MAX_FEED_BYTES } from '#shared/catalogue/feed.ts'
import { PART_LIMITS } from '#shared/catalogue/part.ts'
import { later, say, t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { toast } from '../../ui/browser/toast.ts'
import { AdminForm } from '../desk/AdminForm.tsx'
import styles from '../desk/Admin.module.css'
import { uploadFeed } from './catalogueData.ts'

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
  const [error, setError] = useState('')
  const [sending, setSending] = useState<AbortController | null>(null)

  async function send({ merchant, sourceId }: { merchant: string; sourceId: string }) {
    const file = input.current?.files?.[0]
    const problem = problemOf(file)
    setError(problem)
    if (!file || problem) {
      input.current?.focus()
      return false
    }
    const controller = new AbortController()
    setSending(controller)
    try {
      tell(await uploadFeed(file, { merchant: merchant.trim(), sourceId }, controller.signal))
    } catch (reason) {
      if (!controller.signal.aborted) throw reason
      toast({ title: t('Upload cancelled'), text: file.name })
      return false
    } finally {
      setSending(null)
    }
    if (input.current) input.current.value = ''
    return true
  }

  return (
    <AdminForm
      isCard
      initial={{ sourceId: '', merchant: '' }}
      fields={({ sourceId }) => ({
        sourceId: sources.length > 0 && {
          label: t('Source'),
          isOptional: true,
          hint: t('What it named before and does not name now is out of stock.'),
          choices: [
            ['', t('None: a file by itself')],
            ...sources.map(({ id, name }) => [id, name] as const),
          ],
        },
        merchant: sourceId === '' && {
          label: t('Merchant'),
          isOptional: true,
          hint: t('Whose prices these are. If you name one, rows of any other are refused.'),
          max: PART_LIMITS.merchant,
        },
      })}
      submit={[t('Upload and check'), t('Uploading...')]}
      failed={later('The file could not be uploaded. Please try again.')}
      send={send}
      onDone={onSent}
      buttons={sending && <Button onClick={() => sending.abort()}>{t('Cancel the upload')}</Button>}
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
    </AdminForm>
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
