/** The real server for many seeds: HTTP, accounts and the embedded database, emptied between. */
import type { NetResult } from '../../app/data/api/net.ts'
import type { SyncRequest } from '#shared/sync/protocol.ts'
import type { RandomBytes } from '#shared/ids.ts'
import type { Alias } from '#shared/cells/cells.ts'
import type { Sender } from '../../app/data/device/session.ts'
import type { TwinServer } from './twinServer.ts'
import type { TableRow } from '../../sync-server/sync/read/tables.ts'
import type { TestServer } from '../../sync-server/testServer.ts'

import { ALL_KINDS } from '#shared/kinds/schema.ts'
import { httpNet } from '../../app/data/api/net.ts'
import { seeded } from '#shared/testSeeded.ts'
import { hashToken } from '../../sync-server/accounts/secrets.ts'
import { beatenId } from '../../sync-server/sync/applyOps.ts'
import { TABLES } from '../../sync-server/sync/read/tables.ts'
import { startTestServer } from '../../sync-server/testServer.ts'

const KEPT = ['server_state', 'users', 'knex_migrations', 'knex_migrations_lock']

export class RealServer implements TwinServer {
  readonly beatenId = beatenId
  /** Random bytes the server drew since they were last taken. */
  readonly drawn: Uint8Array[] = []
  seed = 0
  #server: TestServer | undefined
  #tokens = new Set<string>()
  #now: () => number = Date.now
  #chance = seeded(0)

  static async start(users: readonly string[]): Promise<RealServer> {
    const real = new RealServer()
    real.#server = await startTestServer({ now: () => real.#now(), random: real.#random })
    for (const id of users) {
      const at = new Date(0)
      const times = { created_at: at, password_changed_at: at, email_verified_at: at }
      await real.test.database
        .knex('users')
        .insert({ id, username: id, username_key: id, ...times })
    }
    return real
  }

  get test(): TestServer {
    if (!this.#server) throw new Error('the server was not started')
    return this.#server
  }
  get gen(): string {
    return this.test.deps.gen()
  }
  get alias(): Alias {
    return this.test.deps.alias
  }
  get serverNode(): string {
    return this.test.deps.serverNode
  }

  readonly #random: RandomBytes = (length) => {
    const bytes = Uint8Array.from({ length }, () => Math.floor(this.#chance() * 256))
    this.drawn.push(bytes)
    return bytes
  }

  /** Sets the clock and the random numbers of a seed. */
  begin(seed: number, now: () => number): void {
    this.seed = seed
    this.#now = now
    this.#chance = seeded(seed)
    this.drawn.length = 0
  }

  /** Forgets everything but the accounts. */
  async empty(): Promise<void> {
    const db = this.test.database.knex
    this.#tokens = new Set()
    const tables: string[] = await db('pg_tables').where('schemaname', 'public').pluck('tablename')
    const names = tables.filter((name) => !KEPT.includes(name))
    await db.raw(`truncate ${names.join(', ')}`)
  }

  /** One round trip as the product makes it. `tokens` maps each token to its user. */
  async sync(
    request: SyncRequest,
    sender: Sender,
    tokens: ReadonlyMap<string, string>,
  ): Promise<NetResult> {
    await this.expectSender(sender, tokens)
    return httpNet().sync(request, sender)
  }

  /** Registers the token that is sent next, and forgets earlier draws. */
  async expectSender(
    { credential }: Pick<Sender, 'credential'>,
    tokens: ReadonlyMap<string, string>,
  ): Promise<void> {
    if ('token' in credential) await this.#signIn(credential.token, tokens)
    this.drawn.length = 0
  }

  async #signIn(token: string, tokens: ReadonlyMap<string, string>): Promise<void> {
    if (this.#tokens.has(token)) return
    this.#tokens.add(token)
    const at = new Date(this.#now())
    await this.test.database.knex('sessions').insert({
      id: token,
      user_id: tokens.get(token) ?? '',
      token_hash: hashToken(token),
      label: 'a simulated window',
      created_at: at,
      last_seen_at: at,
      authenticated_at: at,
    })
  }

  /** All rows and streams of the database. */
  async read(): Promise<unknown> {
    const db = this.test.database.knex
    const rows = new Map<string, unknown>()
    for (const kind of ALL_KINDS) {
      const found: TableRow[] = await db(TABLES[kind]).select('*')
      for (const { kit_id, id, owner, cells, kit_ver, owner_ver } of found) {
        const versions = { ownerVersion: Number(owner_ver), kitVersion: Number(kit_ver) }
        rows.set(`${kind}:${id}`, { owner, kit: kit_id, cells, ...versions })
      }
    }
    const scopes: { id: string; ver: string; collected_ver: string }[] = await db('scopes')
    const buildIds: { build_id: string; kit_id: string }[] = await db('build_ids')
    const left: { owner: string; kit_id: string; owner_ver: string }[] = await db('departures')
    const saved: { id: string; version_id: string }[] = await db('kits').whereNotNull('version_id')
    const over = scopes.filter((scope) => Number(scope.collected_ver) > 0)
    return {
      rows,
      // A stream that was locked but never written to is at 0.
      counters: new Map(
        scopes.flatMap(({ id, ver }) => (Number(ver) > 0 ? [[id, Number(ver)] as const] : [])),
      ),
      startedOver: new Map(over.map((scope) => [scope.id, Number(scope.collected_ver)])),
      buildIds: new Map(buildIds.map((row) => [row.build_id, row.kit_id])),
      departures: new Map(left.map((row) => [`${row.owner} ${row.kit_id}`, Number(row.owner_ver)])),
      published: new Map(saved.map((kit) => [kit.id, kit.version_id])),
    }
  }

  close(): Promise<void> {
    return this.test.close()
  }
}
