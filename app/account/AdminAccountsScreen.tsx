import { useState } from 'react'

import { links } from '#shared/links.ts'
import { useAccount } from '../store/account.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useTitle } from '../ui/useTitle.ts'
import { AdminAudit } from './AdminAudit.tsx'
import { AdminDeletions } from './AdminDeletions.tsx'
import { AdminReports } from './AdminReports.tsx'
import { AdminSuspend } from './AdminSuspend.tsx'
import { Column, OfflineNote } from './FormParts.tsx'

/** What administrators decide about accounts and comments. The server checks each call itself. */
export function AdminAccountsScreen() {
  const account = useAccount()
  const [decided, setDecided] = useState(0)
  const handleDecided = () => setDecided((count) => count + 1)
  if (!account?.isAdmin || account.isExpired) return <Denied isSignedIn={account !== null} />
  return (
    <Column title="Accounts" text="Each decision is written down below." isWide>
      <OfflineNote text="This is what was last known. Decisions are made on the server." />
      <AdminDeletions adminId={account.id} onDecided={handleDecided} />
      <AdminReports adminId={account.id} onDecided={handleDecided} />
      <AdminSuspend onDecided={handleDecided} />
      {/* Read anew after each decision. */}
      <AdminAudit key={decided} adminId={account.id} />
    </Column>
  )
}

function Denied({ isSignedIn }: { isSignedIn: boolean }) {
  useTitle('Access Denied')
  return (
    <Notice
      title="Access Denied"
      actions={
        <>
          <LinkButton variant="primary" size="l" to={links.home()}>
            Go Home
          </LinkButton>
          <LinkButton size="l" to={links.login(links.adminAccounts())}>
            {isSignedIn ? 'Sign in again' : 'Sign In'}
          </LinkButton>
        </>
      }
    >
      <p>This page is for administrators.</p>
    </Notice>
  )
}
