import { useState } from 'react'

import { links } from '#shared/links.ts'
import { useAccount } from '../store/account.ts'
import { AdminAudit } from './AdminAudit.tsx'
import { AdminDenied } from './AdminDenied.tsx'
import { AdminDeletions } from './AdminDeletions.tsx'
import { AdminReports } from './AdminReports.tsx'
import { AdminSuspend } from './AdminSuspend.tsx'
import { AdminTasks } from './AdminTasks.tsx'
import { Column, OfflineNote } from './FormParts.tsx'

/** What administrators decide about accounts, comments and tasks. The server checks each call itself. */
export function AdminAccountsScreen() {
  const account = useAccount()
  const [decided, setDecided] = useState(0)
  const handleDecided = () => setDecided((count) => count + 1)
  if (!account?.isAdmin || account.isExpired) {
    return <AdminDenied isSignedIn={account !== null} from={links.adminAccounts()} />
  }
  return (
    <Column title="Accounts" text="Each decision is written down below." isWide>
      <OfflineNote text="This is what was last known. Decisions are made on the server." />
      <AdminDeletions adminId={account.id} onDecided={handleDecided} />
      <AdminReports adminId={account.id} onDecided={handleDecided} />
      <AdminTasks adminId={account.id} onDecided={handleDecided} />
      <AdminSuspend onDecided={handleDecided} />
      {/* Read anew after each decision. */}
      <AdminAudit key={decided} adminId={account.id} />
    </Column>
  )
}
