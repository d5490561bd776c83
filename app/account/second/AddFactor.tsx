import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'

import {
  codeForm,
  type FactorBegun,
  MAX_FACTOR_LABEL,
  recoveryCodes,
  type RecoveryCodes,
} from '#shared/secondFactor.ts'
import { later, t } from '#shared/words/words.ts'
import { askApi } from '../../data/api/api.ts'
import { QrCode, useQr } from '../../show/QrCode.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { copyAndTell } from '../../ui/browser/copyText.ts'
import styles from '../../forms/forms.module.css'
import { FormCard, TextField } from '../../forms/FormParts.tsx'
import { failsAs, useForm } from '../../forms/useForm.ts'
import { passkeyOf } from './SecondStep.tsx'

const failed = failsAs(later('Not added'), later('This did not work. Please try again.'))
const ANY = z.object({})

/** Second step of adding a factor: the browser's passkey, or the app's first code. */
export function AddFactor({
  begun,
  name,
  onAdded,
  onCancel,
}: {
  begun: FactorBegun
  /** Default label of the factor. */
  name: string
  onAdded: (answer: RecoveryCodes) => void
  onCancel: () => void
}) {
  const isApp = begun.kind === 'totp'
  const fields = useRef<HTMLDivElement>(null)
  const form = useForm({
    schema: isApp ? codeForm : ANY,
    initial: { label: name, code: '' },
    failed,
    send,
  })
  useEffect(() => {
    fields.current?.querySelector<HTMLElement>('input[name]')?.focus()
  }, [begun])

  async function send({ label, code }: { label: string; code: string }) {
    const { kind } = begun
    const shown = { kind, label, ...(isApp ? { code: code.trim() } : await makePasskey(begun)) }
    const path = '/api/auth/second-factors/complete'
    onAdded(await askApi(recoveryCodes, 'POST', path, shown))
  }

  return (
    <div
      ref={fields}
      role="group"
      aria-label={name}
      className={`${styles.inner} ${styles.lone} ${styles.text}`}
    >
      <FormCard
        form={form}
        submit={isApp ? t('Turn it on') : t('Create the passkey')}
        pending={t('One moment...')}
        offline={t('The server checks it, so this needs one.')}
        isBare
      >
        {isApp && <AppSecret begun={begun} />}
        <TextField
          form={form}
          name="label"
          label={t('What to call it')}
          maxLength={MAX_FACTOR_LABEL}
          autoComplete="off"
        />
        {isApp && (
          <TextField
            form={form}
            name="code"
            label={t('Code')}
            hint={t('The 6 digits your app shows now.')}
            autoComplete="one-time-code"
            inputMode="numeric"
          />
        )}
      </FormCard>
      <Button variant="ghost" onClick={onCancel}>
        {t('Cancel')}
      </Button>
    </div>
  )
}

async function makePasskey(begun: FactorBegun) {
  if (begun.kind !== 'passkey') return {}
  const optionsJSON = begun.options
  return { passkey: await passkeyOf((browser) => browser.startRegistration({ optionsJSON })) }
}

/** An authenticator's secret, as a QR code and as text for an app on the same device. */
function AppSecret({ begun: { secret, uri } }: { begun: FactorBegun & { kind: 'totp' } }) {
  const qr = useQr(uri)
  return (
    <>
      <p>{t('Scan this with your authenticator app, or copy the key into it.')}</p>
      {qr && <QrCode qr={qr} label={t('QR code for your authenticator app')} />}
      <p className={`mono ${styles.address}`}>{secret}</p>
      <Button onClick={() => void copyAndTell(secret, { title: t('Key copied') })}>
        {t('Copy the key')}
      </Button>
    </>
  )
}
