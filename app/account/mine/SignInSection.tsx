import type { Account } from '../../data/device/account.ts'

import { useId, useState } from 'react'

import { changeEmailForm } from '#shared/account.ts'
import { links } from '#shared/links.ts'
import { later, t } from '#shared/words/words.ts'
import { callApi } from '../../data/api/api.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { CircleCheckIcon, KeyIcon, MailIcon, UserIcon } from '../../ui/blocks/icons.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { toast } from '../../ui/browser/toast.ts'
import styles from '../../forms/forms.module.css'
import { CardRow, Section } from '../../forms/CardRow.tsx'
import { EmailField, FormCard, PasswordField } from '../../forms/FormParts.tsx'
import { useAction } from '../../forms/useAction.ts'
import { failsAs, useForm } from '../../forms/useForm.ts'

/** Username and address of the account. */
export function SignInSection({ account }: { account: Account }) {
  const [isChanging, setChanging] = useState(false)
  const formId = useId()
  return (
    <Section title={t('Sign-in')} name="sign-in">
      <CardRow icon={<UserIcon />} title={account.username} text={t('Username')} />
      <CardRow
        icon={<MailIcon />}
        title={
          <>
            {account.email}
            {account.emailVerified ? (
              <Badge tone="ok">
                <CircleCheckIcon />
                {t('Verified')}
              </Badge>
            ) : (
              <Badge tone="wait">{t('Not verified yet')}</Badge>
            )}
          </>
        }
        text={t('Email')}
        action={
          <span className={styles.rowActions}>
            {!account.emailVerified && <SendAgain />}
            <Button
              aria-expanded={isChanging}
              aria-controls={formId}
              onClick={() => setChanging(!isChanging)}
            >
              {t('Change Email')}
            </Button>
          </span>
        }
        isTall
      />
      <div id={formId}>{isChanging && <ChangeEmail onDone={() => setChanging(false)} />}</div>
      <CardRow
        icon={<KeyIcon />}
        title={t('Password')}
        action={<LinkButton to={links.resetPassword()}>{t('Change Password')}</LinkButton>}
      />
    </Section>
  )
}

function SendAgain() {
  const [isSent, setSent] = useState(false)
  const resend = useAction(t('The mail could not be sent. Please try again.'))

  async function handleSend() {
    const isDone = await resend.run(() => callApi('POST', '/api/auth/resend-verification'))
    if (!isDone) return
    setSent(true)
    toast({ title: t('Mail sent'), text: t('Open the link in it to verify your address.') })
  }

  return (
    <>
      <p className={`muted small ${styles.rowNote}`} role="status">
        {resend.failure ||
          (isSent
            ? t('The mail is on its way. Its link works for 3 days.')
            : t('Open the link in the mail we sent you.'))}
      </p>
      <Button aria-disabled={resend.isBusy} onClick={() => void handleSend()}>
        {resend.isBusy ? t('Sending...') : t('Send the mail again')}
      </Button>
    </>
  )
}

const EMPTY = { email: '', currentPassword: '' }
const failed = failsAs(later('Error'), later('Failed to change the email. Please try again.'))

function ChangeEmail({ onDone }: { onDone: () => void }) {
  const form = useForm({ schema: changeEmailForm, initial: EMPTY, failed, send })

  async function send({ email, currentPassword }: typeof EMPTY) {
    await callApi('POST', '/api/auth/change-email', { email: email.trim(), currentPassword })
    toast({
      title: t('Check your email'),
      text: t(
        'Open the link we sent to {email} and enter your password there. Until then the old address holds.',
        { email: email.trim() },
      ),
    })
    onDone()
  }

  return (
    <div className={styles.inner}>
      <FormCard
        form={form}
        submit={t('Send Confirmation')}
        pending={t('Sending...')}
        offline={t('The address is changed on the server, so this needs one.')}
        isBare
      >
        <EmailField form={form} name="email" label={t('New email')} />
        <PasswordField
          form={form}
          name="currentPassword"
          label={t('Current password')}
          eye={[t('Show current password'), t('Hide current password')]}
          autoComplete="current-password"
        />
      </FormCard>
    </div>
  )
}
