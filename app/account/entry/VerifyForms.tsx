/** Two ways to confirm an address: for the account's creator, and for somebody else. */
import { verifyForm } from '#shared/account.ts'
import { newPasswordForm, NOBODY } from '#shared/newPassword.ts'
import { later, say, t } from '#shared/words/words.ts'
import { useAccount } from '../../data/device/account.ts'
import { ApiError } from '../../data/api/api.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useTitle } from '../../ui/browser/useTitle.ts'
import styles from '../../forms/forms.module.css'
import { isUnanswered, noAnswer, serverWords } from '../../forms/failureWords.ts'
import { SecondFields, useSecondStep, type Second } from '../second/SecondStep.tsx'
import { Column, FormCard, PasswordField, WhosePassword } from '../../forms/FormParts.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { useForm } from '../../forms/useForm.ts'
import { useLinkFacts } from './useLinkFacts.ts'
import { useHeadingFocus } from '../../forms/useHeadingFocus.ts'

/** Submits the form. Throws errors for it to show. */
export type Confirm = (
  shown: ({ password: string } | { newPassword: string }) & Second,
) => Promise<void>

const REFUSED = later('Email verification failed.')
const BROKEN = later('An error occurred during verification. Please try again.')

function words(error: unknown): string {
  if (isUnanswered(error)) return noAnswer()
  const isRefusal = error instanceof ApiError && error.status < 500
  return isRefusal ? serverWords(error, say(REFUSED)) : say(BROKEN)
}

const failed = { title: later('Verification Failed'), text: words }

/** @param props.isBack shown again: the focus was in the other form */
export function VerifyByPassword({
  confirm,
  isNewAddress,
  isBack,
  onUnknown,
}: {
  confirm: Confirm
  isNewAddress: boolean
  isBack: boolean
  onUnknown: () => void
}) {
  useTitle(t('Verify your email'))
  useHeadingFocus(isBack)
  const account = useAccount()
  const step = useSecondStep()
  const form = useForm({ schema: verifyForm, initial: { password: '', code: '' }, failed, send })

  async function send(typed: { password: string; code: string }) {
    await step.send(form, typed, (second) => confirm({ password: typed.password, ...second }))
  }

  const text = isNewAddress
    ? `${t('Enter your password to make this the address of your account.')} ${t('Every other device will have to sign in again.')}`
    : t('Enter the password of your account to confirm that this address is yours.')
  return (
    <Column title={t('Verify your email')} text={text}>
      <FormCard
        form={form}
        submit={t('Verify Email')}
        pending={t('Verifying...')}
        offline={
          isNewAddress
            ? t(
                'The address is confirmed on the server, so this needs one. The link works for 24 hours.',
              )
            : t(
                'The address is confirmed on the server, so this needs one. The link works for 3 days.',
              )
        }
      >
        <WhosePassword username={account?.username} />
        <PasswordField
          form={form}
          name="password"
          label={t('Password')}
          autoComplete="current-password"
        />
        <SecondFields form={form} step={step} />
      </FormCard>
      <div className={styles.below}>
        {isNewAddress ? (
          <p className="muted">
            {t('You did not ask for this? Close the page, and nothing changes.')}
          </p>
        ) : (
          <>
            <p className="muted">
              {t('Somebody else registered with your address, or you no longer know the password?')}
            </p>
            <Button onClick={onUnknown}>{t('Set a new password')}</Button>
          </>
        )}
      </div>
    </Column>
  )
}

const EMPTY = { password: '', passwordConfirm: '', code: '' }

export function VerifyByNewPassword({
  token,
  confirm,
  onBack,
}: {
  token: string
  confirm: Confirm
  onBack: () => void
}) {
  useTitle(t('Set a new password'))
  useHeadingFocus(true)
  const owner = useLinkFacts(token).facts?.owner ?? NOBODY
  const step = useSecondStep()
  const form = useForm({ schema: newPasswordForm(owner), initial: EMPTY, failed, send })

  async function send(typed: typeof EMPTY) {
    try {
      await step.send(form, typed, (second) => confirm({ newPassword: typed.password, ...second }))
    } catch (error) {
      if (!(error instanceof ApiError && error.field === 'newPassword')) throw error
      form.refuse('password', words(error))
    }
  }

  return (
    <Column
      title={t('Set a new password')}
      text={t(
        'It confirms that this address is yours, and makes the account yours alone: whoever registered with it is signed out, and the old password ends.',
      )}
    >
      <FormCard
        form={form}
        submit={t('Set Password and Verify')}
        pending={t('Verifying...')}
        offline={t(
          'The password is set on the server, so this needs one. The link works for 3 days.',
        )}
      >
        <WhosePassword username={owner.username} />
        <NewPasswordFields form={form} isNew owner={owner} />
        <SecondFields form={form} step={step} />
      </FormCard>
      <div className={styles.below}>
        <Button onClick={onBack}>{t('I know the password')}</Button>
      </div>
    </Column>
  )
}
