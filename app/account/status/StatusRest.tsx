import { useState } from 'react'

import type { OperatorWord } from './statusData.ts'

import { DEFAULT_REST_TEXT, MAX_ANNOUNCEMENT } from '#shared/word.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { dayAndTime } from '../../ui/time.ts'
import { toast } from '../../ui/toast.ts'
import { useNow } from '../../ui/useNow.ts'
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
  const { run, isBusy, failure } = useAction('This could not be done. Please try again.')

  async function change(on: boolean) {
    if (!(await run(() => setRest(on, text.trim())))) return
    setAsked(false)
    toast({ title: on ? 'Maintenance began' : 'Maintenance ended' })
    onChanged()
  }

  return (
    <section className={`card ${styles.pad} ${styles.form}`} aria-labelledby="rest">
      <div className={styles.rowTitle}>
        <h2 id="rest">Maintenance</h2>
        <Badge tone={rest ? 'wait' : 'ok'}>{rest ? 'On' : 'Off'}</Badge>
      </div>
      {rest ? (
        <>
          <p>
            Since {dayAndTime(rest.since, now)} nothing is taken from devices. They work on, keep
            everything, and show:
          </p>
          <p className={styles.quote}>{rest.text}</p>
        </>
      ) : (
        <Field label="What devices show" isOptional hint="Without words the sentence in grey.">
          {(control) => (
            <TextArea
              {...control}
              rows={2}
              maxLength={MAX_ANNOUNCEMENT}
              placeholder={DEFAULT_REST_TEXT}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
      )}
      <div>
        {rest ? (
          <Button variant="primary" aria-disabled={isBusy} onClick={() => void change(false)}>
            End the maintenance
          </Button>
        ) : (
          <Button onClick={() => setAsked(true)}>Begin a maintenance</Button>
        )}
      </div>
      {!isAsked && <FormResult text={failure} />}
      <AdminConfirm
        isOpen={isAsked}
        title="Begin a maintenance?"
        failure={failure}
        isBusy={isBusy}
        words={{ idle: 'Begin', busy: 'Beginning...' }}
        variant="primary"
        onConfirm={() => void change(true)}
        onCancel={() => setAsked(false)}
      >
        <p>
          The server takes nothing until you end it: devices keep what is typed and send it then.
          What is read goes on, and so does this desk.
        </p>
      </AdminConfirm>
    </section>
  )
}
