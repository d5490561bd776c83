import { useState } from 'react'
import { useLocation } from 'react-router-dom'

import { forgotForm } from '#shared/account.ts'
import { links } from '#shared/links.ts'
import { later, t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import { callApi } from '../../data/api/api.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { useTitle } from '../../ui/browser/useTitle.ts'
import styles from '../../forms/forms.module.css'
import { isUnanswered, noAnswer } from '../../forms/failureWords.ts'
import { Column, EmailField, FormCard } from '../../forms/FormParts.tsx'
import { nextPath, passedOn } from './nextPath.ts'
import { useForm } from '../../forms/useForm.ts'

const failed = { title: later('No answer'), text: () => noAnswer() }

/** The same message for known and unknown addresses: who has an account is nobody's business. */
export function ForgotScreen() {
  const { search, state } = useLocation()
  const signInTo = links.login(nextPath(search))
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({
    schema: forgotForm,
    initial: { email: passedOn(state, 'email') },
    failed,
    send,
  })

  async function send({ email }: { email: string }) {
    try {
      await callApi('POST', '/api/auth/forgot-password', { email: email.trim() })
    } catch (error) {
      // Without an answer nothing was sent, and saying so reveals nothing.
      if (isUnanswered(error)) throw error
    }
    setSentTo(email.trim())
  }

  if (sentTo !== null) return <CheckYourEmail address={sentTo} signInTo={signInTo} />
  return (
    <Column
      title={t('Forgot Password')}
      text={t('We send you a link with which you choose a new one.')}
    >
      <FormCard
        form={form}
        submit={t('Send Reset Link')}
        pending={t('Sending...')}
        offline={t('The link is sent by the server, so this needs one.')}
      >
        <EmailField form={form} name="email" label={t('Email')} />
      </FormCard>
      <div className={styles.below}>
        <LinkButton variant="ghost" to={signInTo}>
          {t('Back to Sign In')}
        </LinkButton>
      </div>
    </Column>
  )
}

function CheckYourEmail({ address, signInTo }: { address: string; signInTo: string }) {
  useTitle(t('Check your email'))
  return (
    <Column title={t('Check your email')}>
      <div className={`card ${styles.pad} ${styles.text}`} role="status">
        <p>
          <T
            text="If an account uses {address}, a link to choose a new password is on its way. It works for 30 minutes."
            address={<b className={styles.address}>{address}</b>}
          />
        </p>
        <p className="muted small">
          {t('Nothing there after a few minutes? Look in the spam folder.')}
        </p>
        <LinkButton variant="primary" to={signInTo}>
          {t('Back to Sign In')}
        </LinkButton>
      </div>
    </Column>
  )
}
