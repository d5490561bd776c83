import type { SendAct } from './personData.ts'

import { useState } from 'react'

import { MAX_NOTE, personPage } from '#shared/admin/person.ts'
import { t } from '#shared/words/words.ts'
import styles from '../../forms/forms.module.css'
import { AdminForm } from '../desk/AdminForm.tsx'
import { AdminList, Small } from '../desk/AdminList.tsx'
import { usePages } from '../desk/usePages.ts'
import { listPath } from './personData.ts'

/** Administrators' notes about an account. */
export function PersonNotes({ id, send }: { id: string; send: SendAct }) {
  const from = usePages(listPath(id, 'notes'), personPage, ({ rows }) => rows)
  const [added, setAdded] = useState(0)
  return (
    <section className={styles.form}>
      <AdminList
        title={t('Notes')}
        from={from}
        empty={t('Write down what the next administrator should know.')}
        row={(note, when) => ({
          key: note.id,
          more: (
            <>
              <div className={styles.quote}>{note.title}</div>
              <Small>
                {note.text}, {when(note.at)}
              </Small>
            </>
          ),
          acts: [
            {
              name: t('Remove'),
              label: t('Remove the note of {time}', { time: when(note.at) }),
              question: {
                title: t('Remove this note?'),
                words: [t('Remove the note'), t('Removing...')],
                text: t('It is gone for good.'),
              },
              call: () => send({ action: 'removeNote', note: note.id }, t('Note removed')),
            },
          ],
        })}
      />
      <AdminForm
        // Empty again after each.
        key={added}
        aria-label={t('Add a note')}
        initial={{ text: '' }}
        fields={() => ({
          text: {
            kind: 'area',
            label: t('New note'),
            hint: t(
              'It stands in the file of all that is kept of the account, which its owner may ask for.',
            ),
            missing: t('Note is required'),
            max: MAX_NOTE,
          },
        })}
        submit={[t('Keep the note')]}
        variant="secondary"
        send={({ text }) => send({ action: 'note', text: text.trim() }, t('Note kept'))}
        onDone={() => {
          setAdded(added + 1)
          from.reload()
        }}
      />
    </section>
  )
}
