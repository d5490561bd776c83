import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { refreshAccount } from '../store/access.ts'
import { ApiError, callApi } from '../store/api.ts'
import { Button } from '../ui/Button.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { toast } from '../ui/toast.ts'
import { useTitle } from '../ui/useTitle.ts'
import styles from './account.module.css'
import { isUnanswered, serverWords } from './failureWords.ts'
import { Column } from './FormParts.tsx'

const NO_TOKEN = 'Invalid verification link. No token provided.'
const REFUSED = 'Email verification failed.'
const BROKEN = 'An error occurred during verification. Please try again.'

type Outcome =
  | { kind: 'verifying' }
  | { kind: 'verified' }
  | { kind: 'noSignal' }
  | { kind: 'failed'; text: string; mayRetry: boolean }

// One call a link: React runs the effects of a screen twice in development.
const calls = new Map<string, Promise<Outcome>>()

function verifyOnce(token: string): Promise<Outcome> {
  const call = calls.get(token) ?? verify(token)
  calls.set(token, call)
  return call
}

async function verify(token: string): Promise<Outcome> {
  try {
    await callApi('GET', `/api/verify-email?token=${encodeURIComponent(token)}`)
  } catch (error) {
    // No answer spends nothing, so the same link is tried again.
    if (isUnanswered(error)) return { kind: 'noSignal' }
    const isRefusal = error instanceof ApiError && error.status < 500
    return isRefusal
      ? { kind: 'failed', text: serverWords(error, REFUSED), mayRetry: error.status === 429 }
      : { kind: 'failed', text: BROKEN, mayRetry: true }
  }
  toast({ title: 'Email verified!' })
  // Whoever is signed in here; without a login there is nothing to refresh.
  await refreshAccount().catch(() => undefined)
  return { kind: 'verified' }
}

export function VerifyScreen() {
  const { search } = useLocation()
  const token = new URLSearchParams(search).get('token') ?? ''
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'verifying' })
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    if (!token) return
    let isHere = true
    void verifyOnce(token).then((result) => isHere && setOutcome(result))
    return () => {
      isHere = false
    }
  }, [token, attempt])

  function handleRetry() {
    calls.delete(token)
    setOutcome({ kind: 'verifying' })
    setAttempt(attempt + 1)
  }

  if (!token) return <Failed text={NO_TOKEN} />
  if (outcome.kind === 'verified') return <Verified />
  if (outcome.kind === 'noSignal') return <NoSignal onRetry={handleRetry} />
  if (outcome.kind === 'verifying') return <Verifying />
  return <Failed text={outcome.text} {...(outcome.mayRetry && { onRetry: handleRetry })} />
}

function Verifying() {
  return (
    <Column title="Verifying your email">
      <div className={`card ${styles.pad} row`} role="status">
        <Spinner />
        <p>Asking the server. This takes a moment.</p>
      </div>
    </Column>
  )
}

function Verified() {
  useTitle('Email Verified!')
  return (
    <Column title="Email Verified!">
      <div className={`card ${styles.pad} ${styles.text}`} role="status">
        <p>Thank you. Your address is confirmed.</p>
        <LinkButton variant="primary" to={links.account()}>
          Go to Account
        </LinkButton>
      </div>
    </Column>
  )
}

function Failed({ text, onRetry }: { text: string; onRetry?: () => void }) {
  useTitle('Verification Failed')
  return (
    <Column title="Verification Failed">
      <div className={`card ${styles.pad} ${styles.text}`} role="alert">
        <p>{text}</p>
        <p className="muted small">Once signed in, My Account sends you another mail.</p>
        <div className={styles.buttons}>
          {onRetry && (
            <Button variant="primary" onClick={onRetry}>
              Try again
            </Button>
          )}
          <LinkButton to={links.login(links.account())}>Go to Login</LinkButton>
        </div>
      </div>
    </Column>
  )
}

function NoSignal({ onRetry }: { onRetry: () => void }) {
  useTitle('No signal')
  useEffect(() => {
    addEventListener('online', onRetry)
    return () => removeEventListener('online', onRetry)
  }, [onRetry])
  return (
    <Column title="No signal">
      <div className={`card ${styles.pad} ${styles.text}`} role="status">
        <p>The server did not answer, so your address is not confirmed yet.</p>
        <p className="muted small">Trying spends nothing: the link stays good for 3 days.</p>
        <Button variant="primary" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </Column>
  )
}
