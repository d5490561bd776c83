/**
 * Places for work, shared evenly among the networks that ask at the time. Who comes with a hundred
 * requests at once waits behind himself, and not everybody behind him.
 */
import type { Context, Middleware } from 'koa'

import { Problem } from '#shared/problem.ts'
import { addressOf } from './rateLimit.ts'

/** As many as the database has connections for each process by default, but for two. */
const PLACES = 8
/** Of bodies above this, such as hundreds of rows at once, few are worked on beside small ones. */
const LARGE_BYTES = 8 * 1024
const LARGE_PLACES = 1
/** A network counts among those that ask for so long after it did. */
const ASKING_MS = 1_000
/** More than the connections that one network may have: what waits behind closed ones has an end. */
const MAX_WAITING = 250

/** What reads and writes the database alone. The rest has places of its own, or waits for others. */
const SHARED =
  /^\/api\/(sync|auto-save|kits|lists|comments|tasks|errors|parts)(\/(?!(live|additional)$)|$)/i

export class FairPlaces {
  readonly #most: number
  readonly #now: () => number
  #taken = 0
  readonly #held = new Map<string, number>()
  /** Who waits, by network. Networks stand in the order in which they were served last. */
  readonly #waiting = new Map<string, (() => void)[]>()
  /** When each network asked last, the latest at the end. */
  readonly #asked = new Map<string, number>()

  constructor(most: number, now: () => number = () => performance.now()) {
    this.#most = most
    this.#now = now
  }

  /**
   * Waits for a place. @returns gives it back
   * @throws Problem busy, 503, when too many of this network wait
   */
  async take(network: string): Promise<() => void> {
    this.#asked.delete(network)
    this.#asked.set(network, this.#now())
    const ofNetwork = this.#waiting.get(network) ?? []
    if (ofNetwork.length >= MAX_WAITING) {
      throw new Problem('busy', 503, 'Wrenchlist is busy. Please try again in a moment.', {
        retryAfter: 5,
      })
    }
    await new Promise<void>((resolve) => {
      ofNetwork.push(resolve)
      this.#waiting.set(network, ofNetwork)
      this.#serve()
    })
    return () => {
      this.#taken--
      const left = (this.#held.get(network) ?? 1) - 1
      if (left > 0) this.#held.set(network, left)
      else this.#held.delete(network)
      this.#serve()
    }
  }

  /** A place that a network may not have stays free: the next one to ask gets it at once. */
  #serve(): void {
    const share = this.#share()
    for (let isServed = true; isServed && this.#taken < this.#most;) {
      isServed = false
      for (const [network, waiting] of this.#waiting) {
        const held = this.#held.get(network) ?? 0
        if (held >= share) continue
        const next = waiting.shift()
        this.#waiting.delete(network)
        if (waiting.length > 0) this.#waiting.set(network, waiting)
        this.#held.set(network, held + 1)
        this.#taken++
        isServed = true
        next?.()
        break
      }
    }
  }

  #share(): number {
    const since = this.#now() - ASKING_MS
    for (const [network, at] of this.#asked) {
      if (at >= since) break
      this.#asked.delete(network)
    }
    return Math.max(1, Math.floor(this.#most / Math.max(1, this.#asked.size)))
  }
}

interface TurnState {
  turn?: (bytes: number) => Promise<void>
}

/** Gives each request its place: one with a body when all of that is here, see readJson(). */
export function shareFairly(): Middleware {
  const small = new FairPlaces(PLACES)
  const large = new FairPlaces(LARGE_PLACES)
  return async (ctx, next) => {
    if (!SHARED.test(ctx.path)) return next()
    let release: (() => void) | undefined
    const turn = async (bytes: number) => {
      const places = bytes > LARGE_BYTES ? large : small
      release ??= await places.take(addressOf(ctx))
    }
    ;(ctx.state as TurnState).turn = turn
    try {
      if (ctx.method === 'GET' || ctx.method === 'HEAD') await turn(0)
      await next()
    } finally {
      release?.()
    }
  }
}

/** Waits until the work on a request with such a body may begin. */
export async function waitForTurn(ctx: Context, bytes: number): Promise<void> {
  await (ctx.state as TurnState).turn?.(bytes)
}
