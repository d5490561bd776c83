/**
 * I8 on a link that is up for 5 s and down for 20 s, all day (F14): two devices of one owner, the
 * real flush and pace, in virtual time. Everything must arrive within 30 minutes of the last edit.
 */
import type { Net, NetResult } from '../../app/data/api/net.ts'
import type { Json } from '#shared/cells/cells.ts'
import type { SyncAnswer, SyncRequest } from '#shared/sync/protocol.ts'

import { canonicalJson } from '#shared/cells/cells.ts'
import { encodeAnswer } from '#shared/sync/answer.ts'
import { newId } from '#shared/ids.ts'
import { encodeRequest } from '#shared/sync/protocol.ts'
import { openIdentity, readDevice } from '../../app/data/device/clock.ts'
import { edit } from '../../app/data/sync/write/edit.ts'
import { flush } from '../../app/data/sync/send/flush.ts'
import { MemoryServer } from './memoryServer.ts'
import { MemoryStore } from '../../app/data/device/testMemoryStore.ts'
import { Pace } from '../../app/data/sync/send/pace.ts'
import { seeded } from '#shared/testSeeded.ts'
import { putMeta } from '../../app/data/device/store.ts'

const UP_MS = 5_000
const DOWN_MS = 20_000
const EDITING_MS = 10 * 60_000
const LIMIT_MS = 30 * 60_000
const WATCHDOG_MS = 60_000
/** As in net.ts: a silent socket times out. */
const PATIENCE_MS = 8_000
const PATIENCE_PER_10_KB_MS = 1_000
/** Approximate gzip ratio of our JSON. */
const GZIP = 4

export interface Drained {
  seed: number
  /** From the last edit to the last acknowledgment, milliseconds. */
  tookMs: number
  requests: number
  edits: number
}

interface Event {
  at: number
  order: number
  happen: () => Promise<void> | void
}

/** Event queue in virtual time. */
class Agenda {
  now = 1_700_000_000_000
  readonly #events: Event[] = []
  #order = 0

  plan(at: number, happen: Event['happen']): Event {
    const event = { at: Math.max(at, this.now), order: this.#order++, happen }
    this.#events.push(event)
    return event
  }
  drop(event: Event | null): void {
    const at = event ? this.#events.indexOf(event) : -1
    if (at >= 0) this.#events.splice(at, 1)
  }
  wait = (ms: number): Promise<void> =>
    new Promise((resolve) => this.plan(this.now + ms, () => resolve()))

  /** Runs the next event. @returns false when there is none */
  async next(): Promise<boolean> {
    this.#events.sort((a, b) => a.at - b.at || a.order - b.order)
    const event = this.#events.shift()
    if (!event) return false
    this.now = event.at
    await event.happen()
    await new Promise((resolve) => setImmediate(resolve))
    return true
  }
}

class Link {
  readonly #agenda: Agenda
  readonly #begin: number
  readonly #rttMs: number
  readonly #bytesPerMs: number
  /** Whether a try without signal hangs until its timeout instead of failing at once. */
  readonly #isHole: boolean

  constructor(agenda: Agenda, chance: () => number) {
    this.#agenda = agenda
    this.#begin = agenda.now - chance() * (UP_MS + DOWN_MS)
    this.#rttMs = 50 + chance() * 1_500
    this.#bytesPerMs = 10 + chance() * 190
    this.#isHole = chance() < 0.6
  }

  /** Start of the next spell with signal. */
  nextUp(): number {
    const into = (this.#agenda.now - this.#begin) % (UP_MS + DOWN_MS)
    return this.#agenda.now - into + UP_MS + DOWN_MS
  }

  /** Carries bytes one way. @returns whether they arrived */
  async carry(bytes: number, giveUpAt: number): Promise<boolean> {
    const { now, wait } = this.#agenda
    const into = (now - this.#begin) % (UP_MS + DOWN_MS)
    const needed = this.#rttMs / 2 + bytes / this.#bytesPerMs
    if (into + needed < UP_MS && now + needed < giveUpAt) {
      await wait(needed)
      return true
    }
    const lostAt = now + Math.max(0, UP_MS - into)
    await wait((this.#isHole ? giveUpAt : Math.min(giveUpAt, lostAt + 50)) - now)
    return false
  }
}

const sizeOf = (message: unknown): number => {
  const { length } = JSON.stringify(message)
  return 400 + (length > 1_024 ? length / GZIP : length)
}

/** A device with an open, visible page. */
class Phone implements Net {
  readonly store = new MemoryStore()
  readonly pace = new Pace()
  readonly env
  requests = 0
  isRunning = false
  readonly #agenda: Agenda
  readonly #server: MemoryServer
  readonly #link: Link
  readonly #chance: () => number
  #planned: Event | null = null

  constructor(agenda: Agenda, server: MemoryServer, chance: () => number) {
    this.#agenda = agenda
    this.#server = server
    this.#chance = chance
    this.#link = new Link(agenda, chance)
    const random = (length: number) => Uint8Array.from({ length }, () => Math.floor(chance() * 256))
    this.env = { store: this.store, now: () => agenda.now, random }
    const hasOnline = chance() < 0.5
    const hear = () => {
      this.pace.startOver()
      this.#sendAt(agenda.now)
      agenda.plan(this.#link.nextUp(), hear)
    }
    // Half of the browsers fire 'online'; none has to.
    if (hasOnline) agenda.plan(this.#link.nextUp(), hear)
    const watch = () => {
      if (!this.isRunning) this.#sendAt(agenda.now)
      agenda.plan(agenda.now + WATCHDOG_MS, watch)
    }
    agenda.plan(agenda.now + WATCHDOG_MS, watch)
  }

  get isDrained(): boolean {
    return this.store.tables.pending.size === 0
  }

  async sync(request: SyncRequest): Promise<NetResult> {
    this.requests++
    const bytes = sizeOf(encodeRequest(request))
    const patience = PATIENCE_MS + ((bytes * GZIP) / 10_240) * PATIENCE_PER_10_KB_MS
    const giveUpAt = this.#agenda.now + patience
    if (!(await this.#link.carry(bytes, giveUpAt))) return { kind: 'failed', isSilent: true }
    const answer: SyncAnswer = this.#server.sync(request)
    const isHere = await this.#link.carry(sizeOf(encodeAnswer(answer)), giveUpAt)
    return isHere ? { kind: 'answer', answer } : { kind: 'failed', isSilent: true }
  }

  async type(change: Parameters<typeof edit>[1][number], buildId: string): Promise<void> {
    await edit(this.env, [change], { buildIds: new Map([[change.kit, buildId]]) })
    const at = this.pace.edited(this.#agenda.now)
    if (at !== null) this.#sendAt(at, true)
  }

  /** As schedule() and run() in sync.ts. */
  #sendAt(at: number, isLatest = false): void {
    if (this.#planned && !isLatest && this.#planned.at <= at) return
    this.#agenda.drop(this.#planned)
    this.#planned = this.#agenda.plan(at, () => this.#send())
  }

  #send(): void {
    this.#planned = null
    if (this.isRunning) return
    this.isRunning = true
    this.pace.begin()
    const from = this.#agenda.now
    void flush(this.env, this).then((result) => {
      this.isRunning = false
      if (result.kind === 'done') {
        this.pace.startOver()
        if (!this.isDrained) this.#sendAt(this.#agenda.now + 1_000)
      } else {
        const failure = {
          isVisible: true,
          isWaiting: !this.isDrained,
          isSilent: true,
          tookMs: this.#agenda.now - from,
        }
        this.#sendAt(this.#agenda.now + this.pace.failed(failure, this.#chance()))
      }
    })
  }
}

/** Runs one seed. @throws when a row is pending after 30 minutes, or stored twice or never */
export async function simulateFlapping(seed: number): Promise<Drained> {
  const chance = seeded(seed)
  const agenda = new Agenda()
  const server = new MemoryServer(() => agenda.now)
  const phones = [new Phone(agenda, server, chance), new Phone(agenda, server, chance)] as const
  const [first, second] = phones
  const { principal } = await openIdentity(first.store, first.env.random)
  const identity = await first.store.transact((tx) => readDevice(tx))
  await second.store.transact((tx) => putMeta(tx, 'device', { ...identity, node: 'secondnod' }))
  const kit = newId(first.env.random)
  const lines: string[] = []
  const typed = new Set<string>()
  let edits = 0
  const type = async (phone: Phone, id: string, cells: Record<string, Json>) => {
    edits++
    for (const cell of Object.keys(cells)) typed.add(`line:${id} ${cell}`)
    await phone.type({ kind: 'line', id, kit, cells }, 'AAAAAA')
  }
  const newLine = async (phone: Phone) => {
    const id = newId(first.env.random)
    lines.push(id)
    await type(phone, id, { ord: 'a0', name: `part ${lines.length}`, qty: 1 })
  }
  const begin = agenda.now
  agenda.plan(begin, () => newLine(first))
  for (let count = 0; count < 30; count++) {
    const phone = chance() < 0.7 ? first : second
    agenda.plan(begin + chance() * EDITING_MS, async () => {
      const id = lines[Math.floor(chance() * lines.length * 2)]
      if (id === undefined) await newLine(phone)
      else await type(phone, id, { qty: Math.floor(chance() * 99) })
    })
  }
  // Somebody imports a long list.
  if (chance() < 0.2)
    agenda.plan(begin + EDITING_MS / 2, async () => {
      for (let count = 0; count < 200; count++) await newLine(first)
    })
  const end = begin + EDITING_MS
  let drainedAt = end
  const isDone = () => agenda.now >= end && phones.every((phone) => phone.isDrained)
  while (!isDone() && (await agenda.next())) {
    drainedAt = Math.max(end, agenda.now)
    if (agenda.now > end + LIMIT_MS) {
      const left = phones.map((phone) => phone.store.tables.pending.size)
      throw new Error(
        `I8: seed ${seed} of the flapping link still has ${left.join(' and ')} to send`,
      )
    }
  }
  for (const place of typed) {
    const [key = '', cell = ''] = place.split(' ')
    const stored = server.rows.get(key)?.row
    if (!stored?.cells[cell] || stored.owner !== principal)
      throw new Error(`I2: seed ${seed} of the flapping link lost ${place}`)
  }
  checkSame(seed, server, phones)
  const requests = phones.reduce((sum, phone) => sum + phone.requests, 0)
  return { seed, tookMs: drainedAt - end, requests, edits }
}

/** A device's confirmed rows equal the server's, now or when they were pulled. */
function checkSame(seed: number, server: MemoryServer, phones: readonly Phone[]): void {
  for (const { store } of phones) {
    for (const row of store.tables.rows.values()) {
      const stored = server.rows.get(`${row.kind}:${row.id}`)?.row
      for (const [cell, value] of Object.entries(row.cells)) {
        const there = stored?.cells[cell]
        const isSame =
          there !== undefined &&
          (there[1] > value[1] || canonicalJson(there as never) === canonicalJson(value as never))
        if (!isSame) throw new Error(`I1: seed ${seed} of the flapping link differs in ${cell}`)
      }
    }
  }
}
