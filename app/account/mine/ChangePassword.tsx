import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { newPasswordForm, NOBODY } from '#shared/newPassword.ts'
import { t } from '#shared/words/words.ts'
import { useAccount } from '../../device/account.ts'
import { callApi } from '../../api/api.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { toast } from '../../ui/toast.ts'
import { useTitle } from '../../ui/useTitle.ts'
import styles from '../account.module.css'
import { isStatus, isUnanswered, NO_ANSWER, serverWords } from '../failureWords.ts'
import { Column, FormCard, PasswordField, WhosePassword } from '../FormParts.tsx'
import { NewPasswordFields } from '../entry/NewPasswordFields.tsx'
import { useForm } from '../useForm.ts'

const EMPTY = { currentPassword: '', password: '', passwordConfirm: '' }
const DENIED =
  'Access denied: You must be logged in or have a valid reset link to change your password.'
const FAILED = 'Failed to update password'
const failed = {
  title: 'Error',
  text: (error: unknown) => (isDenied(error) ? DENIED : FAILED),
  note(error: unknown) {
    if (isDenied(error)) return DENIED
    return isUnanswered(error) ? NO_ANSWER : serverWords(error, FAILED)
  },
}

class SignedOut extends Error {}

const isDenied = (error: unknown) => error instanceof SignedOut || isStatus(error, 401)

/** By being signed in. */
export function ChangePassword() {
  useTitle('Change Password')
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
    toast({ title: 'Password changed successfully!' })
    navigate(links.account(), { replace: true })
  }

  return (
    <Column title="Change Password" text="Your other devices will have to sign in again.">
      <FormCard
        form={form}
        submit="Change Password"
        pending="Saving..."
        offline="The password is changed on the server, so this needs one."
      >
        <WhosePassword username={account?.username} />
        <PasswordField
          form={form}
          name="currentPassword"
          label="Current password"
          // True at any time: how long ago that was, only the server knows for sure.
          hint="May stay empty within 10 minutes of signing in."
          eye={[t('Show current password'), t('Hide current password')]}
          autoComplete="current-password"
          isRequired={false}
        />
        <NewPasswordFields form={form} label="New password" owner={owner} />
      </FormCard>
      <div className={styles.below}>
        {isDeniedNow && (
          <LinkButton to={links.login(links.resetPassword())} variant="primary">
            Sign In
          </LinkButton>
        )}
        <LinkButton variant="ghost" to={links.account()}>
          Back to My Account
        </LinkButton>
      </div>
    </Column>
  )
}
