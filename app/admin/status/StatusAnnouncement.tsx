import { type FormEvent, useState } from 'react'

import type { Announcement } from '#shared/admin/status.ts'

import { MAX_ANNOUNCEMENT } from '#shared/admin/announced.ts'
import { t } from '#shared/words/words.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../../forms/forms.module.css'
import { FormResult } from '../../forms/FormParts.tsx'
import { Typed, TypedArea } from '../../forms/Typed.tsx'
import { useAction } from '../../forms/useAction.ts'
import look from './Status.module.css'
import { announce } from './statusData.ts'

/** Announcement shown on all devices below the header. */
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
    const said = { title: t('Announced'), text: t('Devices show it within a minute.') }
    const isDone = await run(() => announce(text.trim(), timeOf(from), timeOf(until)), said)
    if (isDone) onChanged()
  }

  async function handleEnd() {
    const said = { title: t('Announcement taken back') }
    if (await run(() => announce('', null, null), said)) onChanged()
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
      <TypedArea
        label={t('Text')}
        hint={t('Below the header of all devices, until somebody closes it there.')}
        error={isMissing && t('Text is required')}
        rows={2}
        maxLength={MAX_ANNOUNCEMENT}
        value={text}
        onType={setText}
      />
      <div className={look.times}>
        <Typed label={t('From')} isOptional type="datetime-local" value={from} onType={setFrom} />
        <Typed
          label={t('Until')}
          isOptional
          error={wasTried && isBack && t('This has to be later than its beginning')}
          type="datetime-local"
          value={until}
          onType={setUntil}
        />
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

/** Value of a datetime field, in local time. */
function fieldOf(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return ''
  const zoneMs = new Date(ms).getTimezoneOffset() * 60_000
  return new Date(ms - zoneMs).toISOString().slice(0, 16)
}

const timeOf = (field: string): string | null =>
  field === '' ? null : new Date(field).toISOString()
