/** Common part of hostile clients: addresses, time, accounts, and counts of the answers. */
import type { Claim, Op } from '#shared/sync/protocol.ts'
import type { TestDevice } from '../../../sync-server/testServer.ts'

import { encodeRequest } from '#shared/sync/protocol.ts'
import { Client, type Heard } from './client.ts'

/** An account registered beforehand; `token` is its session. */
export interface Account {
  token: string
  principal: string
  password: string
}

/** Message from the watching process to the playing one. */
export interface Plan {
  name: string
  url: string
  addresses: string[]
  seconds: number
  /** One of them is an administrator's. */
  accounts: Account[]
  operator: Account
  /** Addresses of slowHost.ts, by the host names the server knows. */
  shop: string
  push: string
  /** Build ids and kits of honest devices, known to anybody with a link. */
  honest: { kitId: string; buildId: string }[]
}

export class Party {
  readonly plan: Plan
  readonly clients: Client[]
  readonly #notes = new Map<string, number>()
  #until = Number.POSITIVE_INFINITY

  readonly #onStart: () => void

  /** @param onStart called when all is prepared and the time starts */
  constructor(plan: Plan, onStart: () => void) {
    this.plan = plan
    this.#onStart = onStart
    this.clients = plan.addresses.map((address) => new Client(plan.url, address))
  }

  /** Starts the clock. */
  start(): void {
    this.#until = performance.now() + this.plan.seconds * 1_000
    this.#onStart()
  }

  get isOver(): boolean {
    return performance.now() > this.#until
  }

  count(what: string, by = 1): void {
    this.#notes.set(what, (this.#notes.get(what) ?? 0) + by)
  }

  /** Loops of `step`, `atOnce` in parallel from each address, until the time is over. */
  async crew(atOnce: number, step: (client: Client, nth: number) => Promise<unknown>) {
    const one = async (client: Client, nth: number) => {
      while (!this.isOver) await step(client, nth)
    }
    const all = this.clients.flatMap((client) =>
      Array.from({ length: atOnce }, (_, nth) => one(client, nth)),
    )
    await Promise.all(all)
  }

  /** Answers and notes, in a line. */
  said(): string {
    const statuses = new Map<number, number>()
    for (const client of this.clients) {
      for (const [status, count] of client.statuses) {
        statuses.set(status, (statuses.get(status) ?? 0) + count)
      }
    }
    const sent = this.clients.reduce((sum, { sentBytes }) => sum + sentBytes, 0)
    const answers = [...statuses].toSorted(([a], [b]) => a - b)
    return [
      ...answers.map(([status, count]) => `${status || 'cut'}: ${count}`),
      ...Array.from(this.#notes, ([what, count]) => `${what}: ${count}`),
      `${Math.round(sent / 1e6)} MB sent`,
    ].join(', ')
  }
}

/** Headers of a device, or of the account signed in on it. */
export function shown(device: TestDevice, account?: Account): Record<string, string> {
  return {
    'X-Device-Key': device.secret,
    ...(account ? { Authorization: `Bearer ${account.token}` } : {}),
  }
}

/** One exchange of the real protocol. */
export function sync(
  client: Client,
  device: TestDevice,
  ops: readonly Op[],
  {
    account,
    claims = [],
    cursors = {},
  }: { account?: Account; claims?: Claim[]; cursors?: Record<string, number> } = {},
): Promise<Heard> {
  const { node } = device
  const principal = account?.principal ?? device.principal
  const body = encodeRequest({ principal, node, claims, ops: [...ops], cursors })
  return client.call('POST', '/api/sync', { headers: shown(device, account), body })
}
