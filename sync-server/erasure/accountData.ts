/** Everything the server stores about an account, streamed as one JSON document. */
import type { Knex } from 'knex'

import type { AccountUser } from '#shared/account.ts'
import type { Json } from '#shared/cells/cells.ts'
import type { Principal } from '#shared/cells/limits.ts'

import { ALL_KINDS } from '#shared/kinds/schema.ts'
import { readFactors } from '../accounts/factors.ts'
import { noticesOf } from '../notify/accountNotices.ts'
import { type TableRow, TABLES } from '../sync/read/tables.ts'

/** Rows per turn of the event loop; a version holds a whole kit. */
const AT_ONCE = 50
const VERSIONS_AT_ONCE = 2

interface Owner {
  user: AccountUser
  principal: Principal
  /** Milliseconds. */
  at: number
}

/**
 * The account, its devices and all rows it owns, with deleted ones and older versions, and all
 * values. Concurrent writes may be missing. A file without `"complete": true` was cut off.
 */
export async function* accountData(
  db: Knex,
  { user, principal, at }: Owner,
): AsyncGenerator<string> {
  const { created_at: since, language } = await db('users')
    .where({ id: user.id })
    .first<{ created_at: Date; language: string | null }>('created_at', 'language')
  const devices = await db('sessions').where({ user_id: user.id }).orderBy('created_at').select({
    label: 'label',
    createdAt: 'created_at',
    lastSeenAt: 'last_seen_at',
    signedOutAt: 'revoked_at',
  })
  // Administrators' notes about the account, without their names.
  const notes = await db('account_notes')
    .where({ user_id: user.id })
    .orderBy('id')
    .select('at', 'text')
  const head = {
    format: 'wrenchlist account data',
    version: 1,
    savedAt: new Date(at).toISOString(),
    account: { ...user, createdAt: since.toISOString(), language },
    devices,
    notes,
    secondFactors: await readFactors(db, user.id),
    notifications: await noticesOf(db, user.id),
  }
  yield `${JSON.stringify(head).slice(0, -1)},\n"rows": [`
  let isFirst = true
  for (const kind of ALL_KINDS) {
    for await (const { kit_id: kit, id, cells } of rowsOf(db, TABLES[kind], principal)) {
      const values: Record<string, Json> = {}
      for (const [name, [value]] of Object.entries(cells)) values[name] = value
      yield `${isFirst ? '' : ','}\n${JSON.stringify({ kind, id, kit, values })}`
      isFirst = false
    }
  }
  yield '\n],\n"complete": true}\n'
}

async function* rowsOf(db: Knex, table: string, owner: Principal): AsyncGenerator<TableRow> {
  const most = table === TABLES.version ? VERSIONS_AT_ONCE : AT_ONCE
  let last: TableRow | undefined
  do {
    const from = [last?.owner_ver ?? '-1', last?.kit_id ?? '', last?.id ?? '']
    const rows: TableRow[] = await db(table)
      .where({ owner })
      .whereRaw('(owner_ver, kit_id, id) > (?::bigint, ?, ?)', from)
      .orderBy(['owner_ver', 'kit_id', 'id'])
      .limit(most)
      .select('kit_id', 'id', 'owner', 'cells', 'owner_ver')
    yield* rows
    last = rows.length === most ? rows.at(-1) : undefined
  } while (last)
}
