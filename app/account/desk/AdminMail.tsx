import type { OutboxLetter } from '#shared/desk/people.ts'

import { dayAndTime } from '../../ui/text/time.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../account.module.css'
import { readOutbox } from './adminData.ts'
import { AdminSection } from './AdminSection.tsx'
import look from '../catalogue/Dashboard.module.css'
import { useServerData } from '../useServerData.ts'
import { t } from '#shared/words/words.ts'

/** Mail that was not sent because the server has no mail server. Nothing at all where it has one. */
export function AdminMail({ adminId }: { adminId: string }) {
  const outbox = useServerData(`mail:${adminId}`, readOutbox)
  const now = useNow()
  if (outbox.data?.isOutbox === false) return null
  return (
    <AdminSection
      title={t('Mail outbox')}
      from={{ ...outbox, data: outbox.data?.letters, change: () => undefined }}
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
