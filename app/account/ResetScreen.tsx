import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { useAccount } from '../store/account.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useTitle } from '../ui/useTitle.ts'
import { ChangePassword } from './ChangePassword.tsx'
import { ResetPassword } from './ResetPassword.tsx'

/** A new password, by the link of a mail or by being signed in. */
export function ResetScreen() {
  const token = useToken()
  const isSignedIn = useAccount() !== null
  // A login that ends meanwhile does not take the form away from under what was typed.
  const [wasSignedIn, setWasSignedIn] = useState(isSignedIn)
  if (isSignedIn && !wasSignedIn) setWasSignedIn(true)
  if (token) return <ResetPassword token={token} />
  if (wasSignedIn) return <ChangePassword />
  return <InvalidLink />
}

/** The link's secret. It leaves the address, and so the history and what others can read off it. */
function useToken(): string | null {
  const { pathname, search } = useLocation()
  const [token] = useState(() => new URLSearchParams(search).get('token'))
  useEffect(() => {
    if (token !== null) history.replaceState(history.state, '', pathname)
  }, [token, pathname])
  return token
}

function InvalidLink() {
  useTitle('Invalid Reset Link')
  return (
    <Notice
      title="Invalid Reset Link"
      actions={
        <>
          <LinkButton variant="primary" size="l" to={links.forgotPassword()}>
            Request New Reset Link
          </LinkButton>
          <LinkButton size="l" to={links.login(links.resetPassword())}>
            Sign In
          </LinkButton>
        </>
      }
    >
      <p>
        There is no reset link in this address. Open the one in your mail again, or ask for another.
      </p>
    </Notice>
  )
}
