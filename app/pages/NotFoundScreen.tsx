import { links } from '#shared/links.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Notice } from '../ui/Notice.tsx'

export function NotFoundScreen() {
  return (
    <Notice
      title="404 Page Not Found"
      actions={
        <>
          <LinkButton variant="primary" size="l" to={links.home()}>
            Go Home
          </LinkButton>
          <LinkButton size="l" to={links.kits()}>
            View Kits
          </LinkButton>
        </>
      }
    >
      <p>
        The marks don’t line up: there is no page at this address. Your kits are still on this
        device.
      </p>
    </Notice>
  )
}
