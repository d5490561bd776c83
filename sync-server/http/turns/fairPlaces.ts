/**
 * Places for work, shared evenly among the networks that ask at the time. Who comes with a hundred
 * requests at once waits behind himself, and not everybody behind him.
 */
import type { Context, Middleware } from 'koa'

import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { addressOf } from '../rateLimit.ts'

/** As many as the database has connections for each process by default, but for two. */
const PLACES = 8
/**
 * What takes long stands in a line of its own, with one place beside the others: bodies above this, such
 * as hundreds of rows, and all that comes from a network that has kept the server busy for so long of
 * late, as long as there are others.
 */
const LARGE_BYTES = 8 * 1024
const MUCH_MS = 1_000
const LONG_PLACES = 1
/** As long as there are others, it rests after each for as long as that took, and at most so long. */
const LONGEST_REST_MS = 250
/** What was used a while ago counts less: half of it after so long. */
const HALF_LIFE_MS = 4_000
const FORGOTTEN_MS = 60_000
/** A network counts among those that ask for so long after it did. */
const ASKING_MS = 1_000
/** More than the connections that one network may have: what waits behind closed ones has an end. */
const MAX_WAITING = 250

/** What reads and writes the database alone. The rest has places of its own, or waits for others. */
const CALLS =
  /^\/api\/(sync|auto-save|kits|lists|comments|tasks|errors|parts)(\/(?!(live|additional)$)|$)/i
const PAGES = /^\/(list|link|kit|garage|product)\//i

export class FairPlaces {
  readonly #most: number
  readonly #now: () => number
  readonly #maxWaiting: number
  #taken = 0
  readonly #held = new Map<string, number>()
  /** Who waits, by network. Networks stand in the order in which they were served last. */
  readonly #waiting = new Map<string, (() => void)[]>()
  /** When each network asked last, the latest at the end. */
  readonly #asked = new Map<string, number>()

  constructor(most: number, now = () => performance.now(), maxWaiting = MAX_WAITING) {
    this.#most = most
    this.#now = now
    this.#maxWaiting = maxWaiting
  }

  /**
   * Waits for a place. @returns gives it back
   * @throws Problem busy, 503, when too many of this network wait
   */
  async take(network: string): Promise<() => void> {
    this.#asked.delete(network)
    this.#asked.set(network, this.#now())
    const ofNetwork = this.#waiting.get(network) ?? []
    if (ofNetwork.length >= this.#maxWaiting) {
      throw new Problem('busy', 503, t('Wrenchlist is busy. Please try again in a moment.'), {
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

  /** Whether others ask at the time, or have just done so. */
  hasOthers(network: string): boolean {
    this.#forgetAsked()
    return this.#asked.size > Number(this.#asked.has(network))
  }

  #share(): number {
    this.#forgetAsked()
    return Math.max(1, Math.floor(this.#most / Math.max(1, this.#asked.size)))
  }

  #forgetAsked(): void {
    const since = this.#now() - ASKING_MS
    for (const [network, at] of this.#asked) {
      if (at >= since) break
      this.#asked.delete(network)
    }
  }
}

/** For how long each network kept places of late, milliseconds. */
export class RecentUse {
  readonly #now: () => number
  /** The latest at the end. */
  readonly #used = new Map<string, { at: number; ms: number }>()

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  of(network: string): number {
    const { at, ms } = this.#used.get(network) ?? { at: 0, ms: 0 }
    return ms * 0.5 ** ((this.#now() - at) / HALF_LIFE_MS)
  }

  add(network: string, more: number): void {
    const now = this.#now()
    const ms = this.of(network) + more
    this.#used.delete(network)
    this.#used.set(network, { at: now, ms })
    for (const [other, { at }] of this.#used) {
      if (at >= now - FORGOTTEN_MS) break
      this.#used.delete(other)
    }
  }
}

interface TurnState {
  turn?: (bytes: number) => Promise<void>
}

/** Gives each request its place: one with a body when all of that is here, see readJson(). */
export function shareFairly(short = new FairPlaces(PLACES)): Middleware {
  const long = new FairPlaces(LONG_PLACES)
  const use = new RecentUse()
  return async (ctx, next) => {
    const isPage = PAGES.test(ctx.path)
    if (!isPage && !CALLS.test(ctx.path)) return next()
    let release: (() => void) | undefined
    const turn = async (bytes: number) => {
      if (release) return
      const network = addressOf(ctx)
      const isMuch = use.of(network) > MUCH_MS && short.hasOthers(network)
      const isLong = bytes > LARGE_BYTES || isMuch
      const leave = await (isLong ? long : short).take(network)
      const since = performance.now()
      release = () => {
        const tookMs = performance.now() - since
        use.add(network, tookMs)
        if (isLong && short.hasOthers(network)) setTimeout(leave, Math.min(tookMs, LONGEST_REST_MS))
        else leave()
      }
    }
    ;(ctx.state as TurnState).turn = turn
    try {
      if (ctx.method === 'GET' || ctx.method === 'HEAD') await turn(0)
      await next()
    } catch (error) {
      // Calls have somebody who says it; a page that waits for none of its own says it itself.
      if (!isPage || !(error instanceof Problem) || error.code !== 'busy') throw error
      ctx.status = error.status
      ctx.set('Retry-After', String(error.retryAfter ?? 5))
      ctx.body = error.message
    } finally {
      release?.()
    }
  }
}

/** Waits until the work on a request with such a body may begin. */
export async function waitForTurn(ctx: Context, bytes: number): Promise<void> {
  await (ctx.state as TurnState).turn?.(bytes)
}
