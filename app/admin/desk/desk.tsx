/** The shell of administrators' screens: who may come, and the ways between them. */
import type { ReactNode } from 'react'

import { links } from '#shared/links.ts'
import { later, say, t } from '#shared/words/words.ts'
import { useAccount } from '../../data/device/account.ts'
import { Column, OfflineNote } from '../../forms/FormParts.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/blocks/Notice.tsx'
import { useTitle } from '../../ui/browser/useTitle.ts'
import { useServerData } from '../../forms/useServerData.ts'
import { may, type Role } from '#shared/roles.ts'
import { deskLinks, readTodo } from './adminData.ts'
import styles from './Admin.module.css'

/**
 * A screen for those who have one of the roles; the server checks each call itself.
 * @param props.at its address, to come back to after a login
 */
export function Desk({
  roles,
  at,
  children,
}: {
  roles: readonly Role[]
  at: string
  children: ReactNode
}) {
  const account = useAccount()
  const isIn = account && !account.isExpired && roles.some((role) => may(account, role))
  return isIn ? children : <Denied from={at} />
}

function Denied({ from }: { from: string }) {
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
  { to: links.admin(), role: 'catalogue', name: later('Catalogue') },
  { to: links.adminStatus(), role: 'operator', name: later('Installation') },
  { to: deskLinks.exports(), role: null, name: later('Export') },
] as const

/** "To do (4)" */
export const counted = (name: string, count = 0): string =>
  count > 0 ? `${name} (${count})` : name

function TodoLink() {
  const { data } = useServerData('todo', readTodo)
  return (
    <LinkButton to={links.adminAccounts()}>{counted(t('To do'), data?.items.length)}</LinkButton>
  )
}

/** Page of the desk: a heading, the ways to the others, a word without signal. */
export function DeskPage({
  at = '',
  title,
  text,
  offline = t('This is what was last known. Decisions are made on the server.'),
  children,
}: {
  /** Its address, where it is one of them. */
  at?: string
  title: string
  text?: ReactNode
  offline?: string
  children: ReactNode
}) {
  const account = useAccount()
  const isFor = (role: Role) => account !== null && may(account, role)
  return (
    <Column title={title} text={text} isWide>
      <nav aria-label={t('Administration')} className={`wrap ${styles.links}`}>
        {at !== links.adminAccounts() && isFor('moderator') && <TodoLink />}
        {PLACES.map(
          ({ to, role, name }) =>
            to !== at &&
            (role === null || isFor(role)) && (
              <LinkButton key={to} to={to}>
                {say(name)}
              </LinkButton>
            ),
        )}
      </nav>
      <OfflineNote text={offline} />
      {children}
    </Column>
  )
}
