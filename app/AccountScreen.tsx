import type { ComponentType } from 'react'

import { links } from '#shared/links.ts'
import { type Later, later, say, t } from '#shared/words/words.ts'
import { LinkButton } from './ui/controls/LinkButton.tsx'
import { loadable } from './ui/browser/loadable.tsx'
import { Notice } from './ui/blocks/Notice.tsx'
import { Title } from './ui/blocks/Title.tsx'
import { ContactScreen } from './pages/ContactScreen.tsx'
import { Proving } from './account/second/Proving.tsx'
import { MyAccountScreen } from './account/mine/MyAccountScreen.tsx'

interface Place {
  title: Later
  Screen: ComponentType
}

// Rarely opened, and larger than all the others.
const AdminTodo = loadable(async () => (await import('./admin/desk/TodoScreen.tsx')).TodoScreen)
const AdminCatalogue = loadable(
  async () => (await import('./admin/corrections/CatalogueScreen.tsx')).CatalogueScreen,
)
const AdminPart = loadable(
  async () => (await import('./admin/corrections/AdminPartScreen.tsx')).AdminPartScreen,
)
const AdminPerson = loadable(
  async () => (await import('./admin/people/AdminPersonScreen.tsx')).AdminPersonScreen,
)
const AdminExport = loadable(
  async () => (await import('./admin/desk/ExportScreen.tsx')).ExportScreen,
)
const AdminErrors = loadable(
  async () => (await import('./admin/errors/AdminErrorsScreen.tsx')).AdminErrorsScreen,
)

const AdminStatus = loadable(
  async () => (await import('./admin/status/AdminStatusScreen.tsx')).AdminStatusScreen,
)

const PLACES: Record<string, Place> = {
  'my-account': { title: later('My Account'), Screen: MyAccountScreen },
  contact: { title: later('Contact'), Screen: ContactScreen },
  admin: { title: later('Admin Dashboard'), Screen: AdminCatalogue },
  'admin/catalogue': { title: later('Catalogue'), Screen: AdminCatalogue },
  'admin/accounts': { title: later('To do'), Screen: AdminTodo },
  'admin/status': { title: later('Installation'), Screen: AdminStatus },
  'admin/export': { title: later('Export'), Screen: AdminExport },
  'admin/errors': { title: later('Error monitoring'), Screen: AdminErrors },
}

/** Administrators' detail pages: the first group of the path is the id. */
const PAGES: [path: RegExp, title: Later, Screen: ComponentType<{ id: string }>][] = [
  [/^admin\/catalogue\/([^/]+)$/i, later('Part'), AdminPart],
  [/^admin\/accounts\/([^/]+)$/i, later('Account'), AdminPerson],
]

/** Account and contact pages in one chunk: each of its own would slow every start. */
export function AccountScreen({ id: address }: { id: string }) {
  // Trailing slashes are ignored.
  const id = address.split('/').filter(Boolean).join('/')
  return (
    <Proving key={id}>
      <AtPlace id={id} />
    </Proving>
  )
}

function AtPlace({ id }: { id: string }) {
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
  // Not every address under /admin is a page.
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
