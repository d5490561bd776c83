import { useState } from 'react'

import type { OutboxLetter } from '#shared/admin/people.ts'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { AdminAudit } from './AdminAudit.tsx'
import { AdminDeletions } from './AdminDeletions.tsx'
import { AdminHiddenKits, AdminKitReports } from './AdminKitReports.tsx'
import { AdminMessages } from './AdminMessages.tsx'
import { AdminDenied, AdminNav, useDesk } from './desk.tsx'
import { AdminReports } from './AdminReports.tsx'
import { AdminTasks } from './AdminTasks.tsx'
import { AdminUsers } from './AdminUsers.tsx'
import { Column, OfflineNote } from '../../forms/FormParts.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../../forms/forms.module.css'
import { readOutbox } from './adminData.ts'
import { AdminSection } from './AdminSection.tsx'
import look from '../catalogue/Dashboard.module.css'
import { useServerData } from '../../forms/useServerData.ts'

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
      <AdminHiddenKits {...shared} decided={decided} />
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

/** Mail that was not sent because the server has no mail server. Nothing at all where it has one. */
function AdminMail() {
  const outbox = useServerData('mail', readOutbox)
  const now = useNow()
  if (outbox.data?.isOutbox === false) return null
  return (
    <AdminSection
      title={t('Mail outbox')}
      from={{ ...outbox, data: outbox.data?.letters }}
      loading={t('Loading mail...')}
      count={0}
      empty={{
        title: t('No mail'),
        text: t('Without a mail server, what would be sent is kept here.'),
      }}
    >
      {(letters) => letters.map((letter) => <Letter key={letter.id} letter={letter} now={now} />)}
    </AdminSection>
  )
}

function Letter({ letter: { to, subject, text, at }, now }: { letter: OutboxLetter; now: number }) {
  return (
    <li className={styles.entry}>
      <div className={styles.rowTitle}>{subject || t('Without a subject')}</div>
      <div className="muted small">{t('To {to}, {time}', { to, time: dayAndTime(at, now) })}</div>
      <details className={look.problems}>
        <summary>{t('Read')}</summary>
        <p className={styles.quote}>{text.trim()}</p>
      </details>
    </li>
  )
}
