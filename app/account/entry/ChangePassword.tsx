import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { newPasswordForm, NOBODY } from '#shared/newPassword.ts'
import { later, say, t } from '#shared/words/words.ts'
import { useAccount } from '../../data/device/account.ts'
import { callApi } from '../../data/api/api.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { toast } from '../../ui/browser/toast.ts'
import { useTitle } from '../../ui/browser/useTitle.ts'
import styles from '../../forms/forms.module.css'
import { callWords, isStatus } from '../../forms/failureWords.ts'
import { Column, FormCard, PasswordField, WhosePassword } from '../../forms/FormParts.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { useForm } from '../../forms/useForm.ts'

const EMPTY = { currentPassword: '', password: '', passwordConfirm: '' }
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

/** Password change of a signed-in user. */
export function ChangePassword() {
  useTitle(t('Change Password'))
  const navigate = useNavigate()
  const account = useAccount()
  const [isDeniedNow, setDenied] = useState(false)
  const owner = account ?? NOBODY
  const form = useForm({ schema: newPasswordForm(owner), initial: EMPTY, failed, send })

  async function send({ password, currentPassword }: typeof EMPTY) {
    setDenied(false)
    try {
      if (!account) throw new SignedOut()
      const body = { password, ...(currentPassword && { currentPassword }) }
      await callApi('POST', '/api/auth/change-password', body)
    } catch (error) {
      setDenied(isDenied(error))
      throw error
    }
    toast({ title: t('Password changed successfully!') })
    void navigate(links.account(), { replace: true })
  }

  return (
    <Column
      title={t('Change Password')}
      text={t(
        'Your other devices will have to sign in again, and a private address of your calendar ends.',
      )}
    >
      <FormCard
        form={form}
        submit={t('Change Password')}
        pending={t('Saving...')}
        offline={t('The password is changed on the server, so this needs one.')}
      >
        <WhosePassword username={account?.username} />
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
        <NewPasswordFields form={form} isNew owner={owner} />
      </FormCard>
      <div className={styles.below}>
        {isDeniedNow && (
          <LinkButton to={links.login(links.resetPassword())} variant="primary">
            {t('Sign In')}
          </LinkButton>
        )}
        <LinkButton variant="ghost" to={links.account()}>
          {t('Back to My Account')}
        </LinkButton>
      </div>
    </Column>
  )
}
