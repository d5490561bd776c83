import { useState } from 'react'

import type { MailedSecret } from '#shared/mailedLink.ts'
import type { SignIn } from '../../sessions/access.ts'

import { links } from '#shared/links.ts'
import { confirmEmail } from '../../sessions/access.ts'
import { useAccount } from '../../device/account.ts'
import { ApiError } from '../../api/api.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { toast } from '../../ui/toast.ts'
import { useTitle } from '../../ui/useTitle.ts'
import styles from '../account.module.css'
import { serverWords } from '../failureWords.ts'
import { Column } from '../FormParts.tsx'
import { TakeDrafts } from './TakeDrafts.tsx'
import { useEntering } from './useEntering.ts'
import { useHeadingFocus } from '../useHeadingFocus.ts'
import { useMailedSecret } from './useMailedSecret.ts'
import { VerifyByNewPassword, VerifyByPassword, type Confirm } from './VerifyForms.tsx'

const NO_TOKEN = 'Invalid verification link. No token provided.'
const REFUSED = 'Email verification failed.'

/** The link of a mail. Opening it changes nothing: whoever scans mail opens links, scripts and all. */
export function VerifyScreen() {
  const secret = useMailedSecret()
  return <Verify key={secret?.token} secret={secret} />
}

function Verify({ secret }: { secret: MailedSecret | null }) {
  const [isNewPassword, setNewPassword] = useState<boolean | null>(null)
  // Confirmed, and loaded anew before the drafts were dealt with: the secret is gone from the address.
  const resumes = secret ? null : 'verifying'
  const { asked, isLooking, enter } = useEntering({ resumes, finish })
  const [isVerified, setVerified] = useState(false)
  const [refusal, setRefusal] = useState('')

  const confirm: Confirm = async (password) => {
    let answer: SignIn | null
    try {
      answer = await confirmEmail({ token: secret?.token ?? '', ...password })
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'bad_token')) throw error
      setRefusal(serverWords(error, REFUSED))
      return
    }
    await enter(answer)
  }

  async function finish(answer: SignIn | null, kitIds: string[]) {
    await answer?.complete(kitIds)
    toast({ title: 'Email verified!' })
    setVerified(true)
  }

  if (isVerified) return <Verified isNewPassword={isNewPassword === true} />
  if (refusal) return <Failed text={refusal} />
  if (!secret && !asked) return isLooking ? null : <Failed text={NO_TOKEN} />
  return (
    <>
      {!secret ? (
        <Column title="Verify your email">{null}</Column>
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
  useTitle('Email Verified!')
  useHeadingFocus(true)
  const account = useAccount()
  return (
    <Column title="Email Verified!">
      <div className={`card ${styles.pad} ${styles.text}`} role="status">
        <p>
          Thank you. Your address is confirmed{isNewPassword && ', and your new password is set'}.
        </p>
        {account && (
          <p className="muted">
            This device is signed in as <b className={styles.address}>{account.username}</b>.
          </p>
        )}
        <LinkButton variant="primary" to={links.account()}>
          Go to Account
        </LinkButton>
      </div>
    </Column>
  )
}

function Failed({ text }: { text: string }) {
  useTitle('Verification Failed')
  // The first screen of a page takes no focus.
  useHeadingFocus(text !== NO_TOKEN)
  return (
    <Column title="Verification Failed">
      <div className={`card ${styles.pad} ${styles.text}`} role="alert">
        <p>{text}</p>
        <p className="muted small">
          Open the link in the newest mail once more. Or sign in: My Account sends you another one.
        </p>
        <LinkButton to={links.login(links.account())}>Go to Login</LinkButton>
      </div>
    </Column>
  )
}
