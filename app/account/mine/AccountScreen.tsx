import type { ComponentType } from 'react'

import { links } from '#shared/links.ts'
import { type Later, later, say, t } from '#shared/words/words.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { loadable } from '../../ui/browser/loadable.tsx'
import { Notice } from '../../ui/blocks/Notice.tsx'
import { Title } from '../../ui/blocks/Title.tsx'
import { ContactScreen } from '../ContactScreen.tsx'
import { MyAccountScreen } from './MyAccountScreen.tsx'

interface Place {
  title: Later
  Screen: ComponentType
}

// Few open them, and they are larger than all the others.
const AdminAccounts = loadable(
  async () => (await import('../desk/AdminAccountsScreen.tsx')).AdminAccountsScreen,
)
const AdminDashboard = loadable(
  async () => (await import('../catalogue/AdminDashboardScreen.tsx')).AdminDashboardScreen,
)
const AdminCatalogue = loadable(
  async () => (await import('../corrections/AdminCatalogueScreen.tsx')).AdminCatalogueScreen,
)
const AdminPart = loadable(
  async () => (await import('../corrections/AdminPartScreen.tsx')).AdminPartScreen,
)
const AdminPerson = loadable(
  async () => (await import('../people/AdminPersonScreen.tsx')).AdminPersonScreen,
)
const AdminErrors = loadable(
  async () => (await import('../errors/AdminErrorsScreen.tsx')).AdminErrorsScreen,
)

const AdminStatus = loadable(
  async () => (await import('../status/AdminStatusScreen.tsx')).AdminStatusScreen,
)

const PLACES: Record<string, Place> = {
  'my-account': { title: later('My Account'), Screen: MyAccountScreen },
  contact: { title: later('Contact'), Screen: ContactScreen },
  admin: { title: later('Admin Dashboard'), Screen: AdminDashboard },
  'admin/catalogue': { title: later('Catalogue'), Screen: AdminCatalogue },
  'admin/accounts': { title: later('Accounts'), Screen: AdminAccounts },
  'admin/status': { title: later('Status'), Screen: AdminStatus },
  'admin/errors': { title: later('Error monitoring'), Screen: AdminErrors },
}

/** Administrators' pages about one thing: the first group of the path names it. */
const PAGES: [path: RegExp, title: Later, Screen: ComponentType<{ id: string }>][] = [
  [/^admin\/catalogue\/([^/]+)$/i, later('Part'), AdminPart],
  [/^admin\/accounts\/([^/]+)$/i, later('Account'), AdminPerson],
]

/** What an account is for, and writing to us, in one file: each would weigh on every start. */
export function AccountScreen({ id: address }: { id: string }) {
  // Slashes at its end say nothing.
  const id = address.split('/').filter(Boolean).join('/')
  for (const [path, title, Page] of PAGES) {
    const [, named] = path.exec(id) ?? []
    if (named === undefined) continue
    return (
      <>
        <Title key={path.source} title={say(title)} />
        <Page id={named} />
      </>
    )
  }
  const place = PLACES[id.toLowerCase()]
  // Under /admin there are more addresses than pages.
  if (!place) return <NotHere />
  const { title, Screen } = place
  return (
    <>
      <Title key={id} title={say(title)} />
      <Screen />
    </>
  )
}

function NotHere() {
  return (
    <>
      <Title title={t('404 Page Not Found')} />
      <Notice
        title={t('Page not found')}
        actions={
          <LinkButton variant="primary" size="l" to={links.home()}>
            {t('Go Home')}
          </LinkButton>
        }
      >
        <p>{t('There is nothing at this address.')}</p>
      </Notice>
    </>
  )
}
