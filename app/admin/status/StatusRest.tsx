import { useState } from 'react'

import type { Announcements } from '#shared/admin/status.ts'

import { DEFAULT_REST_TEXT, MAX_ANNOUNCEMENT } from '#shared/admin/announced.ts'
import { t, worded } from '#shared/words/words.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../../forms/forms.module.css'
import { AdminConfirm } from '../../forms/AdminConfirm.tsx'
import { FormResult } from '../../forms/FormParts.tsx'
import { TypedArea } from '../../forms/Typed.tsx'
import { useDecision } from '../../forms/useDecision.ts'
import { setRest } from './statusData.ts'

/** Switch of rest mode, in which the server takes no writes, with its message. */
export function StatusRest({
  rest,
  onChanged,
}: {
  rest: Announcements['rest']
  onChanged: () => void
}) {
  const now = useNow()
  const [text, setText] = useState('')
  const { ask, decide, isBusy, failure, question } = useDecision<'begin'>(onChanged)

  const change = (on: boolean) =>
    decide(() => setRest(on, text.trim()), {
      title: on ? t('Maintenance began') : t('Maintenance ended'),
    })

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
              { time: dayAndTime(rest.since, now) },
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
        {rest ? (
          <Button variant="primary" aria-disabled={isBusy} onClick={() => void change(false)}>
            {t('End the maintenance')}
          </Button>
        ) : (
          <Button onClick={() => ask('begin')}>{t('Begin a maintenance')}</Button>
        )}
      </div>
      {failure !== undefined && <FormResult text={failure} />}
      <AdminConfirm
        {...question}
        title={t('Begin a maintenance?')}
        words={{ idle: t('Begin'), busy: t('Beginning...') }}
        variant="primary"
        onConfirm={() => void change(true)}
      >
        <p>
          {t(
            'The server takes nothing until you end it: devices keep what is typed and send it then. What is read goes on, and so does this desk.',
          )}
        </p>
      </AdminConfirm>
    </section>
  )
}
