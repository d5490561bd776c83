import { useState } from 'react'

import { links } from '#shared/links.ts'
import { callApi } from '../../data/api/api.ts'
import { fieldOf } from '#shared/cells/cells.ts'
import { t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/blocks/Notice.tsx'
import { FormResult } from '../../forms/FormParts.tsx'
import { useAction } from '../../forms/useAction.ts'
import { useMailedSecret } from './useMailedSecret.ts'

/** Unsubscribes from mail: no login, and opening it does nothing yet. */
export function UnsubscribeScreen() {
  const token = useMailedSecret()?.token
  const { run, isBusy, failure } = useAction(t('This did not work. Please try again.'))
  const [ended, setEnded] = useState<string | null>(null)

  async function handleEnd() {
    await run(async () => {
      const answer = await callApi('POST', '/api/unsubscribe', { token: token ?? '' })
      const email = fieldOf(answer, 'email')
      setEnded(typeof email === 'string' ? email : '')
    })
  }

  const settings = <LinkButton to={links.notifications()}>{t('Notification settings')}</LinkButton>
  if (ended !== null) {
    return (
      <Notice title={t('No more of these mails')} actions={settings}>
        <p>
          {ended
            ? t(
                '{email} gets no notifications by mail any more. Mail about your password and your account still comes.',
                { email: ended },
              )
            : t(
                'Your address gets no notifications by mail any more. Mail about your password and your account still comes.',
              )}
        </p>
      </Notice>
    )
  }
  if (!token) {
    return (
      <Notice title={t('This link is not whole')} actions={settings}>
        <p>{t('Open it in your mail again, or choose in your account what you are told.')}</p>
      </Notice>
    )
  }
  return (
    <Notice
      title={t('End notifications by mail?')}
      actions={
        <>
          <Button
            variant="primary"
            size="l"
            aria-disabled={isBusy}
            onClick={() => void handleEnd()}
          >
            {isBusy ? t('Ending...') : t('No more of these mails')}
          </Button>
          {settings}
        </>
      }
    >
      <p>{t('Pushes to your devices go on. Your account can turn mail on again at any time.')}</p>
      <FormResult text={failure} />
    </Notice>
  )
}
