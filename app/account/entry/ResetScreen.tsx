import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import type { LinkFacts } from '#shared/account.ts'

import { links } from '#shared/links.ts'
import { later, say, t } from '#shared/words/words.ts'
import { useAccount } from '../../data/device/account.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/blocks/Notice.tsx'
import { useTitle } from '../../ui/browser/useTitle.ts'
import { useMailedSecret } from './useMailedSecret.ts'
import { newPasswordForm, NOBODY, type PasswordOwner } from '#shared/newPassword.ts'
import { ApiError, callApi } from '../../data/api/api.ts'
import { toast } from '../../ui/browser/toast.ts'
import styles from '../../forms/forms.module.css'
import { callWords, isStatus } from '../../forms/failureWords.ts'
import { Column, FormCard, PasswordField, WhosePassword } from '../../forms/FormParts.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { useForm } from '../../forms/useForm.ts'
import { useLinkFacts } from './useLinkFacts.ts'
import { T } from '../../ui/words/T.tsx'
import { useHeadingFocus } from '../../forms/useHeadingFocus.ts'

/** New password, by a mailed link or a session. */
export function ResetScreen() {
  const token = useMailedSecret()?.token
  const isSignedIn = useAccount() !== null
  // A session that ends meanwhile does not replace the form and lose its input.
  const [wasSignedIn, setWasSignedIn] = useState(isSignedIn)
  if (isSignedIn && !wasSignedIn) setWasSignedIn(true)
  if (token) return <ResetPassword key={token} token={token} />
  if (wasSignedIn) return <ChangePassword />
  return <InvalidLink />
}

function InvalidLink() {
  useTitle(t('Invalid Reset Link'))
  return (
    <Notice
      title={t('Invalid Reset Link')}
      actions={
        <>
          <LinkButton variant="primary" size="l" to={links.forgotPassword()}>
            {t('Request New Reset Link')}
          </LinkButton>
          <LinkButton size="l" to={links.login(links.resetPassword())}>
            {t('Sign In')}
          </LinkButton>
        </>
      }
    >
      <p>
        <T text="There is no reset link in this address. Open the one in your mail again, or ask for another." />
      </p>
    </Notice>
  )
}

const EMPTY = { password: '', passwordConfirm: '', currentPassword: '' }
const DENIED = later(
  'Access denied: You must be logged in or have a valid reset link to change your password.',
)
const FAILED = later('Failed to update password')
const failed = {
  title: later('Error'),
  text: (error: unknown) => say(isDenied(error) ? DENIED : FAILED),
  note(error: unknown) {
    if (isDenied(error)) return say(DENIED)
    return callWords(error, say(FAILED))
  },
}

class SignedOut extends Error {}

const isDenied = (error: unknown) => error instanceof SignedOut || isStatus(error, 401)

/** By the link of a mail. */
function ResetPassword({ token }: { token: string }) {
  const navigate = useNavigate()
  const { facts, reload } = useLinkFacts(token)
  const owner = facts?.owner ?? NOBODY

  async function send({ password }: typeof EMPTY) {
    try {
      await callApi('POST', '/api/auth/reset-password', { token, password })
    } catch (error) {
      // It may have been used elsewhere since it was opened.
      if (error instanceof ApiError && error.code === 'bad_token') reload()
      throw error
    }
    toast({ title: t('Password reset successful!') })
    void navigate(links.login(), { replace: true, state: { username: owner.username } })
  }

  if (facts && facts.state !== 'open') return <LinkRefused facts={facts} />
  return (
    <NewPassword
      title={t('Reset Password')}
      text={t(
        'Every device that is signed in will have to sign in again, and a private address of your calendar ends.',
      )}
      offline={t('The password is set on the server, so this needs one.')}
      owner={owner}
      send={send}
      below={(failure) =>
        failure && (
          <LinkButton to={links.forgotPassword()}>{t('Request New Reset Link')}</LinkButton>
        )
      }
    />
  )
}

/** Password change of a signed-in user. */
function ChangePassword() {
  const navigate = useNavigate()
  const account = useAccount()

  async function send({ password, currentPassword }: typeof EMPTY) {
    if (!account) throw new SignedOut()
    const body = { password, ...(currentPassword && { currentPassword }) }
    await callApi('POST', '/api/auth/change-password', body)
    toast({ title: t('Password changed successfully!') })
    void navigate(links.account(), { replace: true })
  }

  return (
    <NewPassword
      title={t('Change Password')}
      text={t(
        'Your other devices will have to sign in again, and a private address of your calendar ends.',
      )}
      offline={t('The password is changed on the server, so this needs one.')}
      owner={account ?? NOBODY}
      isProven
      send={send}
      below={(failure) => (
        <>
          {failure === say(DENIED) && (
            <LinkButton to={links.login(links.resetPassword())} variant="primary">
              {t('Sign In')}
            </LinkButton>
          )}
          <LinkButton variant="ghost" to={links.account()}>
            {t('Back to My Account')}
          </LinkButton>
        </>
      )}
    />
  )
}

function NewPassword({
  title,
  text,
  offline,
  owner,
  isProven,
  send,
  below,
}: {
  title: string
  text: string
  offline: string
  owner: PasswordOwner
  /** The current password is asked for. */
  isProven?: boolean
  send: (typed: typeof EMPTY) => Promise<void>
  /** Ways on, by the form's failure. */
  below: (failure: string) => ReactNode
}) {
  useTitle(title)
  const form = useForm({ schema: newPasswordForm(owner), initial: EMPTY, failed, send })
  return (
    <Column title={title} text={text}>
      <FormCard form={form} submit={title} pending={t('Saving...')} offline={offline}>
        <WhosePassword username={owner.username} />
        {isProven && (
          <PasswordField
            form={form}
            name="currentPassword"
            label={t('Current password')}
            // Worded for any time: only the server knows how long ago that was.
            hint={t('May stay empty within 10 minutes of signing in.')}
            eye={[t('Show current password'), t('Hide current password')]}
            autoComplete="current-password"
            isRequired={false}
          />
        )}
        <NewPasswordFields form={form} isNew owner={owner} />
      </FormCard>
      <div className={styles.below}>{below(form.failure)}</div>
    </Column>
  )
}

/** A reset link that sets no password any more: why, and the way to one that does. */
function LinkRefused({ facts: { state, owner } }: { facts: LinkFacts }) {
  const account = useAccount()
  const title = titleOf(state, owner !== null)
  useTitle(title)
  useHeadingFocus(true)
  const email = owner?.email ?? account?.email
  return (
    <Notice
      title={title}
      actions={
        <>
          <LinkButton variant="primary" size="l" to={links.forgotPassword()} state={{ email }}>
            {t('Request New Reset Link')}
          </LinkButton>
          <LinkButton size="l" to={links.login()} state={{ username: owner?.username }}>
            {t('Sign In')}
          </LinkButton>
        </>
      }
    >
      {state === 'used' ? (
        <p>
          <T
            text="A new password for {username} was set with it. Sign in with that one, or ask for another link if you do not know it."
            username={<b>{owner?.username}</b>}
          />
        </p>
      ) : (
        <p>{t('A reset link works for 30 minutes, and only the one in the newest mail does.')}</p>
      )}
    </Notice>
  )
}

function titleOf(state: LinkFacts['state'], isKnown: boolean): string {
  if (state === 'used') return t('Reset link used already')
  return isKnown ? t('Reset link expired') : t('Invalid Reset Link')
}
