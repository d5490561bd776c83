/**
 * The device's store twice: everything happens on IndexedDB, through the product's own store, and
 * call by call in the simulation's memory store. Both have to return the same.
 */
import type { Kind } from '#shared/kinds/schema.ts'
import type { Store, StoreTx } from '../../app/data/device/store.ts'

import { WrenchlistDatabase } from '../../app/data/device/db.ts'
import { dexieStore } from '../../app/data/device/dexieStore.ts'
import {
  copyOf,
  Crash,
  Full,
  MemoryStore,
  MemoryTx,
  type Tables,
} from '../../app/data/device/testMemoryStore.ts'
import { expectSame } from './expectSame.ts'

export class TwinStore extends MemoryStore {
  readonly db: WrenchlistDatabase
  readonly #store: Store
  #turn: Promise<unknown> = Promise.resolve()
  /** Contents of IndexedDB. */
  #stored: Tables = this.tables
  transactions = 0

  constructor(name: string) {
    super()
    this.db = new WrenchlistDatabase(name)
    this.#store = dexieStore(this.db)
  }

  override transact<T>(work: (tx: StoreTx) => Promise<T>): Promise<T> {
    const turn = this.#turn.then(async () => {
      await this.#load()
      const copy = copyOf(this.tables)
      const result = await this.#store.transact(async (tx) => {
        const twin = new MemoryTx(copy)
        const done = await work(twinTx(tx, twin))
        if (this.isFull && twin.hasWritten) throw new Full()
        if (!this.isCrashing) return done
        this.isCrashing = false
        throw new Crash()
      })
      this.transactions++
      this.tables = copy
      this.#stored = copy
      return result
    })
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  /** Loads a copied profile, which a step of the simulation sets outside of any transaction. */
  async #load(): Promise<void> {
    if (this.#stored === this.tables) return
    const { db } = this
    const { meta, rows, pending, problems } = this.tables
    await db.transaction('rw', [db.meta, db.rows, db.pending, db.problems], async () => {
      await Promise.all([db.meta, db.rows, db.pending, db.problems].map((table) => table.clear()))
      await db.meta.bulkPut([...meta].map(([key, value]) => ({ key, value })))
      await db.rows.bulkPut([...rows.values()])
      await db.pending.bulkPut([...pending.values()])
      await db.problems.bulkPut([...problems.values()])
    })
    this.#stored = this.tables
  }

  /** Everything IndexedDB holds, read past the store. */
  async read(): Promise<Tables> {
    await this.#turn
    await this.#load()
    const { db } = this
    const keyOf = ({ p, kind, id }: { p: string; kind: Kind; id: string }) => `${p} ${kind} ${id}`
    return {
      meta: new Map((await db.meta.toArray()).map(({ key, value }) => [key, value])),
      rows: new Map((await db.rows.toArray()).map((row) => [keyOf(row), row])),
      pending: new Map((await db.pending.toArray()).map((row) => [keyOf(row), row])),
      problems: new Map((await db.problems.toArray()).map((problem) => [problem.id, problem])),
    }
  }

  /** Waits for transactions that have begun. */
  async rest(): Promise<void> {
    await this.#turn
  }
}

/** A transaction that makes each call on both stores, one after the other. */
function twinTx(real: StoreTx, twin: StoreTx): StoreTx {
  return new Proxy(real, {
    get: (_, name: keyof StoreTx) => {
      const call = async (tx: StoreTx, args: unknown[]): Promise<unknown> =>
        (tx[name] as (...all: unknown[]) => Promise<unknown>).apply(tx, args)
      return async (...args: unknown[]): Promise<unknown> => {
        const answer = await call(real, args)
        expectSame(`${name}(${JSON.stringify(args)})`, await call(twin, args), answer)
        return answer
      }
    },
  })
}
