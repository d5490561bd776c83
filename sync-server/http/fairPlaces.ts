/**
 * Fair queue: places shared evenly among the networks that ask. A network with a hundred requests
 * at once waits behind itself, and not everybody behind it.
 */
import type { Context, Middleware } from 'koa'

import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { partyOf } from '../outside/networkOf.ts'
import { addressOf } from './rateLimit.ts'
import { requestContext } from '../log/requestId.ts'

/** Two fewer than a process's default database pool. */
const PLACES = 8
/**
 * Slow work queues apart, with one place of its own: large bodies, such as hundreds of rows, and
 * networks that recently used much server time, while others ask.
 */
const LARGE_BYTES = 8 * 1024
const MUCH_MS = 1_000
const LONG_PLACES = 1
/** While others ask, the slow place rests after each request as long as that took, up to this. */
const LONGEST_REST_MS = 250
/** Recent use decays: it halves in so long. */
const HALF_LIFE_MS = 4_000
const FORGOTTEN_MS = 60_000
/** A network counts as asking for so long after its last request. */
const ASKING_MS = 1_000
/** Above the connections one network may have: requests behind closed ones are bounded too. */
const MAX_WAITING = 250
/** No client waits longer; while the database is away a queue must not add up its timeouts. */
const MAX_WAIT_MS = 8_000

/** Calls that use the database alone; calls waiting for other machines take no place here. */
const CALLS =
  /^\/api\/(sync|auto-save|kits|lists|comments|tasks|errors|parts)(\/(?!(live|additional)$)|$)/i
/** As much, but for passwords: so many calls that wait for those must not keep the others from theirs. */
const ACCOUNTS =
  /^\/api\/(auth|account|verify-email|request-account-deletion|notifications|push|watches|calendar|unsubscribe|contact|admin|backups)(\/|$)/i
const PAGES = /^\/(list|link|kit|garage|product)\//i

export class FairPlaces {
  readonly #most: number
  readonly #now: () => number
  readonly #maxWaiting: number
  readonly #maxWaitMs: number | undefined
  #taken = 0
  readonly #held = new Map<string, number>()
  /** Queues by network, in the order in which networks were served last. */
  readonly #waiting = new Map<string, (() => void)[]>()
  /** Each network's last request, latest last. */
  readonly #asked = new Map<string, number>()

  constructor(
    most: number,
    now = () => performance.now(),
    maxWaiting = MAX_WAITING,
    maxWaitMs?: number,
  ) {
    this.#most = most
    this.#now = now
    this.#maxWaiting = maxWaiting
    this.#maxWaitMs = maxWaitMs
  }

  /**
   * Waits for a place. @returns its release
   * @throws Problem busy, 503, when too many of this network wait, or this one too long
   */
  async take(network: string): Promise<() => void> {
    this.#asked.delete(network)
    this.#asked.set(network, this.#now())
    const ofNetwork = this.#waiting.get(network) ?? []
    if (ofNetwork.length >= this.#maxWaiting) throw busy()
    await new Promise<void>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined
      const enter = () => {
        clearTimeout(timer)
        resolve()
      }
      const giveUp = () => {
        ofNetwork.splice(ofNetwork.indexOf(enter), 1)
        if (ofNetwork.length === 0) this.#waiting.delete(network)
        reject(busy())
      }
      if (this.#maxWaitMs !== undefined) timer = setTimeout(giveUp, this.#maxWaitMs)
      ofNetwork.push(enter)
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

  /** A place over a network's share stays free for the next network to ask. */
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

  /** Whether other networks ask now or did a moment ago. */
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

const busy = () =>
  new Problem('busy', 503, t('Wrenchlist is busy. Please try again in a moment.'), {
    retryAfter: 5,
  })

/** Recent server time of each network, milliseconds. */
export class RecentUse {
  readonly #now: () => number
  /** Latest last. */
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
  /** @returns whether it had no place before */
  turn?: ((bytes: number) => Promise<boolean>) | undefined
  leave?: (() => void) | undefined
}

const placesFor = (most: number) => new FairPlaces(most, undefined, MAX_WAITING, MAX_WAIT_MS)

/** Gives each request its place; one with a body waits until readJson() has all of it. */
export function shareFairly(short = placesFor(PLACES)): Middleware {
  const accounts = placesFor(PLACES)
  const long = placesFor(LONG_PLACES)
  const use = new RecentUse()
  return async (ctx, next) => {
    const isPage = PAGES.test(ctx.path)
    const isCall = isPage || CALLS.test(ctx.path)
    if (!isCall && !ACCOUNTS.test(ctx.path)) return next()
    const network = partyOf(addressOf(ctx))
    const hasOthers = () => short.hasOthers(network) || accounts.hasOthers(network)
    const state = ctx.state as TurnState
    state.turn = async (bytes) => {
      if (state.leave) return false
      const isMuch = use.of(network) > MUCH_MS && hasOthers()
      const isLong = bytes > LARGE_BYTES || isMuch
      const end = await (isLong ? long : isCall ? short : accounts).take(network)
      const since = performance.now()
      state.leave = () => {
        state.leave = undefined
        const tookMs = performance.now() - since
        use.add(network, tookMs)
        if (isLong && hasOthers()) setTimeout(end, Math.min(tookMs, LONGEST_REST_MS))
        else end()
      }
      return true
    }
    try {
      const hasBody = ctx.get('Transfer-Encoding') !== '' || Number(ctx.get('Content-Length')) > 0
      if (!hasBody || ctx.method === 'GET' || ctx.method === 'HEAD') await state.turn(0)
      await next()
    } catch (error) {
      // API clients show the error themselves; a page has to render it.
      if (!isPage || !(error instanceof Problem) || error.code !== 'busy') throw error
      ctx.status = error.status
      ctx.set('Retry-After', String(error.retryAfter ?? 5))
      ctx.body = error.message
    } finally {
      state.leave?.()
      // Work may go on behind the answer.
      state.turn = undefined
    }
  }
}

/** Waits for the place of a request with so large a body. */
export async function waitForTurn(ctx: Context, bytes: number): Promise<void> {
  await (ctx.state as TurnState).turn?.(bytes)
}

/** Does a little for a request whose body may not be here yet: it keeps no place while it sends that. */
export async function inTurn<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  const state = ctx.state as TurnState
  const isFirst = await state.turn?.(0)
  return work().finally(() => isFirst && state.leave?.())
}

/** Does what has places of its own, without that of the request. */
export async function aside<T>(work: () => Promise<T>): Promise<T> {
  const state = (requestContext()?.state ?? {}) as TurnState
  state.leave?.()
  try {
    return await work()
  } finally {
    await state.turn?.(0)
  }
}
