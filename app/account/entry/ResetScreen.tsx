import { useState } from 'react'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { useAccount } from '../../device/account.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/blocks/Notice.tsx'
import { useTitle } from '../../ui/browser/useTitle.ts'
import { ChangePassword } from '../mine/ChangePassword.tsx'
import { ResetPassword } from './ResetPassword.tsx'
import { useMailedSecret } from './useMailedSecret.ts'

/** A new password, by the link of a mail or by being signed in. */
export function ResetScreen() {
  const token = useMailedSecret()?.token
  const isSignedIn = useAccount() !== null
  // A login that ends meanwhile does not take the form away from under what was typed.
  const [wasSignedIn, setWasSignedIn] = useState(isSignedIn)
  if (isSignedIn && !wasSignedIn) setWasSignedIn(true)
  if (token) return <ResetPassword key={token} token={token} />
  if (wasSignedIn) return <ChangePassword />
  return <InvalidLink />
}

function InvalidLink() {
  useTitle(t('Invalid Reset Link'))
  return (
    <Notice
      title={t('Invalid Reset Link')}
      actions={
        <>
          <LinkButton variant="primary" size="l" to={links.forgotPassword()}>
            {t('Request New Reset Link')}
          </LinkButton>
          <LinkButton size="l" to={links.login(links.resetPassword())}>
            {t('Sign In')}
          </LinkButton>
        </>
      }
    >
      <p>
        {t(
          'There is no reset link in this address. Open the one in your mail again, or ask for another.',
        )}
      </p>
    </Notice>
  )
}
