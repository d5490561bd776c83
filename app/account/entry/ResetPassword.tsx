import { useNavigate } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { newPasswordForm, NOBODY } from '#shared/newPassword.ts'
import { callApi } from '../../api/api.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { toast } from '../../ui/toast.ts'
import { useTitle } from '../../ui/useTitle.ts'
import styles from '../account.module.css'
import { isUnanswered, NO_ANSWER, serverWords } from '../failureWords.ts'
import { Column, FormCard } from '../FormParts.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { useForm } from '../useForm.ts'

// Whose link it is the device does not know.
const SCHEMA = newPasswordForm(NOBODY)
const EMPTY = { password: '', passwordConfirm: '' }
const FAILED = 'Failed to update password'
const failed = {
  title: 'Error',
  text: () => FAILED,
  note: (error: unknown) => (isUnanswered(error) ? NO_ANSWER : serverWords(error, FAILED)),
}

/** By the link of a mail. */
export function ResetPassword({ token }: { token: string }) {
  useTitle('Reset Password')
  const navigate = useNavigate()
  const form = useForm({ schema: SCHEMA, initial: EMPTY, failed, send })

  async function send({ password }: typeof EMPTY) {
    await callApi('POST', '/api/auth/reset-password', { token, password })
    toast({ title: 'Password reset successful!' })
    navigate(links.login(), { replace: true })
  }

  return (
    <Column
      title="Reset Password"
      text="Every device that is signed in will have to sign in again."
    >
      <FormCard
        form={form}
        submit="Reset Password"
        pending="Saving..."
        offline="The password is set on the server, so this needs one."
      >
        <NewPasswordFields form={form} label="New password" owner={NOBODY} />
      </FormCard>
      {form.failure && (
        <div className={styles.below}>
          <LinkButton to={links.forgotPassword()}>Request New Reset Link</LinkButton>
        </div>
      )}
    </Column>
  )
}
