/**
 * Pokes devices about new versions of a scope. Losing a poke does no harm: devices poll as well.
 * Servers on one PostgreSQL tell each other by NOTIFY.
 */
import type { Knex } from 'knex'
import type { Logger } from 'pino'

import type { Scope } from '#shared/cells/limits.ts'

import pg from 'pg'

export interface Poke {
  scope: Scope
  version: number
}

export interface Live {
  /** After commit only: a poked device pulls at once. */
  poke(versions: ReadonlyMap<Scope, number>): void
  /** Calls `listener` for each poke of these scopes. @returns unsubscribe */
  subscribe(scopes: ReadonlySet<Scope>, listener: (poke: Poke) => void): () => void
  /** Calls `listener` on shutdown. */
  onEnd(listener: () => void): () => void
  close(): Promise<void>
}

/** Pokes after the commit; a rollback pokes nobody. */
export function pokeAfter(
  trx: Knex.Transaction,
  live: Live,
  versions: ReadonlyMap<Scope, number>,
): void {
  trx.executionPromise.then(
    () => live.poke(versions),
    () => undefined,
  )
}

/** Poked by a database trigger, in the transaction that ends the session. */
export const sessionScope = (sessionId: string): Scope => `s:${sessionId}`

const CHANNEL = 'wrenchlist_poke'
/** Batches pokes: a notification each would cost more than the pushes. */
const COALESCE_MS = 50
/** A notification holds 8,000 bytes. */
const MAX_SCOPES_A_NOTIFICATION = 80
const RECONNECT_MS = 2_000

/** Within this process only. */
export function createLocalLive(): Live {
  const listeners = new Map<Scope, Set<(poke: Poke) => void>>()
  const ends = new Set<() => void>()
  return {
    poke(versions) {
      for (const [scope, version] of versions) {
        for (const listener of listeners.get(scope) ?? []) listener({ scope, version })
      }
    },
    subscribe(scopes, listener) {
      for (const scope of scopes) {
        const known = listeners.get(scope) ?? new Set()
        listeners.set(scope, known.add(listener))
      }
      return () => {
        for (const scope of scopes) {
          const known = listeners.get(scope)
          known?.delete(listener)
          if (known?.size === 0) listeners.delete(scope)
        }
      }
    },
    onEnd(listener) {
      ends.add(listener)
      return () => ends.delete(listener)
    },
    close() {
      for (const end of ends) end()
      ends.clear()
      return Promise.resolve()
    },
  }
}

/**
 * Across all processes on one PostgreSQL: one connection listens, and pokes of this process go out
 * in one notification per 50 ms. While the connection is down, pokes stay local.
 */
export function createLive(databaseUrl: string, db: Knex, log: Logger): Live {
  const local = createLocalLive()
  const from = Math.random().toString(36).slice(2)
  let waiting = new Map<Scope, number>()
  let timer: NodeJS.Timeout | undefined
  let client: pg.Client | null = null
  let isClosed = false

  function connect(): void {
    const next = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'wrenchlist-live',
    })
    let isOver = false
    const again = (error?: Error) => {
      if (isOver || isClosed) return
      isOver = true
      if (error) log.warn({ err: error }, 'live updates between servers stopped, trying again')
      next.end().catch(() => undefined)
      setTimeout(connect, RECONNECT_MS).unref()
    }
    next.on('error', again)
    next.on('end', () => again())
    next.on('notification', ({ payload }) => hear(payload ?? ''))
    next
      .connect()
      .then(() => next.query(`listen ${CHANNEL}`))
      .then(() => {
        // Pokes sent meanwhile reached nobody: readers start over.
        if (client) void local.close()
        client = next
      })
      .catch(again)
  }

  function hear(payload: string): void {
    const [sender, ...entries] = payload.split(' ')
    if (sender === from) return
    const versions = new Map<Scope, number>()
    for (const entry of entries) {
      const at = entry.lastIndexOf('=')
      versions.set(entry.slice(0, at), Number(entry.slice(at + 1)))
    }
    local.poke(versions)
  }

  async function tell(): Promise<void> {
    timer = undefined
    const entries = [...waiting].map(([scope, version]) => `${scope}=${version}`)
    waiting = new Map()
    for (let i = 0; i < entries.length; i += MAX_SCOPES_A_NOTIFICATION) {
      const payload = [from, ...entries.slice(i, i + MAX_SCOPES_A_NOTIFICATION)].join(' ')
      await db.raw('select pg_notify(?, ?)', [CHANNEL, payload])
    }
  }

  connect()
  return {
    ...local,
    poke(versions) {
      local.poke(versions)
      for (const [scope, version] of versions) waiting.set(scope, version)
      timer ??= setTimeout(() => {
        tell().catch((error: unknown) => log.warn({ err: error }, 'a poke was not passed on'))
      }, COALESCE_MS)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await tell().catch(() => undefined)
      await local.close()
      await client?.end().catch(() => undefined)
    },
  }
}
