/** Lists that are only read: acts of administrators, and mail without a mail server. */
import { Link } from 'react-router-dom'

import { auditPage, outbox as outboxShape } from '#shared/admin/people.ts'

import { useServerData } from '../../forms/useServerData.ts'
import styles from '../../forms/forms.module.css'
import { askApi } from '../../data/api/api.ts'
import { deskPath } from './adminData.ts'
import { AdminList, Fold, Small } from './AdminList.tsx'
import { actWords, detailWords, reasonOf, subjectPath, subjectWords } from './auditWords.ts'
import { usePages } from './usePages.ts'
import { t } from '#shared/words/words.ts'

/** Log of administrators' acts, newest first. */
export function AdminAudit() {
  const from = usePages('/api/admin/audit', auditPage, ({ entries }) => entries)
  return (
    <AdminList
      title={t('What administrators did')}
      from={from}
      empty={t('No entries')}
      look="entry"
      row={(entry, when) => {
        const { actor, address, device } = entry
        const subject = <bdi>{subjectWords(entry)}</bdi>
        const path = subjectWords(entry) === '' ? null : subjectPath(entry)
        const reason = reasonOf(entry)
        const more = detailWords(entry)
        return {
          key: entry.id,
          more: (
            <>
              <div>
                <b>{actWords(entry)}</b>{' '}
                {path === null ? subject : <Link to={path}>{subject}</Link>}
              </div>
              <Small>
                {t('By {actor} {time}', { actor, time: when(entry.at) })}
                {address && `, ${address} · ${device}`}
                {more && `. ${more}`}
              </Small>
              {reason && <div className="small">{t('Reason: {reason}', { reason })}</div>}
            </>
          ),
        }
      }}
    />
  )
}

/** The newest 50. */
const readOutbox = () => askApi(outboxShape, 'GET', deskPath('mail'))

/** Mail that was not sent because the server has no mail server. Nothing at all where it has one. */
export function AdminMail() {
  const outbox = useServerData('mail', readOutbox)
  if (outbox.data?.isOutbox === false) return null
  return (
    <AdminList
      title={t('Mail outbox')}
      from={{ ...outbox, data: outbox.data?.letters }}
      empty={t('Without a mail server, what would be sent is kept here.')}
      look="entry"
      row={({ id, to, subject, text, at }, when) => ({
        key: id,
        title: subject || t('Without a subject'),
        text: t('To {to}, {time}', { to, time: when(at) }),
        more: (
          <Fold name={t('Read')}>
            <p className={styles.quote}>{text.trim()}</p>
          </Fold>
        ),
      })}
    />
  )
}
