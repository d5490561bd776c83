import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { T } from '../ui/words/T.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { Notice } from '../ui/blocks/Notice.tsx'

export function NotFoundScreen() {
  return (
    <Notice
      title={t('404 Page Not Found')}
      actions={
        <>
          <LinkButton variant="primary" size="l" to={links.home()}>
            {t('Go Home')}
          </LinkButton>
          <LinkButton size="l" to={links.kits()}>
            {t('View Kits')}
          </LinkButton>
        </>
      }
    >
      <p>
        <T text="The marks don’t line up: there is no page at this address. Your kits are still on this device." />
      </p>
    </Notice>
  )
}
