import { useNavigate } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { newPasswordForm, NOBODY } from '#shared/newPassword.ts'
import { later, say, t } from '#shared/words/words.ts'
import { ApiError, callApi } from '../../api/api.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { toast } from '../../ui/layers/toast.ts'
import { useTitle } from '../../ui/browser/useTitle.ts'
import styles from '../account.module.css'
import { isUnanswered, noAnswer, serverWords } from '../failureWords.ts'
import { Column, FormCard, WhosePassword } from '../FormParts.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { LinkRefused } from './LinkRefused.tsx'
import { useForm } from '../useForm.ts'
import { useLinkFacts } from './useLinkFacts.ts'

const EMPTY = { password: '', passwordConfirm: '' }
const FAILED = later('Failed to update password')
const failed = {
  title: later('Error'),
  text: () => say(FAILED),
  note: (error: unknown) => (isUnanswered(error) ? noAnswer() : serverWords(error, say(FAILED))),
}

/** By the link of a mail. */
export function ResetPassword({ token }: { token: string }) {
  useTitle(t('Reset Password'))
  const navigate = useNavigate()
  const { facts, reload } = useLinkFacts(token)
  const owner = facts?.owner ?? NOBODY
  const form = useForm({ schema: newPasswordForm(owner), initial: EMPTY, failed, send })

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
    <Column
      title={t('Reset Password')}
      text={t(
        'Every device that is signed in will have to sign in again, and a private address of your calendar ends.',
      )}
    >
      <FormCard
        form={form}
        submit={t('Reset Password')}
        pending={t('Saving...')}
        offline={t('The password is set on the server, so this needs one.')}
      >
        <WhosePassword username={owner.username} />
        <NewPasswordFields form={form} isNew owner={owner} />
      </FormCard>
      {form.failure && (
        <div className={styles.below}>
          <LinkButton to={links.forgotPassword()}>{t('Request New Reset Link')}</LinkButton>
        </div>
      )}
    </Column>
  )
}
