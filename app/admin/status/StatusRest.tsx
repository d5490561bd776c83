import { useState } from 'react'

import type { Announcements } from '#shared/admin/status.ts'

import { DEFAULT_REST_TEXT, MAX_ANNOUNCEMENT } from '#shared/admin/announced.ts'
import { t, worded } from '#shared/words/words.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import styles from '../../forms/forms.module.css'
import { TypedArea } from '../../forms/Typed.tsx'
import { ActButtons, useActs } from '../desk/acts.tsx'
import { post } from '../desk/adminData.ts'
import { useWhen } from '../desk/AdminList.tsx'

/** Switch of rest mode, in which the server takes no writes, with its message. */
export function StatusRest({
  rest,
  onChanged,
}: {
  rest: Announcements['rest']
  onChanged: () => void
}) {
  const when = useWhen()
  const [text, setText] = useState('')
  const acts = useActs(onChanged)

  return (
    <section className={`card ${styles.pad} ${styles.form}`} aria-labelledby="rest">
      <div className={styles.rowTitle}>
        <h2 id="rest">{t('Maintenance')}</h2>
        <Badge tone={rest ? 'wait' : 'ok'}>{rest ? t('On') : t('Off')}</Badge>
      </div>
      {rest ? (
        <>
          <p>
            {t(
              'Since {time} nothing is taken from devices. They work on, keep everything, and show:',
              { time: when(rest.since) },
            )}
          </p>
          <p className={styles.quote}>{rest.text}</p>
        </>
      ) : (
        <TypedArea
          label={t('What devices show')}
          isOptional
          hint={t('Without words the sentence in grey.')}
          rows={2}
          maxLength={MAX_ANNOUNCEMENT}
          placeholder={worded(DEFAULT_REST_TEXT)}
          value={text}
          onType={setText}
        />
      )}
      <div>
        <ActButtons
          of={acts}
          acts={[
            rest !== null && {
              name: t('End the maintenance'),
              variant: 'primary',
              call: () => post(['maintenance'], { on: false, text: text.trim() }),
              said: { title: t('Maintenance ended') },
            },
            rest === null && {
              name: t('Begin a maintenance'),
              question: {
                title: t('Begin a maintenance?'),
                words: [t('Begin'), t('Beginning...')],
                variant: 'primary',
                text: t(
                  'The server takes nothing until you end it: devices keep what is typed and send it then. What is read goes on, and so does this desk.',
                ),
              },
              call: () => post(['maintenance'], { on: true, text: text.trim() }),
              said: { title: t('Maintenance began') },
            },
          ]}
        />
      </div>
      {acts.result}
    </section>
  )
}
