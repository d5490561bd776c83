/** Entry point of notices: what happened, and to whom. deliver.ts decides how and when. */
import type { Knex } from 'knex'

import type { NoticeKind } from '#shared/notify/notifications.ts'
import type { Principal } from '#shared/cells/limits.ts'
import { inLanguage } from '../words/language.ts'
import { languageOf } from '../words/ownLanguage.ts'

/** Waiting notices per account; further ones are dropped. */
export const MAX_WAITING = 200
const MAX_TITLE = 140
const MAX_BODY = 400

export interface Notice {
  owner: Principal
  kind: NoticeKind
  /** Deduplication key: the same subject is told once. */
  subject: string
  /** In the recipient's language. */
  words: () => { title: string; body: string }
  /** Link target, a path of this site. */
  path: string
}

/**
 * Queues a notice in the transaction of its event. Devices without an account get none, nor do
 * accounts that switched the kind off.
 * @param now milliseconds since 1970
 */
export async function notify(trx: Knex, now: number, notice: Notice): Promise<void> {
  const { owner, kind, subject, words, path } = notice
  if (!owner.startsWith('u:')) return
  const userId = owner.slice(2)
  const { title, body } = inLanguage(await languageOf(trx, { id: userId }), words)
  await trx.raw(
    `insert into notifications (user_id, kind, subject, title, body, path, created_at, next_at)
     select id, :kind, :subject, :title, :body, :path, :at, :at from users
     where id = :userId and deleted_at is null and suspended_at is null
       and not exists (select from notification_settings s
         where s.user_id = users.id and s.settings->'kinds'->>:kind::text = 'off')
       and (select count(*) from notifications n
         where n.user_id = users.id and n.done_at is null) < ${MAX_WAITING}
     on conflict (user_id, kind, subject) do nothing`,
    {
      userId,
      kind,
      subject,
      title: cut(title, MAX_TITLE),
      body: cut(body, MAX_BODY),
      path,
      at: new Date(now),
    },
  )
}

/** On one line, with an ellipsis where it was cut. */
function cut(text: string, max: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  // Drops half of a surrogate pair.
  return line.length <= max ? line : `${line.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
