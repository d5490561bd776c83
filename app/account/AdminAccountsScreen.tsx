import { useState } from 'react'

import { links } from '#shared/links.ts'
import { useAccount } from '../store/account.ts'
import { loadable } from '../ui/loadable.tsx'
import { usePreloaded } from '../ui/usePreloaded.ts'
import { AdminAudit } from './AdminAudit.tsx'
import { AdminDenied } from './AdminDenied.tsx'
import { AdminDeletions } from './AdminDeletions.tsx'
import { AdminReports } from './AdminReports.tsx'
import { AdminSuspend } from './AdminSuspend.tsx'
import { AdminTasks } from './AdminTasks.tsx'
import { Column, OfflineNote } from './FormParts.tsx'

// This file comes along with everybody's account; what is not needed there comes by itself.
const AdminKitReports = loadable(
  async () => (await import('./AdminKitReports.tsx')).AdminKitReports,
)

/** What administrators decide about accounts, comments, kits and tasks. The server checks each call itself. */
export function AdminAccountsScreen() {
  const account = useAccount()
  const [decided, setDecided] = useState(0)
  const hasKitReports = usePreloaded(AdminKitReports.preload, account?.isAdmin === true, {
    isQuiet: true,
  })
  const handleDecided = () => setDecided((count) => count + 1)
  if (!account?.isAdmin || account.isExpired) {
    return <AdminDenied isSignedIn={account !== null} from={links.adminAccounts()} />
  }
  return (
    <Column title="Accounts" text="Each decision is written down below." isWide>
      <OfflineNote text="This is what was last known. Decisions are made on the server." />
      <AdminDeletions adminId={account.id} onDecided={handleDecided} />
      <AdminReports adminId={account.id} onDecided={handleDecided} />
      {hasKitReports && <AdminKitReports adminId={account.id} onDecided={handleDecided} />}
      <AdminTasks adminId={account.id} onDecided={handleDecided} />
      <AdminSuspend onDecided={handleDecided} />
      {/* Read anew after each decision. */}
      <AdminAudit key={decided} adminId={account.id} />
    </Column>
  )
}
