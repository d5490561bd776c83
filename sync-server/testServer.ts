/** A real server on a free port with a database of its own, for tests that speak HTTP. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { OpResult, SyncAnswer, SyncRequest } from '#shared/protocol.ts'
import type { Database } from './db/connect.ts'
import type { Deps } from './deps.ts'

import { createServer as createHttpServer } from 'node:http'
import { pino } from 'pino'

import { newDeviceSecret, newId, systemRandom } from '#shared/ids.ts'
import { ownerScope } from '#shared/limits.ts'
import { decodeAnswer } from '#shared/answer.ts'
import { encodeRequest } from '#shared/protocol.ts'
import { newNode, packStamp } from '#shared/stamp.ts'
import { readEnv } from './env.ts'
import { devicePrincipal } from './http/actor.ts'
import { createServer } from './server.ts'
import { readServerNode } from './sync/serverNode.ts'
import { openTestDatabase } from './testDatabase.ts'

export interface TestServer {
  url: string
  database: Database
  /** What the server logged at level error, as lines. */
  errors: string[]
  close(): Promise<void>
}

export async function startTestServer(changes: Partial<Deps> = {}): Promise<TestServer> {
  const database = await openTestDatabase()
  const errors: string[] = []
  const deps: Deps = {
    db: database.knex,
    dbKind: database.kind,
    dbVersion: database.version,
    gen: await database.gen(),
    env: readEnv({}),
    log: pino({ level: 'error' }, { write: (line: string) => void errors.push(line) }),
    now: Date.now,
    random: systemRandom,
    serverNode: await readServerNode(database.knex),
    assets: null,
    ...changes,
  }
  const answer = createServer(deps).callback()
  const server: Server = createHttpServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    database,
    errors,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await database.close()
    },
  }
}

/** A device as the server sees one: an identity, a clock and a cursor. */
export class TestDevice {
  readonly secret = newDeviceSecret()
  readonly node = newNode()
  readonly principal = devicePrincipal(this.secret)
  cursors: SyncRequest['cursors'] = { [ownerScope(this.principal)]: 0 }
  #last = 0
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  /** A stamp for now, or for `ms`. */
  stamp(ms = Date.now()): string {
    return packStamp(ms, this.#last++, this.node)
  }

  /** Cells that were all typed now. */
  cells(values: Record<string, unknown>, ms?: number): SyncRequest['ops'][number]['cells'] {
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, [value as string, this.stamp(ms)]]),
    )
  }

  kit(values: Record<string, unknown> = {}, ms?: number): SyncRequest['ops'][number] {
    const id = newId()
    const buildId = id.replaceAll(/[-_]/g, 'x').slice(0, 6)
    return { kind: 'kit', id, kit: null, cells: this.cells({ buildId, ...values }, ms) }
  }

  line(kit: string, values: Record<string, unknown> = {}, ms?: number): SyncRequest['ops'][number] {
    return { kind: 'line', id: newId(), kit, cells: this.cells({ ord: 'a0', ...values }, ms) }
  }

  async post(path: string, body: unknown, key: string | null = this.secret): Promise<Response> {
    return fetch(this.#url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(key ? { 'X-Device-Key': key } : {}) },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  }

  /** One round trip; takes the cursors over unless told that the answer was lost. */
  async sync(
    ops: SyncRequest['ops'] = [],
    { isAnswerLost = false, cursors = this.cursors } = {},
  ): Promise<SyncAnswer> {
    const request = { principal: this.principal, node: this.node, ops, cursors }
    const response = await this.post('/api/sync', encodeRequest(request))
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
    const answer = decodeAnswer(await response.json())
    if (!isAnswerLost) this.cursors = { ...this.cursors, ...answer.cursors }
    return answer
  }

  /** The results alone. */
  async push(...ops: SyncRequest['ops']): Promise<OpResult[]> {
    return (await this.sync(ops)).results
  }
}
