import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/blocks/Notice.tsx'
import { useTitle } from '../../ui/browser/useTitle.ts'

/** @param props.from where to go on after a login */
export function AdminDenied({ isSignedIn, from }: { isSignedIn: boolean; from: string }) {
  useTitle(t('Access Denied'))
  return (
    <Notice
      title={t('Access Denied')}
      actions={
        <>
          <LinkButton variant="primary" size="l" to={links.home()}>
            {t('Go Home')}
          </LinkButton>
          <LinkButton size="l" to={links.login(from)}>
            {isSignedIn ? t('Sign in again') : t('Sign In')}
          </LinkButton>
        </>
      }
    >
      <p>{t('This page is for administrators.')}</p>
    </Notice>
  )
}
