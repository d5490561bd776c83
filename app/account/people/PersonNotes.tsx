import type { PersonPage } from '#shared/person.ts'
import type { Act } from './PersonActs.tsx'

import { useCallback, useState } from 'react'

import { MAX_NOTE } from '#shared/person.ts'
import { t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../account.module.css'
import { AdminConfirm } from '../desk/AdminConfirm.tsx'
import { AdminSection } from '../desk/AdminSection.tsx'
import { MoreAndFile } from '../desk/MoreAndFile.tsx'
import { usePages } from '../desk/usePages.ts'
import { listFile, readList } from './personData.ts'

const rowsOf = ({ rows }: PersonPage) => rows

/** What administrators want to remember of an account. */
export function PersonNotes({ id, isBusy, onAct }: { id: string; isBusy: boolean; onAct: Act }) {
  const read = useCallback((after?: string) => readList(id, 'notes', after), [id])
  const pages = usePages(`person:${id}:notes`, read, rowsOf)
  const now = useNow()
  const [text, setText] = useState('')
  const [wasMissing, setMissing] = useState(false)
  const [asked, setAsked] = useState<string | null>(null)
  const isMissing = wasMissing && text.trim() === ''

  async function handleAdd() {
    if (text.trim() === '') {
      setMissing(true)
      return
    }
    if (isBusy || !(await onAct({ action: 'note', text: text.trim() }, t('Note kept')))) return
    setText('')
    setMissing(false)
    pages.list.reload()
  }

  async function handleRemove() {
    if (!asked || !(await onAct({ action: 'removeNote', note: asked }, t('Note removed')))) return
    setAsked(null)
    pages.list.reload()
  }

  return (
    <section className={styles.form}>
      <AdminSection
        title={t('Notes')}
        from={pages.list}
        loading={t('Loading notes...')}
        empty={{
          title: t('No notes'),
          text: t('Write down what the next administrator should know.'),
        }}
        count={0}
        after={
          <MoreAndFile
            of="notes"
            {...pages}
            file={pages.list.data?.length ? listFile(id, 'notes') : null}
          />
        }
      >
        {(notes) =>
          notes.map((note) => (
            <li key={note.id} className={styles.item}>
              <div className={styles.quote}>{note.title}</div>
              <div className="muted small">
                {note.text}, {dayAndTime(note.at, now)}
              </div>
              <div className={styles.itemActions}>
                <Button
                  aria-label={t('Remove the note of {time}', { time: dayAndTime(note.at, now) })}
                  onClick={() => setAsked(note.id)}
                >
                  {t('Remove')}
                </Button>
              </div>
            </li>
          ))
        }
      </AdminSection>
      <form
        className={styles.form}
        noValidate
        aria-label={t('Add a note')}
        onSubmit={(event) => {
          event.preventDefault()
          void handleAdd()
        }}
      >
        <Field
          label={t('New note')}
          hint={t(
            'It stands in the file of all that is kept of the account, which its owner may ask for.',
          )}
          error={isMissing && t('Note is required')}
        >
          {(control) => (
            <TextArea
              {...control}
              rows={2}
              maxLength={MAX_NOTE}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        <div>
          <Button type="submit" aria-disabled={isBusy}>
            {t('Keep the note')}
          </Button>
        </div>
      </form>
      <AdminConfirm
        isOpen={asked !== null}
        title={t('Remove this note?')}
        failure=""
        isBusy={isBusy}
        words={{ idle: t('Remove the note'), busy: t('Removing...') }}
        onConfirm={() => void handleRemove()}
        onCancel={() => setAsked(null)}
      >
        <p>{t('It is gone for good.')}</p>
      </AdminConfirm>
    </section>
  )
}
