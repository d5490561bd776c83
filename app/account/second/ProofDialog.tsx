import { useId } from 'react'
import * as z from 'zod/mini'

import { changeEmailForm } from '#shared/account.ts'
import { confirmed } from '#shared/secondFactor.ts'
import { later, t } from '#shared/words/words.ts'
import { type ApiError, askApi } from '../../data/api/api.ts'
import { useAccount } from '../../data/device/account.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LazyAlert } from '../../ui/layers/LazyAlert.tsx'
import styles from '../../forms/forms.module.css'
import { FormResult, OfflineNote, PasswordField, WhosePassword } from '../../forms/FormParts.tsx'
import { failsAs, useForm } from '../../forms/useForm.ts'
import { secondAsked, SecondFields, useSecondStep } from './SecondStep.tsx'

export const CONFIRM = '/api/auth/confirm'
const failed = failsAs(later('Not confirmed'), later('This did not work. Please try again.'))
const BY_PASSWORD = z.pick(changeEmailForm, { currentPassword: true })
const BY_SECOND = z.object({})
const EMPTY = { currentPassword: '', code: '' }

/** Asks a signed-in user for a proof: the second factor, or without one the password. */
export function ProofDialog({
  refusal,
  onProof,
  onCancel,
}: {
  refusal: ApiError
  onProof: (proof: string) => void
  onCancel: () => void
}) {
  const formId = useId()
  const account = useAccount()
  const step = useSecondStep(secondAsked(refusal))
  const isBySecond = step.askedOf(EMPTY) !== null
  const form = useForm({
    schema: isBySecond ? BY_SECOND : BY_PASSWORD,
    initial: EMPTY,
    failed,
    send,
  })

  async function send(typed: typeof EMPTY) {
    await step.send(form, typed, async (second) => {
      const { currentPassword } = typed
      const body = 'second' in second ? second : { currentPassword }
      onProof((await askApi(confirmed, 'POST', CONFIRM, body)).proof)
    })
  }

  return (
    <LazyAlert
      isOpen
      startsInFields
      onCancel={onCancel}
      title={t('Confirm that it is you')}
      fields={
        <form {...form.formProps} id={formId} className={styles.form}>
          {isBySecond ? (
            <SecondFields form={form} step={step} />
          ) : (
            <>
              <WhosePassword username={account?.username} />
              <PasswordField
                form={form}
                name="currentPassword"
                label={t('Password')}
                autoComplete="current-password"
              />
            </>
          )}
          <FormResult text={form.failure} />
          <OfflineNote text={t('The server checks it, so this needs one.')} />
        </form>
      }
      actions={
        <Button type="submit" form={formId} variant="primary" aria-disabled={form.isPending}>
          {form.isPending ? t('One moment...') : t('Confirm')}
        </Button>
      }
    >
      <p>
        {isBySecond
          ? t('This asks for your second factor, in case somebody else holds your device.')
          : t('This asks for your password, in case somebody else holds your device.')}
      </p>
    </LazyAlert>
  )
}
