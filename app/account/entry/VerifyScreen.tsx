import { useState } from 'react'

import type { MailedSecret } from '#shared/mailedLink.ts'

import { links } from '#shared/links.ts'
import { later, say, t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import type { SignIn } from '../../data/sessions/signIn.ts'
import { useAccount } from '../../data/device/account.ts'
import { ApiError } from '../../data/api/api.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { toast } from '../../ui/browser/toast.ts'
import { useTitle } from '../../ui/browser/useTitle.ts'
import styles from '../../forms/forms.module.css'
import { serverWords } from '../../forms/failureWords.ts'
import { Column } from '../../forms/FormParts.tsx'
import { TakeDrafts } from './TakeDrafts.tsx'
import { signingIn, useEntering } from './useEntering.ts'
import { useHeadingFocus } from '../../forms/useHeadingFocus.ts'
import { useMailedSecret } from './useMailedSecret.ts'
import { VerifyByNewPassword, VerifyByPassword, type Confirm } from './VerifyForms.tsx'

const NO_TOKEN = later('Invalid verification link. No token provided.')
const REFUSED = later('Email verification failed.')

/** Page of a mailed link. Opening it changes nothing: mail scanners open links and run scripts. */
export function VerifyScreen() {
  const secret = useMailedSecret()
  return <Verify key={secret?.token} secret={secret} />
}

function Verify({ secret }: { secret: MailedSecret | null }) {
  const [isNewPassword, setNewPassword] = useState<boolean | null>(null)
  // After a reload during the drafts question, the secret is gone from the address.
  const resumes = secret ? null : 'verifying'
  const { asked, isLooking, enter } = useEntering({ resumes, finish })
  const [isVerified, setVerified] = useState(false)
  const [refusal, setRefusal] = useState('')

  const confirm: Confirm = async (shown) => {
    let answer: SignIn | null
    try {
      const { confirmEmail } = await signingIn()
      answer = await confirmEmail({ token: secret?.token ?? '', ...shown })
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'bad_token')) throw error
      setRefusal(serverWords(error, say(REFUSED)))
      return
    }
    await enter(answer)
  }

  async function finish(answer: SignIn | null, kitIds: string[]) {
    await answer?.complete(kitIds)
    toast({ title: t('Email verified!') })
    setVerified(true)
  }

  if (isVerified) return <Verified isNewPassword={isNewPassword === true} />
  if (refusal) return <Failed text={refusal} />
  if (!secret && !asked) return isLooking ? null : <Failed text={say(NO_TOKEN)} />
  return (
    <>
      {!secret ? (
        <Column title={t('Verify your email')}>{null}</Column>
      ) : isNewPassword ? (
        <VerifyByNewPassword
          token={secret.token}
          confirm={confirm}
          onBack={() => setNewPassword(false)}
        />
      ) : (
        <VerifyByPassword
          confirm={confirm}
          isNewAddress={secret.isNewAddress}
          isBack={isNewPassword === false}
          onUnknown={() => setNewPassword(true)}
        />
      )}
      {asked && <TakeDrafts answer={asked} onAnswer={(ids) => finish(asked, ids)} />}
    </>
  )
}

function Verified({ isNewPassword }: { isNewPassword: boolean }) {
  useTitle(t('Email Verified!'))
  useHeadingFocus(true)
  const account = useAccount()
  return (
    <Column title={t('Email Verified!')}>
      <div className={`card ${styles.pad} ${styles.text}`} role="status">
        <p>
          {isNewPassword
            ? t('Thank you. Your address is confirmed, and your new password is set.')
            : t('Thank you. Your address is confirmed.')}
        </p>
        {account && (
          <p className="muted">
            <T
              text="This device is signed in as {username}."
              username={<b className={styles.address}>{account.username}</b>}
            />
          </p>
        )}
        <LinkButton variant="primary" to={links.account()}>
          {t('Go to Account')}
        </LinkButton>
      </div>
    </Column>
  )
}

function Failed({ text }: { text: string }) {
  useTitle(t('Verification Failed'))
  // The first screen of a page takes no focus.
  useHeadingFocus(text !== say(NO_TOKEN))
  return (
    <Column title={t('Verification Failed')}>
      <div className={`card ${styles.pad} ${styles.text}`} role="alert">
        <p>{text}</p>
        <p className="muted small">
          <T text="Open the link in the newest mail once more. Or sign in: My Account sends you another one." />
        </p>
        <LinkButton to={links.login(links.account())}>{t('Go to Login')}</LinkButton>
      </div>
    </Column>
  )
}
