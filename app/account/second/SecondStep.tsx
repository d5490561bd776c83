/** Second factor, by passkey or code, for sign-in and proofs. */
import type { SecondAsked, SecondProof } from '#shared/secondFactor.ts'

import { useEffect, useRef, useState } from 'react'

import { fieldOf } from '#shared/cells/cells.ts'
import { t } from '#shared/words/words.ts'
import { ApiError } from '../../data/api/api.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { EXACT } from '../../ui/controls/Input.tsx'
import { KeyIcon } from '../../ui/blocks/icons.tsx'
import styles from '../../forms/forms.module.css'
import { FormResult, TextField } from '../../forms/FormParts.tsx'
import type { Form } from '../../forms/useForm.ts'

/** Field of the calls; absent where no factor was asked for. */
export type Second = { second?: SecondProof }
type WithCode = Record<string, string | boolean> & { code: string }

/** Preloaded once needed: browsers refuse a passkey call long after the press. */
const webAuthn = () => import('@simplewebauthn/browser')

export const hasPasskeys = () => 'PublicKeyCredential' in globalThis

type WebAuthn = Awaited<ReturnType<typeof webAuthn>>

/** The passkey's response. @throws ApiError in words where there is none */
export async function passkeyOf<T>(ask: (browser: WebAuthn) => Promise<T>): Promise<T> {
  const browser = await webAuthn()
  return ask(browser).catch((reason: unknown) => {
    const isHere = reason instanceof Error && reason.name === 'InvalidStateError'
    const error = isHere
      ? t('This passkey is one of yours already.')
      : t('Your browser gave no passkey. Try again, or use a code.')
    throw new ApiError(400, error, { error })
  })
}

/** Factors an answer asks for; null for only the password, undefined where it does not say. */
export function secondAsked(error: unknown): SecondAsked | null | undefined {
  const asked = error instanceof ApiError ? fieldOf(error.answer, 'second') : undefined
  return asked as SecondAsked | null | undefined
}

const whose = (typed: WithCode) => typed['username'] ?? ''

/** @param first factors known to be asked for */
export function useSecondStep(first: SecondAsked | null = null) {
  const [said, setSaid] = useState({ of: '' as string | boolean, asked: first })
  const isByPasskey = useRef(false)
  // Per username: another one has not been asked yet.
  const askedOf = (typed: WithCode) => (said.of === whose(typed) ? said.asked : null)

  return {
    askedOf,
    /** Submits with the passkey instead of a code. */
    sendByPasskey<T extends WithCode>(form: Form<T>) {
      isByPasskey.current = true
      form.formProps.ref.current?.requestSubmit()
      isByPasskey.current = false
    },
    /** Calls with the proof. Being asked for a factor is no failure, but the next step. */
    async send<T extends WithCode>(
      form: Form<T>,
      typed: T,
      call: (second: Second) => Promise<unknown>,
    ) {
      const asked = askedOf(typed)
      const code = typed.code.trim()
      try {
        if (!asked) return await call({})
        if (asked.passkey && (isByPasskey.current || !asked.codes)) {
          const optionsJSON = asked.passkey
          const passkey = await passkeyOf((browser) => browser.startAuthentication({ optionsJSON }))
          return await call({ second: { passkey } })
        }
        if (code === '') return form.refuse('code', t('Code is required'))
        return await call({ second: { code } })
      } catch (error) {
        const next = secondAsked(error)
        if (next !== undefined) setSaid({ of: whose(typed), asked: next })
        if (!(error instanceof ApiError && error.code === 'second_factor')) throw error
      }
    },
  }
}

export type SecondStep = ReturnType<typeof useSecondStep>

/** Factor fields within a form; they take the focus. */
export function SecondFields<T extends WithCode>({
  form,
  step,
}: {
  form: Form<T>
  step: SecondStep
}) {
  const group = useRef<HTMLDivElement>(null)
  const asked = step.askedOf(form.values)
  const isByPasskey = Boolean(asked?.passkey) && hasPasskeys()
  const isAsked = asked !== null
  useEffect(() => {
    if (isByPasskey) void webAuthn().catch(() => undefined)
    if (isAsked) group.current?.querySelector<HTMLElement>('button, input')?.focus()
  }, [isByPasskey, isAsked])

  if (!asked) return null
  return (
    <div ref={group} role="group" aria-label={t('Second factor')} className={styles.form}>
      {isByPasskey && (
        <Button isFull aria-disabled={form.isPending} onClick={() => step.sendByPasskey(form)}>
          <KeyIcon />
          {t('Use your passkey')}
        </Button>
      )}
      {asked.codes ? (
        <TextField
          form={form}
          name="code"
          label={t('Code')}
          hint={t('The 6 digits of your app, or one of your recovery codes.')}
          autoComplete="one-time-code"
          inputMode="text"
          {...EXACT}
        />
      ) : (
        <FormResult
          text={
            isByPasskey
              ? (form.problemsOf('code')[0] ?? '')
              : t('This browser has no passkeys. Use one that has yours.')
          }
        />
      )}
    </div>
  )
}
