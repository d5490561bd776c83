import { useState } from 'react'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { useAccount } from '../../device/account.ts'
import { AdminAudit } from './AdminAudit.tsx'
import { AdminDenied } from './AdminDenied.tsx'
import { AdminDeletions } from './AdminDeletions.tsx'
import { AdminHiddenKits } from './AdminHiddenKits.tsx'
import { AdminKitReports } from './AdminKitReports.tsx'
import { AdminMail } from './AdminMail.tsx'
import { AdminMessages } from './AdminMessages.tsx'
import { AdminNav } from './AdminNav.tsx'
import { AdminReports } from './AdminReports.tsx'
import { AdminTasks } from './AdminTasks.tsx'
import { AdminUsers } from './AdminUsers.tsx'
import { Column, OfflineNote } from '../FormParts.tsx'

/** What administrators decide about accounts, comments, kits and tasks. The server checks each call itself. */
export function AdminAccountsScreen() {
  const account = useAccount()
  const [decided, setDecided] = useState(0)
  const handleDecided = () => setDecided((count) => count + 1)
  if (!account?.isAdmin || account.isExpired) {
    return <AdminDenied isSignedIn={account !== null} from={links.adminAccounts()} />
  }
  const shared = { adminId: account.id, onDecided: handleDecided }
  return (
    <Column title={t('Accounts')} text={t('Each decision is written down below.')} isWide>
      <AdminNav at={links.adminAccounts()} />
      <OfflineNote text={t('This is what was last known. Decisions are made on the server.')} />
      <AdminDeletions {...shared} />
      <AdminMessages {...shared} />
      <AdminReports {...shared} />
      <AdminKitReports {...shared} />
      <AdminHiddenKits {...shared} decided={decided} />
      <AdminTasks {...shared} />
      <AdminUsers {...shared} self={account.username} />
      <AdminMail adminId={account.id} />
      {/* Read anew after each decision. */}
      <AdminAudit key={decided} adminId={account.id} />
    </Column>
  )
}
