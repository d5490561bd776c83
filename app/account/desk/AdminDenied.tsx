import { links } from '#shared/links.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useTitle } from '../../ui/useTitle.ts'

/** @param props.from where to go on after a login */
export function AdminDenied({ isSignedIn, from }: { isSignedIn: boolean; from: string }) {
  useTitle('Access Denied')
  return (
    <Notice
      title="Access Denied"
      actions={
        <>
          <LinkButton variant="primary" size="l" to={links.home()}>
            Go Home
          </LinkButton>
          <LinkButton size="l" to={links.login(from)}>
            {isSignedIn ? 'Sign in again' : 'Sign In'}
          </LinkButton>
        </>
      }
    >
      <p>This page is for administrators.</p>
    </Notice>
  )
}
