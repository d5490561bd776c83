/**
 * Backups made from the desk: beside a server that goes on, in the process that reads files. They
 * lie on the machine that made them, for a week. A download is asked for with a ticket that an
 * administrator was given minutes ago: a browser that saves a file sends no token.
 */
import type { ListedBackup } from '#shared/desk/status.ts'
import type { Knex } from 'knex'
import type { Logger } from 'pino'

import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'

import type { RandomBytes } from '#shared/ids.ts'
import type { Env } from '../env.ts'
import type { Files } from '../feeds/files.ts'

import { newId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { version } from '../../package.json'
import { audit } from '../accounts/audit.ts'

const DAY_MS = 86_400_000
const KEPT_MS = 7 * DAY_MS
const TICKET_MS = 5 * 60_000
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

interface Row {
  id: string
  state: ListedBackup['state']
  username: string | null
  host: string
  path: string
  bytes: string | null
  created_at: Date
}

const folderOf = ({ DATA_DIR }: BackupsDeps['env']): string => resolve(DATA_DIR, 'backups')

/** One that nobody works on any more has failed. */
const STATE = `case when state = 'making' and alive_at < now() - interval '${DEAD_AFTER_SECONDS} seconds'
  then 'failed' else state end`

/** The latest first. */
export async function listBackups(db: Knex): Promise<ListedBackup[]> {
  const rows: Row[] = await db('backups as b')
    .leftJoin('users as u', 'u.id', 'b.made_by')
    .orderBy('b.created_at', 'desc')
    .limit(MAX_LISTED)
    .select('b.id', 'b.host', 'b.path', 'b.bytes', 'b.created_at', 'u.username')
    .select(db.raw(`${STATE} as state`))
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    createdAt: row.created_at.toISOString(),
    madeBy: row.username ?? '',
    bytes: row.bytes === null ? null : Number(row.bytes),
    host: row.host,
    path: row.path,
    until: new Date(row.created_at.getTime() + KEPT_MS).toISOString(),
  }))
}

/** Begins one. Throws 409 while one is made. @param actor user id */
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

const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('hex')
const nothing = () => new Problem('not_found', 404, t('There is no such backup.'))

/** What a download is asked for with, for five minutes. @param actor user id */
export async function giveTicket(
  { db, now }: Pick<BackupsDeps, 'db' | 'now'>,
  id: string,
  actor: string,
): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  await db.transaction(async (trx) => {
    const changed = await trx('backups')
      .where({ id, state: 'made' })
      .update({ ticket: hashOf(ticket), ticket_until: new Date(now() + TICKET_MS) })
    if (changed === 0) throw nothing()
    await audit(trx, now(), { actor, action: 'download_backup', subject: `backup:${id}` })
  })
  return ticket
}

/** The file that a ticket is for, piece by piece. Throws 404 for what is no ticket, or is none any more. */
export async function openBackup(
  { db, now }: Pick<BackupsDeps, 'db' | 'now'>,
  id: string,
  ticket: string,
): Promise<{ stream: ReadStream; bytes: number; name: string }> {
  const row: { host: string; path: string } | undefined = await db('backups')
    .where({ id, state: 'made', ticket: hashOf(ticket) })
    .where('ticket_until', '>', new Date(now()))
    .first('host', 'path')
  if (!row) throw nothing()
  const found = await stat(row.path).catch(() => null)
  if (!found) {
    throw new Problem(
      'not_found',
      404,
      t('This file is not here. It was made on {host}.', { host: row.host }),
    )
  }
  const name = row.path.slice(row.path.lastIndexOf('wrenchlist-'))
  return { stream: createReadStream(row.path), bytes: found.size, name }
}

/** Takes a backup away before its time. @param actor user id */
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
  await rm(path, { force: true })
}

/** Removes what is older than a week: the rows, and the files of this machine. */
export async function clearBackups({ db, env, now }: BackupsDeps): Promise<void> {
  const before = now() - KEPT_MS
  await db('backups').where('created_at', '<', new Date(before)).delete()
  const folder = folderOf(env)
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const found =
      /^wrenchlist-.*\.backup(\.partial)?$/.test(name) && (await stat(path).catch(() => null))
    if (found && found.mtimeMs < before) await rm(path, { force: true })
  }
}
