/** An account's acts, and acts on it: keyset pages, newest first. */
import type { Knex } from 'knex'

import type { PersonList, PersonPage, PersonRow } from '#shared/admin/person.ts'
import type { Env } from '../env/env.ts'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { Problem } from '#shared/problem.ts'
import { userPrincipal } from '../accounts/principal.ts'
import { pageOf, type Told } from '../db/keyset.ts'
import { readOutbox } from '../mail/outbox.ts'

const A_PAGE = 20
const MAX_TEXT = 4_000

export interface ListOf {
  db: Knex
  env: Pick<Env, 'SMTP_URL' | 'MAIL_DIR'>
  id: string
  /** '' for none. */
  emailKey: string
  /** Address of the administrator who reads. */
  reader: string
}

type After = [at: string, id: string] | null
type Read = (of: ListOf, after: After) => Promise<Row[]>

/** The row as it is answered. */
const shown = ({ id, at, title, text, state, path }: Told<Row>): PersonRow => ({
  id,
  at: Date.parse(at),
  title: cut(title ?? ''),
  text: cut(text ?? ''),
  state: state ?? '',
  path: path ?? '',
})

const isDeleted = `coalesce((cells->'del'->>0)::boolean, false)`
const cut = (text: string) => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text)

interface Row {
  key: string
  id: string
  at: Date
  title: string | null
  text: string | null
  state?: string | null
  path?: string | null
}

async function read(db: Knex, sql: string, bindings: Record<string, Knex.Value>) {
  const { rows } = await db.raw<{ rows: Row[] }>(sql, { ...bindings, limit: A_PAGE + 1 })
  return rows
}

const before = (after: After) => ({ before: after?.[0] ?? null })
/** Keyset cursor: whole milliseconds, and id. */
const earlier = (after: After) => ({ ms: after?.[0] ?? null, after: after?.[1] ?? '' })
const msOf = (column: string) => `floor(extract(epoch from ${column}) * 1000)::bigint`
const isEarlier = (column: string) =>
  `(:ms::bigint is null or (${msOf(column)}, t.id) < (:ms::bigint, :after))`
const byTime = (column: string) => `order by ${msOf(column)} desc, t.id desc limit :limit`
const keyOf = (column: string) => `${msOf(column)} || '.' || t.id as key`

const LISTS: Record<PersonList, Read> = {
  notes: ({ db, id }, after) =>
    read(
      db,
      `select t.id::text as key, t.id::text, t.at, t.text as title,
         coalesce(u.username, t.author) as text
       from account_notes t left join users u on u.id = t.author
       where t.user_id = :id and (:before::bigint is null or t.id < :before::bigint)
       order by t.id desc limit :limit`,
      { id, ...before(after) },
    ),
  acts: ({ db, id }, after) =>
    read(
      db,
      `with found as (
         (select * from audit_log where subject = 'user:' || :id::text
           and (:before::bigint is null or id < :before::bigint) order by id desc limit :limit)
         union
         (select * from audit_log where actor = :id
           and (:before::bigint is null or id < :before::bigint) order by id desc limit :limit))
       select t.id::text as key, t.id::text, t.at, t.action as title,
         coalesce(actor.username, t.actor) || case when t.details = '{}' then '' else
           ': ' || (select string_agg(d.key || ' ' || d.value, ', ')
             from jsonb_each_text(t.details) d) end as text,
         case when t.actor = :id then 'by' else 'of' end as state
       from found t left join users actor on actor.id = t.actor
       order by t.id desc limit :limit`,
      { id, ...before(after) },
    ),
  sessions: ({ db, id }, after) =>
    read(
      db,
      `select ${keyOf('t.created_at')}, t.id, t.created_at as at, t.label as title,
         to_char(t.last_seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as text,
         case when t.revoked_at is null then '' else 'ended' end as state
       from sessions t where t.user_id = :id and ${isEarlier('t.created_at')}
       ${byTime('t.created_at')}`,
      { id, ...earlier(after) },
    ),
  kits: ({ db, id }, after) =>
    read(
      db,
      `select t.owner_ver || '.' || t.kit_id as key, t.kit_id as id, t.updated_at as at,
         t.cells->'name'->>0 as title, t.build_id as text,
         case when ${isDeleted} then 'deleted' when t.hidden_at is not null then 'hidden'
           when t.saved_at is not null then 'saved' else '' end as state,
         '/kit/' || t.build_id as path
       from kits t where t.owner = :owner and (:ver::bigint is null
         or (t.owner_ver, t.kit_id) < (:ver::bigint, :after))
       order by t.owner_ver desc, t.kit_id desc limit :limit`,
      { owner: userPrincipal(id), ver: after?.[0] ?? null, after: after?.[1] ?? '' },
    ),
  comments: ({ db, id }, after) =>
    read(
      db,
      `select t.owner_ver || '.' || t.id as key, t.id, k.updated_at as at,
         t.cells->'text'->>0 as title, k.cells->'name'->>0 as text,
         case when coalesce((t.cells->'del'->>0)::boolean, false) then 'deleted'
           when coalesce((t.cells->'hidden'->>0)::boolean, false) then 'hidden' else '' end
           as state,
         '/kit/' || k.build_id as path
       from comments t join kits k on k.kit_id = t.kit_id
       where t.owner = :owner and (:ver::bigint is null
         or (t.owner_ver, t.id) < (:ver::bigint, :after))
       order by t.owner_ver desc, t.id desc limit :limit`,
      { owner: userPrincipal(id), ver: after?.[0] ?? null, after: after?.[1] ?? '' },
    ),
  // Letters exist only where mail is files; a mail server's are gone.
  async mails({ env, emailKey, reader }, after) {
    const { letters } = await readOutbox(env, reader)
    const own = letters.filter(({ to }) => to.toLowerCase() === emailKey)
    const from = after === null ? 0 : own.findIndex(({ id }) => id === after[0]) + 1
    return own
      .slice(from, from + A_PAGE + 1)
      .map(({ id, subject, text, at }) => ({ key: id, id, at: new Date(at), title: subject, text }))
  },
  notices: ({ db, id }, after) =>
    read(
      db,
      `select t.id::text as key, t.id::text, t.created_at as at, t.title, t.body as text,
         concat_ws(', ', case when t.mailed_at is not null then 'mailed' end,
           case when t.pushed_at is not null then 'pushed' end,
           case when t.done_at is null then 'waiting' end) as state,
         t.path
       from notifications t
       where t.user_id = :id and (:before::bigint is null or t.id < :before::bigint)
       order by t.id desc limit :limit`,
      { id, ...before(after) },
    ),
  errors: ({ db, id }, after) =>
    read(
      db,
      `select ${keyOf('t.last_at')}, t.id, t.last_at as at, t.message as title,
         concat_ws(', ', t.times || ' times', t.url) as text,
         case when t.resolved_at is null then t.level else 'resolved' end as state,
         :path::text as path
       from error_groups t where t.user_id = :id and ${isEarlier('t.last_at')}
       ${byTime('t.last_at')}`,
      { id, path: links.adminErrors(), ...earlier(after) },
    ),
  messages: ({ db, emailKey }, after) =>
    read(
      db,
      `select ${keyOf('t.received_at')}, t.id, t.received_at as at, t.message as title,
         t.answer as text,
         case when t.done_at is null then 'open' when t.answer is null then 'put away'
           else 'answered' end as state
       from contact_messages t where lower(t.email) = :emailKey and ${isEarlier('t.received_at')}
       ${byTime('t.received_at')}`,
      { emailKey, ...earlier(after) },
    ),
}

/** @param after the previous page's `next`. @throws Problem 422 for an unreadable one */
export async function readPersonList(
  of: ListOf,
  list: PersonList,
  after: string | undefined,
): Promise<PersonPage> {
  const [, at = '', tail = ''] =
    /^(\d{1,18}|\d[\dT-]{1,30})(?:\.([\w.-]{1,60}))?$/.exec(after ?? '') ?? []
  const isFine = list === 'mails' || /^\d{0,18}$/.test(at)
  if (after !== undefined && (at === '' || !isFine)) {
    throw new Problem('bad_cursor', 422, t('after: this place in the list is not readable.'), {
      field: 'after',
    })
  }
  const place: After = after === undefined ? null : list === 'mails' ? [after, ''] : [at, tail]
  const { page, next } = pageOf(await LISTS[list](of, place), A_PAGE, ({ key }) => key)
  return { rows: page.map(shown), next }
}
