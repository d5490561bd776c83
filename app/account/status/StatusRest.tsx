import { useState } from 'react'

import type { OperatorWord } from '#shared/desk/status.ts'

import { DEFAULT_REST_TEXT, MAX_ANNOUNCEMENT } from '#shared/word.ts'
import { t, worded } from '#shared/words/words.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import { toast } from '../../ui/layers/toast.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../account.module.css'
import { AdminConfirm } from '../desk/AdminConfirm.tsx'
import { FormResult } from '../FormParts.tsx'
import { useAction } from '../useAction.ts'
import { setRest } from './statusData.ts'

/** The switch that has the server take nothing, and its sentence. */
export function StatusRest({
  rest,
  onChanged,
}: {
  rest: OperatorWord['rest']
  onChanged: () => void
}) {
  const now = useNow()
  const [text, setText] = useState('')
  const [isAsked, setAsked] = useState(false)
  const { run, isBusy, failure } = useAction(t('This could not be done. Please try again.'))

  async function change(on: boolean) {
    if (!(await run(() => setRest(on, text.trim())))) return
    setAsked(false)
    toast({ title: on ? t('Maintenance began') : t('Maintenance ended') })
    onChanged()
  }

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
        <Field
          label={t('What devices show')}
          isOptional
          hint={t('Without words the sentence in grey.')}
        >
          {(control) => (
            <TextArea
              {...control}
              rows={2}
              maxLength={MAX_ANNOUNCEMENT}
              placeholder={worded(DEFAULT_REST_TEXT)}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
      )}
      <div>
        {rest ? (
          <Button variant="primary" aria-disabled={isBusy} onClick={() => void change(false)}>
            {t('End the maintenance')}
          </Button>
        ) : (
          <Button onClick={() => setAsked(true)}>{t('Begin a maintenance')}</Button>
        )}
      </div>
      {!isAsked && <FormResult text={failure} />}
      <AdminConfirm
        isOpen={isAsked}
        title={t('Begin a maintenance?')}
        failure={failure}
        isBusy={isBusy}
        words={{ idle: t('Begin'), busy: t('Beginning...') }}
        variant="primary"
        onConfirm={() => void change(true)}
        onCancel={() => setAsked(false)}
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
