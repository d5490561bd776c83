/**
 * Backups made from the desk, by the file process of a running server. They stay for a week on the
 * machine that made them. A download needs a ticket: a browser that saves a file sends no token.
 */
import type { ListedBackup } from '#shared/admin/status.ts'
import type { Knex } from 'knex'
import type { Logger } from 'pino'

import { createReadStream, type ReadStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'

import type { Env } from '../env/env.ts'
import type { Files } from '../feeds/files.ts'

import { newId, type RandomBytes } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { version } from '../../package.json'
import { audit } from '../auditLog/auditLog.ts'
import { told, type Timed } from '../db/keyset.ts'
import { giveTicket, spendTicket } from '../accounts/tickets.ts'
import { newToken } from '../accounts/secrets.ts'
import { findSession, type SessionDeps } from '../accounts/sessions.ts'
import { mayNow, type SignedInActor } from '../accounts/principal.ts'

const HOUR_MS = 3_600_000
const KEPT_MS = 7 * 24 * HOUR_MS
const ALIVE_EVERY_MS = 5_000
const DEAD_AFTER_SECONDS = 60
const MAX_LISTED = 50

export interface BackupsDeps {
  db: Knex
  env: Pick<Env, 'DATA_DIR'>
  files: Files
  log: Logger
  now(): number
  random: RandomBytes
}

const folderOf = ({ DATA_DIR }: BackupsDeps['env']): string => resolve(DATA_DIR, 'backups')

/** A backup with a dead maker has failed. */
const STATE = `case when state = 'making' and alive_at < now() - interval '${DEAD_AFTER_SECONDS} seconds'
  then 'failed' else state end`

/** Latest first. */
export async function listBackups(db: Knex): Promise<ListedBackup[]> {
  const rows: Timed<Omit<ListedBackup, 'until'>, 'createdAt'>[] = await db('backups as b')
    .leftJoin('users as u', 'u.id', 'b.made_by')
    .orderBy('b.created_at', 'desc')
    .limit(MAX_LISTED)
    .select('b.id', 'b.host', 'b.path', { createdAt: 'b.created_at' })
    .select(db.raw(`${STATE} as state, coalesce(u.username, '') as "madeBy"`))
    .select(db.raw('b.bytes::float8 as bytes'))
  return rows.map((row) => ({
    ...told(row),
    until: new Date(row.createdAt.getTime() + KEPT_MS).toISOString(),
  }))
}

/** Begins one. Throws 409 while one is being made. @param actor user id */
export async function beginBackup(deps: BackupsDeps, actor: string): Promise<{ id: string }> {
  const { db, now, random } = deps
  const id = newId(random)
  const at = now()
  const folder = folderOf(deps.env)
  const day = new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')
  const path = join(folder, `wrenchlist-${day}-${id.slice(0, 4)}.backup`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await db.transaction(async (trx) => {
    await trx.raw('lock table backups in share row exclusive mode')
    const making = await trx('backups').whereRaw(`${STATE} = 'making'`).first('id')
    if (making) throw new Problem('busy', 409, t('A backup is being made. Wait for its end.'))
    const row = { id, made_by: actor, state: 'making', host: hostname(), path }
    await trx('backups').insert({ ...row, created_at: new Date(at) })
    await audit(trx, at, { actor, action: 'make_backup', subject: `backup:${id}` })
  })
  void make(deps, id, path)
  return { id }
}

async function make({ db, files, log, now }: BackupsDeps, id: string, path: string): Promise<void> {
  const alive = setInterval(() => {
    db('backups')
      .where({ id })
      .update({ alive_at: db.fn.now() })
      .catch(() => undefined)
  }, ALIVE_EVERY_MS)
  try {
    await files.run({ does: 'backup', path, about: { version, now: now() } })
    const { size } = await stat(path)
    await db('backups')
      .where({ id })
      .update({ state: 'made', bytes: size, made_at: new Date(now()) })
  } catch (error) {
    log.error({ err: error }, 'a backup could not be made')
    await db('backups')
      .where({ id })
      .update({ state: 'failed' })
      .catch(() => undefined)
  } finally {
    clearInterval(alive)
  }
}

const nothing = () => new Problem('not_found', 404, t('There is no such backup.'))

/** Ticket for one download within five minutes. @param who its session must stay live */
export async function ticketFor(
  { db, now, random }: Pick<BackupsDeps, 'db' | 'now' | 'random'>,
  id: string,
  { user: { id: actor }, sessionId }: Pick<SignedInActor, 'user' | 'sessionId'>,
): Promise<string> {
  const data = `${id} ${sessionId}`
  const ticket = newToken(random)
  await db.transaction(async (trx) => {
    if (!(await trx('backups').where({ id, state: 'made' }).first('id'))) throw nothing()
    await giveTicket(trx, ticket, { user_id: actor, purpose: 'backup', data }, now())
    await audit(trx, now(), { actor, action: 'download_backup', subject: `backup:${id}` })
  })
  return ticket
}

/** Streams the file of a ticket. Throws 404 for an invalid or spent one. */
export async function openBackup(
  deps: Pick<BackupsDeps, 'db' | 'now'> & SessionDeps,
  id: string,
  ticket: string,
): Promise<{ stream: ReadStream; bytes: number; name: string }> {
  const { db, now } = deps
  const spent = await spendTicket(db, ticket, { purpose: 'backup' }, now())
  const [of, sessionId = ''] = spent?.data.split(' ') ?? []
  const session = of === id ? await findSession(deps, { id: sessionId }) : null
  const row: { host: string; path: string } | null | undefined | false =
    session &&
    mayNow(session.user, 'operator') &&
    (await db('backups').where({ id, state: 'made' }).first('host', 'path'))
  if (!row) throw nothing()
  const found = await stat(row.path).catch(() => null)
  if (!found) {
    const sentence = t('This file is not here. It was made on {host}.', { host: row.host })
    throw new Problem('not_found', 404, sentence)
  }
  const name = row.path.slice(row.path.lastIndexOf('wrenchlist-'))
  return { stream: createReadStream(row.path), bytes: found.size, name }
}

/** Deletes a backup early. @param actor user id */
export async function removeBackup(deps: BackupsDeps, id: string, actor: string): Promise<void> {
  const path = await deps.db.transaction(async (trx) => {
    const [row]: { path: string }[] = await trx('backups')
      .where({ id })
      .whereRaw(`${STATE} <> 'making'`)
      .delete()
      .returning(['path'])
    if (!row) throw nothing()
    await audit(trx, deps.now(), { actor, action: 'remove_backup', subject: `backup:${id}` })
    return row.path
  })
  for (const file of [path, `${path}.partial`]) await rm(file, { force: true })
}

/** Removes what is older than a week: the rows, and the files of this machine. Nobody writes a half an hour old. */
export async function clearBackups({ db, env, now }: BackupsDeps): Promise<void> {
  const before = now() - KEPT_MS
  await db('backups').where('created_at', '<', new Date(before)).delete()
  const folder = folderOf(env)
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const found =
      /^wrenchlist-.*\.backup(\.partial)?$/.test(name) && (await stat(path).catch(() => null))
    const from = name.endsWith('.partial') ? now() - HOUR_MS : before
    if (found && found.mtimeMs < from) await rm(path, { force: true })
  }
}
