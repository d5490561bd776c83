import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'

import { loginForm } from '#shared/account.ts'
import { links } from '#shared/links.ts'
import { later, many, say, t } from '#shared/words/words.ts'

import type { SignIn } from '../../data/sessions/signIn.ts'
import { useAccount } from '../../data/device/account.ts'
import { endWords, type SessionEnd } from '../../data/device/sessionEnd.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { EXACT } from '../../ui/controls/Input.tsx'
import { toast } from '../../ui/browser/toast.ts'
import { useRead } from '../../ui/browser/useRead.ts'
import styles from '../../forms/forms.module.css'
import { callWords, isStatus } from '../../forms/failureWords.ts'
import { SecondFields, useSecondStep } from '../second/SecondStep.tsx'
import { Column, FormCard, PasswordField, TextField } from '../../forms/FormParts.tsx'
import { nextPath, passedOn } from './nextPath.ts'
import { SignedIn } from './SignedIn.tsx'
import { TakeDrafts } from './TakeDrafts.tsx'
import { signingIn, useEntering } from './useEntering.ts'
import { useForm } from '../../forms/useForm.ts'

const WRONG = later('Invalid username or password')
const FAILED = later('This did not work. Please try again.')
const words = (error: unknown) => callWords(error, say(isStatus(error, 401) ? WRONG : FAILED))
const failed = { title: later('Login failed'), text: words }

export function LoginScreen() {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const account = useAccount()
  const [isLeaving, setLeaving] = useState(false)
  const next = nextPath(search)
  const { asked, enter } = useEntering({ resumes: 'any', finish })
  const expired = account?.isExpired ? account : null
  const step = useSecondStep()
  const form = useForm({
    schema: loginForm,
    initial: { username: expired?.username ?? passedOn(state, 'username'), password: '', code: '' },
    failed,
    send,
  })

  async function send(typed: { username: string; password: string; code: string }) {
    const { username, password } = typed
    await step.send(form, typed, async (second) => {
      const { signIn } = await signingIn()
      await enter(await signIn({ username: username.trim(), password, ...second }))
    })
  }

  async function finish(answer: SignIn | null, kitIds: string[]) {
    setLeaving(true)
    try {
      await answer?.complete(kitIds)
    } catch (error) {
      setLeaving(false)
      throw error
    }
    toast({ title: t('Welcome back!') })
    void navigate(next, { replace: true })
  }

  if (account && !account.isExpired && !asked && !isLeaving) {
    return <SignedIn title={t('Sign In')} username={account.username} next={next} />
  }
  return (
    <Column
      title={t('Sign In')}
      text={account?.ended ? <SignInAgain end={account.ended} /> : undefined}
    >
      <FormCard
        form={form}
        submit={t('Sign In')}
        pending={t('Signing in...')}
        offline={say(OFFLINE)}
      >
        <TextField
          form={form}
          name="username"
          label={t('Username or email')}
          autoComplete="username"
          {...EXACT}
        />
        <PasswordField
          form={form}
          name="password"
          label={t('Password')}
          autoComplete="current-password"
        />
        <SecondFields form={form} step={step} />
        <p className={styles.beside}>
          <Link className={styles.away} to={links.forgotPassword(next)}>
            {t('Forgot Password?')}
          </Link>
        </p>
      </FormCard>
      <div className={styles.below}>
        <p className="muted">{t('New here? Building works without an account.')}</p>
        <LinkButton to={links.register(next)}>{t('Create Account')}</LinkButton>
      </div>
      {asked && <TakeDrafts answer={asked} onAnswer={(ids) => finish(asked, ids)} />}
    </Column>
  )
}

const unsentCount = async () => (await signingIn()).unsentCount()

const OFFLINE = later('Signing in needs one. You can go on building without it.')

/** The session ended; later work is still on this device. */
function SignInAgain({ end }: { end: SessionEnd }) {
  const count = useRead(unsentCount) ?? 0
  if (end !== 'expired') {
    const { title, text } = endWords(end)
    return `${title} ${text}`
  }
  if (count === 0) return t('Your session has ended. Your kits are still on this device.')
  return many(
    count,
    'Sign in again to upload {count} change',
    'Sign in again to upload {count} changes',
  )
}
