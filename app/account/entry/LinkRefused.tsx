import type { LinkFacts } from '#shared/account.ts'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import { useAccount } from '../../device/account.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/blocks/Notice.tsx'
import { useTitle } from '../../ui/browser/useTitle.ts'
import { useHeadingFocus } from '../useHeadingFocus.ts'

/** A reset link that sets no password any more: why, and the way to one that does. */
export function LinkRefused({ facts: { state, owner } }: { facts: LinkFacts }) {
  const account = useAccount()
  const title = titleOf(state, owner !== null)
  useTitle(title)
  useHeadingFocus(true)
  const email = owner?.email ?? account?.email
  return (
    <Notice
      title={title}
      actions={
        <>
          <LinkButton variant="primary" size="l" to={links.forgotPassword()} state={{ email }}>
            {t('Request New Reset Link')}
          </LinkButton>
          <LinkButton size="l" to={links.login()} state={{ username: owner?.username }}>
            {t('Sign In')}
          </LinkButton>
        </>
      }
    >
      {state === 'used' ? (
        <p>
          <T
            text="A new password for {username} was set with it. Sign in with that one, or ask for another link if you do not know it."
            username={<b>{owner?.username}</b>}
          />
        </p>
      ) : (
        <p>{t('A reset link works for 30 minutes, and only the one in the newest mail does.')}</p>
      )}
    </Notice>
  )
}

function titleOf(state: LinkFacts['state'], isKnown: boolean): string {
  if (state === 'used') return t('Reset link used already')
  return isKnown ? t('Reset link expired') : t('Invalid Reset Link')
}
