import { useId } from 'react'

import type { PasswordOwner } from '#shared/newPassword.ts'
import { t } from '#shared/words/words.ts'
import type { Form } from '../../forms/useForm.ts'

import { PasswordField } from '../../forms/FormParts.tsx'
import { otherProblems, PasswordRules } from './PasswordRules.tsx'

/** A new password with its rules, typed twice. */
export function NewPasswordFields<
  T extends Record<string, string | boolean> & { password: string; passwordConfirm: string },
>({
  form,
  isNew = false,
  owner,
}: {
  form: Form<T>
  /** Replaces an existing one. */
  isNew?: boolean
  owner: PasswordOwner
}) {
  const rulesId = useId()
  const { password } = form.values
  const problems = form.problemsOf('password')
  return (
    <>
      <PasswordField
        form={form}
        name="password"
        label={isNew ? t('New password') : t('Password')}
        autoComplete="new-password"
        describedBy={rulesId}
        isInvalid={problems.length > 0}
        shown={otherProblems(problems, password, owner)}
      />
      <PasswordRules id={rulesId} password={password} owner={owner} problems={problems} />
      <PasswordField
        form={form}
        name="passwordConfirm"
        label={isNew ? t('Confirm new password') : t('Confirm password')}
        eye={[t('Show confirmed password'), t('Hide confirmed password')]}
        autoComplete="new-password"
      />
    </>
  )
}
