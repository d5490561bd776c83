import { useState } from 'react'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { AdminAudit, AdminMail } from './AdminAudit.tsx'
import { AdminDeletions, AdminHiddenKits, AdminTasks } from './DecisionLists.tsx'
import { AdminMessages } from './AdminMessages.tsx'
import { AdminDenied, AdminNav, useDesk } from './desk.tsx'
import { AdminKitReports, AdminReports } from './ReportLists.tsx'
import { AdminUsers } from './AdminUsers.tsx'
import { Column, OfflineNote } from '../../forms/FormParts.tsx'

/** Decisions about accounts, comments, kits and tasks. The server checks each call itself. */
export function AdminAccountsScreen() {
  const account = useDesk('moderator')
  const [decided, setDecided] = useState(0)
  if (!account) return <AdminDenied from={links.adminAccounts()} />
  const shared = { onDecided: () => setDecided((count) => count + 1) }
  return (
    <Column
      title={t('Accounts')}
      text={account.isAdmin ? t('Each decision is written down below.') : ''}
      isWide
    >
      <AdminNav at={links.adminAccounts()} />
      <OfflineNote text={t('This is what was last known. Decisions are made on the server.')} />
      {account.isAdmin && <AdminDeletions {...shared} />}
      <AdminMessages {...shared} />
      <AdminReports {...shared} />
      <AdminKitReports {...shared} />
      {/* A decision may have hidden one. */}
      <AdminHiddenKits key={`hidden ${decided}`} {...shared} />
      <AdminTasks {...shared} />
      {account.isAdmin && (
        <>
          <AdminUsers {...shared} self={account.username} />
          <AdminMail />
          {/* Read anew after each decision. */}
          <AdminAudit key={decided} />
        </>
      )}
    </Column>
  )
}
