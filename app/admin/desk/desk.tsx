/** Who may come to the desk, and the ways between its screens. */
import { links } from '#shared/links.ts'
import { later, say, t } from '#shared/words/words.ts'
import { type Account, useAccount } from '../../data/device/account.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/blocks/Notice.tsx'
import { useTitle } from '../../ui/browser/useTitle.ts'
import { may, type Role } from '#shared/roles.ts'
import { deskLinks } from './deskLinks.ts'
import styles from './Admin.module.css'

/** @param props.from where to go on after a login */
export function AdminDenied({ from }: { from: string }) {
  const isSignedIn = useAccount() !== null
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

const PLACES = [
  { to: links.admin(), role: 'catalogue', name: later('Admin Dashboard') },
  { to: deskLinks.catalogue(), role: 'catalogue', name: later('Catalogue') },
  { to: links.adminErrors(), role: 'operator', name: later('Error monitoring') },
  { to: links.adminAccounts(), role: 'moderator', name: later('Accounts') },
  { to: links.adminStatus(), role: 'operator', name: later('Status') },
] as const

/** From one of the administrators' screens to the others. @param props.at the one that is open */
export function AdminNav({ at }: { at: string }) {
  const account = useAccount()
  return (
    <nav aria-label={t('Administration')} className={`wrap ${styles.links}`}>
      {PLACES.filter(({ to, role }) => to !== at && account && may(account, role)).map(
        ({ to, name }) => (
          <LinkButton key={to} to={to}>
            {say(name)}
          </LinkButton>
        ),
      )}
    </nav>
  )
}

/** Who is signed in, where that one has the role; the server checks each call itself. */
export function useDesk(role: Role): Account | null {
  const account = useAccount()
  return account && !account.isExpired && may(account, role) ? account : null
}
