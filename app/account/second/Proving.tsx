import { type ReactNode, useEffect, useId, useState } from 'react'
import * as z from 'zod/mini'

import { confirmed, PROOF_HEADER } from '#shared/secondFactor.ts'
import { links } from '#shared/links.ts'
import { later, t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import { ApiError, askApi, proveBy } from '../../data/api/api.ts'
import { askLogOut } from '../../data/sessions/logOut.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/blocks/Notice.tsx'
import { useTitle } from '../../ui/browser/useTitle.ts'
import { CANCELLED } from '../../forms/failureWords.ts'
import { changeEmailForm } from '#shared/account.ts'
import { useAccount } from '../../data/device/account.ts'
import { LazyAlert } from '../../ui/layers/LazyAlert.tsx'
import styles from '../../forms/forms.module.css'
import { FormResult, OfflineNote, PasswordField, WhosePassword } from '../../forms/FormParts.tsx'
import { failsAs, useForm } from '../../forms/useForm.ts'
import { secondAsked, SecondFields, useSecondStep } from './SecondStep.tsx'

interface Asked {
  id: number
  refusal: ApiError
  give: (proof: Record<string, string>) => void
  cancel: () => void
}

/**
 * Provides proofs for the calls of its screens: asks for one on `proof_needed`, and repeats the
 * call. Without a proof the call ends as cancelled.
 */
export function Proving({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked[]>([])
  const [isSecondNeeded, setSecondNeeded] = useState(false)
  const [first] = asked

  useEffect(() => {
    const all: Asked[] = []
    proveBy((refusal, path) => {
      if (refusal.code === 'second_factor_needed') setSecondNeeded(true)
      // The proof's own call shows its refusals itself.
      if (refusal.code !== 'proof_needed' || path === CONFIRM) return Promise.reject(refusal)
      const answer = { code: CANCELLED, error: refusal.sentence }
      return new Promise((give, reject) => {
        const cancel = () => reject(new ApiError(403, CANCELLED, answer))
        const one = { id: all.length, refusal, give, cancel }
        all.push(one)
        setAsked((before) => [...before, one])
      })
    })
    return () => {
      proveBy(null)
      for (const { cancel } of all) cancel()
    }
  }, [])

  function end(act: () => void) {
    act()
    setAsked(([, ...others]) => others)
  }

  if (isSecondNeeded) return <SecondNeeded />
  return (
    <>
      {children}
      {first && (
        <ProofDialog
          key={first.id}
          refusal={first.refusal}
          onProof={(proof) => end(() => first.give({ [PROOF_HEADER]: proof }))}
          onCancel={() => end(first.cancel)}
        />
      )}
    </>
  )
}

function SecondNeeded() {
  useTitle(t('Second factor needed'))
  return (
    <Notice
      title={t('Second factor needed')}
      actions={
        <>
          <LinkButton variant="primary" size="l" to={`${links.account()}#two-step`}>
            {t('Set it up in My Account')}
          </LinkButton>
          <Button size="l" onClick={askLogOut}>
            {t('Log Out')}
          </Button>
        </>
      }
    >
      <p>
        <T text="These pages are for administrators who signed in with a second factor: a passkey or an app’s code. Set one up and come back; if you have one, log out and sign in with it." />
      </p>
    </Notice>
  )
}

const CONFIRM = '/api/auth/confirm'
const failed = failsAs(later('Not confirmed'), later('This did not work. Please try again.'))
const BY_PASSWORD = z.pick(changeEmailForm, { currentPassword: true })
const BY_SECOND = z.object({})
const EMPTY = { currentPassword: '', code: '' }

/** Asks a signed-in user for a proof: the second factor, or without one the password. */
function ProofDialog({
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
