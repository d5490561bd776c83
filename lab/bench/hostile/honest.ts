/** Twenty devices of twenty people, each with an address, an edit a second, and a look at a kit. */
import type { Send } from '../steadyPushes.ts'

import pg from 'pg'
import { setTimeout as wait } from 'node:timers/promises'

import { type Figures, figures, pushSteadily, SteadyDevice } from '../steadyPushes.ts'
import { Client } from './client.ts'

const DEVICES = 20
const PUSHES_A_SECOND = 20
const READ_EVERY_MS = 500

export interface Seen extends Figures {
  due: number
  /** Not pushed, because the device still waited for its push before. */
  late: number
  /** Reads of a kit on a connection of their own that were no 200. */
  readsRefused: number
  reads: number
}

export class Honest {
  readonly devices: SteadyDevice[]
  readonly #url: string
  readonly #clients: Client[]

  constructor(url: string) {
    this.#url = url
    this.#clients = Array.from({ length: DEVICES }, (_, n) => new Client(url, `127.0.1.${n + 1}`))
    this.devices = this.#clients.map((client) => new SteadyDevice(url, sendBy(client)))
  }

  async begin(): Promise<void> {
    for (const device of this.devices) await device.begin()
  }

  async push(seconds: number): Promise<Seen> {
    const seen = figures()
    let isOver = false
    const reading = this.#read(() => isOver)
    const pushed = await pushSteadily(this.devices, PUSHES_A_SECOND, seconds, seen)
    isOver = true
    return { ...seen, ...pushed, ...(await reading) }
  }

  /** Newcomers: each read comes on a new connection, and asks for a stream as well. */
  async #read(isOver: () => boolean) {
    let [reads, readsRefused] = [0, 0]
    while (!isOver()) {
      const kitId = this.devices[reads % DEVICES]?.kit.id ?? ''
      const client = new Client(this.#url, `127.0.2.${1 + (reads % 250)}`)
      const { status } = await client.call('GET', `/api/kits/${kitId}`)
      client.close()
      reads++
      if (status !== 200) readsRefused++
      await wait(READ_EVERY_MS)
    }
    return { reads, readsRefused }
  }

  /** @returns acknowledged values, and how many of them are not what is stored */
  async compared(databaseUrl: string): Promise<{ values: number; lost: number }> {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    const { rows } = await client.query<{ id: string; qty: number; price: number }>(
      `select id, (cells->'qty'->>0)::int as qty, (cells->'price'->>0)::int as price
       from lines where kit_id = any($1)`,
      [this.devices.map(({ kit }) => kit.id)],
    )
    await client.end()
    const stored = new Map(rows.map((row) => [row.id, row]))
    let [values, lost] = [0, 0]
    for (const { acknowledged } of this.devices) {
      for (const [id, { qty, price }] of acknowledged) {
        values += 2
        if (stored.get(id)?.qty !== qty) lost++
        if (stored.get(id)?.price !== price) lost++
      }
    }
    return { values, lost }
  }

  close(): void {
    for (const client of this.#clients) client.close()
  }
}

function sendBy(client: Client): Send {
  return async (url, headers, body) => {
    const answer = await client.call('POST', new URL(url).pathname, { headers, body })
    if (answer.status === 0) throw new Error(`fetch failed: ${answer.text}`)
    const retryAfter = answer.headers['retry-after']
    return { ...answer, retryAfter: typeof retryAfter === 'string' ? retryAfter : null }
  }
}
