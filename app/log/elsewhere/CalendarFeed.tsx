import { useState } from 'react'
import * as z from 'zod/mini'

import type { CalendarAnswer } from '#shared/kinds/dueCalendar.ts'
import { t } from '#shared/words/words.ts'

import { askApi } from '../../data/api/api.ts'
import { useSync } from '../../data/device/syncState.ts'
import { useAction } from '../../forms/useAction.ts'
import { useServerData } from '../../forms/useServerData.ts'
import { dayText } from '../../show/logWords.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { copyAndTell } from '../../ui/browser/copyText.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { CopyIcon, LinkIcon, RefreshIcon, TrashIcon } from '../../ui/blocks/icons.tsx'
import { Input } from '../../ui/controls/Input.tsx'

const PATH = '/api/calendar'
const calendar: z.ZodMiniType<CalendarAnswer> = z.object({
  since: z.nullable(z.string()),
  address: z.exactOptional(z.string()),
})

const readCalendar = () => askApi(calendar, 'GET', PATH)

/** Private calendar address: created, copied once, replaced and ended here. */
export function CalendarFeed() {
  const isOnline = useSync((sync) => sync.isOnline)
  const { data, change } = useServerData(PATH, readCalendar)
  // Only the creating answer contains the address.
  const [made, setMade] = useState<CalendarAnswer | null>(null)
  const { isBusy, failure, run } = useAction(t('The server did not answer. It needs a signal.'))
  const ask = (method: 'POST' | 'DELETE') =>
    run(async () => {
      const answer = await askApi(calendar, method, PATH, method === 'POST' ? {} : undefined)
      setMade(answer)
      change(answer)
    })

  if (!data) {
    return (
      <p className="muted" role="status">
        {isOnline
          ? t('Asking for your calendar’s address...')
          : t('A private address needs a signal.')}
      </p>
    )
  }
  const { since } = data
  const address = made?.since === since ? made.address : undefined
  return (
    <>
      <p className="muted">
        {since === null
          ? t('A calendar program can read it by a private address, and stays up to date.')
          : t(
              'A private address of your calendar exists since {day}. Whoever has it reads what is due.',
              { day: dayText(since.slice(0, 10)) },
            )}
      </p>
      {address && (
        <Field
          label={t('Your calendar’s address')}
          hint={t('Copy it now: it is shown this once. A calendar program subscribes to it.')}
        >
          {(control) => (
            <Input
              {...control}
              readOnly
              value={address}
              onFocus={({ target }) => target.select()}
            />
          )}
        </Field>
      )}
      <div className="row wrap">
        {address && (
          <Button
            variant="primary"
            onClick={() => void copyAndTell(address, { title: t('Address copied') })}
          >
            <CopyIcon />
            {t('Copy address')}
          </Button>
        )}
        <Button aria-disabled={isBusy} onClick={() => void ask('POST')}>
          {since === null ? <LinkIcon /> : <RefreshIcon />}
          {since === null ? t('Make a private address') : t('Make a new address')}
        </Button>
        {since !== null && (
          <Button aria-disabled={isBusy} onClick={() => void ask('DELETE')}>
            <TrashIcon />
            {t('End the address')}
          </Button>
        )}
      </div>
      {since !== null && (
        <p className="muted small">{t('A new address ends the one before, at once.')}</p>
      )}
      {failure && <p role="alert">{failure}</p>}
    </>
  )
}
