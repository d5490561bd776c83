import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'

import { loginForm } from '#shared/account.ts'
import { links } from '#shared/links.ts'
import type { SessionEnd } from '../../device/sessionEnd.ts'
import type { SignIn } from '../../sessions/access.ts'

import { signIn, unsentCount } from '../../sessions/access.ts'
import { useAccount } from '../../device/account.ts'
import { endWords } from '../../device/sessionEnd.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { toast } from '../../ui/toast.ts'
import styles from '../account.module.css'
import { isUnanswered, NO_ANSWER, serverWords } from '../failureWords.ts'
import { Column, FormCard, PasswordField, TextField } from '../FormParts.tsx'
import { nextPath, withNext } from './nextPath.ts'
import { SignedIn } from './SignedIn.tsx'
import { TakeDrafts } from './TakeDrafts.tsx'
import { useEntering } from './useEntering.ts'
import { useForm } from '../useForm.ts'

const WRONG = 'Invalid username or password'
const words = (error: unknown) => (isUnanswered(error) ? NO_ANSWER : serverWords(error, WRONG))
const failed = { title: 'Login failed', text: words }

export function LoginScreen() {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const account = useAccount()
  const [isLeaving, setLeaving] = useState(false)
  const next = nextPath(search)
  const { asked, enter } = useEntering({ resumes: 'any', finish })
  const expired = account?.isExpired ? account : null
  const form = useForm({
    schema: loginForm,
    initial: { username: expired?.username ?? registeredName(state), password: '' },
    failed,
    send,
  })

  async function send(typed: { username: string; password: string }) {
    await enter(await signIn({ username: typed.username.trim(), password: typed.password }))
  }

  async function finish(answer: SignIn | null, kitIds: string[]) {
    setLeaving(true)
    try {
      await answer?.complete(kitIds)
    } catch (error) {
      setLeaving(false)
      throw error
    }
    toast({ title: 'Welcome back!' })
    navigate(next, { replace: true })
  }

  if (account && !account.isExpired && !asked && !isLeaving) {
    return <SignedIn title="Sign In" username={account.username} next={next} />
  }
  return (
    <Column title="Sign In" text={account?.ended ? <SignInAgain end={account.ended} /> : undefined}>
      <FormCard form={form} submit="Sign In" pending="Signing in..." offline={offlineWords}>
        <TextField
          form={form}
          name="username"
          label="Username or email"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
        <PasswordField
          form={form}
          name="password"
          label="Password"
          autoComplete="current-password"
        />
        <p className={styles.beside}>
          <Link className={styles.away} to={withNext(links.forgotPassword(), next)}>
            Forgot Password?
          </Link>
        </p>
      </FormCard>
      <div className={styles.below}>
        <p className="muted">New here? Building works without an account.</p>
        <LinkButton to={withNext(links.register(), next)}>Create Account</LinkButton>
      </div>
      {asked && <TakeDrafts answer={asked} onAnswer={(ids) => finish(asked, ids)} />}
    </Column>
  )
}

const offlineWords = 'Signing in needs one. You can go on building without it.'

/** The server no longer knows the session; what was done since is still on this device. */
function SignInAgain({ end }: { end: SessionEnd }) {
  const [count, setCount] = useState(0)
  useEffect(() => {
    let isHere = true
    void unsentCount().then((found) => isHere && setCount(found))
    return () => {
      isHere = false
    }
  }, [])
  if (end !== 'expired') {
    const { title, text } = endWords(end)
    return `${title} ${text}`
  }
  if (count === 0) return 'Your session has ended. Your kits are still on this device.'
  return `Sign in again to upload ${count} ${count === 1 ? 'change' : 'changes'}`
}

/** The name that was just registered, which the registration hands over. */
function registeredName(state: unknown): string {
  const isGiven = typeof state === 'object' && state !== null && 'username' in state
  return isGiven && typeof state.username === 'string' ? state.username : ''
}
