import type { ComponentType } from 'react'

import { loadable } from '../../ui/loadable.tsx'
import { Title } from '../../ui/Title.tsx'
import { ContactScreen } from '../ContactScreen.tsx'
import { MyAccountScreen } from './MyAccountScreen.tsx'

interface Place {
  title: string
  Screen: ComponentType
}

// Few open them, and they are larger than all the others.
const AdminAccounts = loadable(
  async () => (await import('../desk/AdminAccountsScreen.tsx')).AdminAccountsScreen,
)
const AdminDashboard = loadable(
  async () => (await import('../catalogue/AdminDashboardScreen.tsx')).AdminDashboardScreen,
)
const AdminErrors = loadable(
  async () => (await import('../errors/AdminErrorsScreen.tsx')).AdminErrorsScreen,
)

const MY_ACCOUNT: Place = { title: 'My Account', Screen: MyAccountScreen }
const PLACES: Record<string, Place> = {
  'my-account': MY_ACCOUNT,
  contact: { title: 'Contact', Screen: ContactScreen },
  admin: { title: 'Admin Dashboard', Screen: AdminDashboard },
  'admin/accounts': { title: 'Accounts', Screen: AdminAccounts },
  'admin/errors': { title: 'Error monitoring', Screen: AdminErrors },
}

/** What an account is for, and writing to us, in one file: each would weigh on every start. */
export function AccountScreen({ id }: { id: string }) {
  const { title, Screen } = PLACES[id.toLowerCase()] ?? MY_ACCOUNT
  return (
    <>
      <Title key={title} title={title} />
      <Screen />
    </>
  )
}
