// The knex client, with a guard against queries outside of their transaction.
import { AsyncLocalStorage } from 'node:async_hooks'
import ClientPG from 'knex/lib/dialects/postgres/index.js'
import { isBroken } from './isAway.ts'

type Container = (trx: unknown) => unknown

interface RawConnection {
  connection: { stream: { destroy(): void } }
  /** Marks a connection that the pool must not reuse. */
  __knex__disposed?: unknown
}

interface RawQuery {
  options?: object
}

/** Longest timer delay of Node. */
const FOR_EVER_MS = 2 ** 31 - 1
const patience = new AsyncLocalStorage<true>()

/** Lifts the query timeout for `work`, which people start and wait for. */
export function withPatience<T>(work: () => Promise<T>): Promise<T> {
  return patience.run(true, work)
}

const insideTransaction = new AsyncLocalStorage<{ open: boolean }>()

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | undefined)?.then === 'function'
}

function runInside(container: Container, trx: unknown): unknown {
  const context = { open: true }
  return insideTransaction.run(context, () => {
    const result = container(trx)
    // `await knex.transaction()` hands the transaction out and returns nothing: not guarded.
    // A timer set in the transaction may fire after it, so the context has to be closed.
    // A timer started in the transaction may fire after it, so the context has to be closed.
    if (isThenable(result)) return Promise.resolve(result).finally(() => (context.open = false))
    context.open = false
    return result
  })
}

/**
 * A query on `knex` inside `knex.transaction(async (trx) => ...)` would take a second connection, a
 * deadlock once the pool is full, and would not see the writes of `trx`. Here it fails at once.
 */
export class GuardedClient extends ClientPG {
  override transaction(container: Container | undefined, config: unknown, outer: unknown) {
    const guarded = container && ((trx: unknown) => runInside(container, trx))
    return super.transaction(guarded, config, outer)
  }

  // A connection that ended, or whose answer timed out, is not reused.
  override async _query(connection: RawConnection, query: RawQuery): Promise<unknown> {
    if (patience.getStore()) query.options = { ...query.options, query_timeout: FOR_EVER_MS }
    try {
      return await super._query(connection, query)
    } catch (error) {
      if (isBroken(error)) {
        connection.__knex__disposed = error
        connection.connection.stream.destroy()
      }
      throw error
    }
  }

  override acquireConnection(): Promise<unknown> {
    if (insideTransaction.getStore()?.open) {
      return Promise.reject(
        new Error(
          'A query inside a transaction must be given that transaction: pass trx, not knex.',
        ),
      )
    }
    return super.acquireConnection()
  }
}
