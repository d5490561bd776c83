import type { FormEvent } from 'react'

import { useState } from 'react'

import type { Announcement } from '#shared/desk/status.ts'

import { MAX_ANNOUNCEMENT } from '#shared/word.ts'
import { t } from '#shared/words/words.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Input } from '../../ui/controls/Input.tsx'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import { toast } from '../../ui/layers/toast.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../account.module.css'
import { FormResult } from '../FormParts.tsx'
import { useAction } from '../useAction.ts'
import look from './Status.module.css'
import { announce } from './statusData.ts'

/** What all devices show below their header. */
export function StatusAnnouncement({
  announcement,
  onChanged,
}: {
  announcement: Announcement | null
  onChanged: () => void
}) {
  const now = useNow()
  const [text, setText] = useState(announcement?.text ?? '')
  const [from, setFrom] = useState(() => fieldOf(announcement?.from))
  const [until, setUntil] = useState(() => fieldOf(announcement?.until))
  const [wasTried, setTried] = useState(false)
  const { run, isBusy, failure } = useAction(t('The announcement could not be changed.'))
  const isMissing = wasTried && text.trim() === ''
  const isBack = until !== '' && Date.parse(until) <= (from === '' ? now : Date.parse(from))

  async function handleAnnounce(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (text.trim() === '' || isBack) return
    if (!(await run(() => announce(text.trim(), timeOf(from), timeOf(until))))) return
    toast({ title: t('Announced'), text: t('Devices show it within a minute.') })
    onChanged()
  }

  async function handleEnd() {
    if (!(await run(() => announce('', null, null)))) return
    toast({ title: t('Announcement taken back') })
    onChanged()
  }

  return (
    <form
      className={`card ${styles.pad} ${styles.form}`}
      aria-labelledby="announcement"
      noValidate
      onSubmit={(event) => void handleAnnounce(event)}
    >
      <div className={styles.rowTitle}>
        <h2 id="announcement">{t('Announcement')}</h2>
        {announcement && <State of={announcement} now={now} />}
      </div>
      <Field
        label={t('Text')}
        hint={t('Below the header of all devices, until somebody closes it there.')}
        error={isMissing && t('Text is required')}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            maxLength={MAX_ANNOUNCEMENT}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <div className={look.times}>
        <Field label={t('From')} isOptional>
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              value={from}
              onChange={({ target }) => setFrom(target.value)}
            />
          )}
        </Field>
        <Field
          label={t('Until')}
          isOptional
          error={wasTried && isBack && t('This has to be later than its beginning')}
        >
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              value={until}
              onChange={({ target }) => setUntil(target.value)}
            />
          )}
        </Field>
      </div>
      <div className={styles.itemActions}>
        <Button type="submit" variant="primary" aria-disabled={isBusy}>
          {announcement ? t('Announce anew') : t('Announce')}
        </Button>
        {announcement && (
          <Button aria-disabled={isBusy} onClick={() => void handleEnd()}>
            {t('Take it back')}
          </Button>
        )}
      </div>
      <FormResult text={failure} />
    </form>
  )
}

function State({ of: { from, until }, now }: { of: Announcement; now: number }) {
  if (from !== null && from > now) return <Badge tone="wait">{t('Not yet shown')}</Badge>
  if (until !== null && until <= now) return <Badge>{t('Over')}</Badge>
  return <Badge tone="ok">{t('Shown')}</Badge>
}

/** A time as its field has it, in the zone of whoever looks. */
function fieldOf(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return ''
  const zoneMs = new Date(ms).getTimezoneOffset() * 60_000
  return new Date(ms - zoneMs).toISOString().slice(0, 16)
}

const timeOf = (field: string): string | null =>
  field === '' ? null : new Date(field).toISOString()
