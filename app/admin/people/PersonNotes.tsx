import { TypedArea } from '../../forms/Typed.tsx'
import type { Act } from './PersonActs.tsx'

import { useState } from 'react'

import { MAX_NOTE, personPage } from '#shared/admin/person.ts'
import { t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../../forms/forms.module.css'
import { AdminConfirm } from '../../forms/AdminConfirm.tsx'
import { AdminSection } from '../desk/AdminSection.tsx'
import { usePages } from '../desk/usePages.ts'
import { listPath } from './personData.ts'

/** Administrators' notes about an account. */
export function PersonNotes({ id, isBusy, onAct }: { id: string; isBusy: boolean; onAct: Act }) {
  const pages = usePages(listPath(id, 'notes'), personPage, ({ rows }) => rows)
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
        more={{ of: 'notes', pages, file: 'notes' }}
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
        <TypedArea
          label={t('New note')}
          hint={t(
            'It stands in the file of all that is kept of the account, which its owner may ask for.',
          )}
          error={isMissing && t('Note is required')}
          rows={2}
          maxLength={MAX_NOTE}
          value={text}
          onType={setText}
        />
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
