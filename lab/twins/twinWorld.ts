/** The simulated world on the real stores, with their twins in memory beside them. */
import type { NetResult } from '../../app/data/api/net.ts'
import type { RandomBytes } from '#shared/ids.ts'
import type { TwinServer } from './twinServer.ts'
import type { Letter } from '../simulation/world.ts'

import { World } from '../simulation/world.ts'
import { kitOfRows } from '../../app/data/kits/open/builds.ts'
import { expectSame } from './expectSame.ts'
import { TwinStore } from './twinStore.ts'

export class TwinWorld extends World {
  override hasTwin = true
  readonly stores: TwinStore[] = []
  readonly #real: TwinServer
  #turn: Promise<unknown> = Promise.resolve()
  #underWay = 0

  constructor(seed: number, real: TwinServer) {
    const { gen, serverNode, drawn, alias, beatenId } = real
    // The twin draws the same random bytes after the real server.
    const random: RandomBytes = (length) => drawn.shift() ?? new Uint8Array(length)
    super(seed, { gen, serverNode, random, beatenId, alias })
    this.#real = real
    real.begin(seed, () => this.now + this.serverSkew)
  }

  override newStore(): TwinStore {
    const store = new TwinStore(`twin ${this.#real.seed} ${this.stores.length}`)
    this.stores.push(store)
    return store
  }

  /** Both servers answer each request, one after the other; the device gets the real answer. */
  override deliver(letter: Letter): Promise<NetResult> {
    this.#underWay++
    const turn = this.#turn.then(() => this.#exchange(letter))
    this.#turn = turn
    return turn
  }

  async #exchange(letter: Letter): Promise<NetResult> {
    try {
      const taken = this.take(letter)
      if ('kind' in taken) return taken
      const { request } = taken
      const result = await this.#real.sync(request, letter.sender, this.tokens)
      const twin = this.server.sync(request)
      expectSame(
        `the answer to ${JSON.stringify(request)}`,
        { kind: 'answer', answer: { ...twin, gone: twin.gone.toSorted() } },
        result.kind === 'answer'
          ? { ...result, answer: { ...result.answer, gone: result.answer.gone.toSorted() } }
          : result,
      )
      return this.judge(letter, taken, result.kind === 'answer' ? result.answer : twin)
    } catch (error) {
      this.watch.fail(error)
      return { kind: 'failed' }
    } finally {
      this.#underWay--
    }
  }

  override async rest(): Promise<void> {
    for (;;) {
      await new Promise(nextTask)
      const isParked = (tab: object) => this.parked.some((letter) => letter.tab === tab)
      const tabs = this.devices.flatMap((device) => device.tabs)
      const isBusy = tabs.some((tab) => tab.flushing !== null && !isParked(tab))
      if (!isBusy && this.#underWay === 0) return
      // Polling at once would take the CPU from the work it waits for.
      await pause(1)
    }
  }

  /** Compares both sides, row by row and cell by cell. */
  async compare(): Promise<void> {
    expectSame('the server', this.#onServer(), await this.#real.read())
    for (const store of this.stores) {
      const { meta, rows, pending, problems } = store.tables
      const real = await store.read()
      expectSame('the device', { meta, rows, pending, problems }, real)
      expectSame('what is shown', shown({ rows, pending }), shown(real))
    }
  }

  #onServer(): unknown {
    const { rows, counters, buildIds, departures, startedOver, published } = this.server
    return {
      rows: new Map(
        [...rows].map(([key, { row, kitVersion }]) => {
          const { owner, kit, cells, ownerVersion } = row
          return [key, { owner, kit, cells, ownerVersion, kitVersion }]
        }),
      ),
      counters,
      startedOver,
      buildIds,
      departures,
      published,
    }
  }

  async close(): Promise<void> {
    for (const { db } of this.stores) await db.delete()
  }
}

const pause = (ms: number) => new Promise((then) => setTimeout(then, ms))

/**
 * Runs after everything that is due, and is no timer: a browser delays nested timers by some
 * milliseconds.
 */
function nextTask(then: (value: void) => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    then()
  }
  port2.postMessage(null)
}

/** Each kit as a screen shows it, by owner and id. */
function shown({ rows, pending }: Pick<TwinStore['tables'], 'rows' | 'pending'>): unknown {
  const all = [...rows.values(), ...pending.values()]
  const kits = new Set(all.filter((row) => row.kind === 'kit').map((row) => `${row.p} ${row.id}`))
  return new Map(
    [...kits].map((key) => {
      const [p = '', id = ''] = key.split(' ')
      const ofKit = all.filter((row) => row.p === p && row.kit === id)
      return [key, kitOfRows(id, ofKit)]
    }),
  )
}
