/** Rate limits, in the database: restarts and other servers share the counts. */
import type { Knex } from 'knex'
import type { Context } from 'koa'

import type { OpResult } from '#shared/sync/protocol.ts'
import type { WaitReason } from '#shared/cells/limits.ts'

import { Problem } from '#shared/problem.ts'
import { many, t } from '#shared/words/words.ts'
import { networkOf, networksAround } from '../outside/networkOf.ts'

export interface RateRule {
  /** Calls at once after a quiet time. */
  burst: number
  /** One more call per so many milliseconds. */
  perMs: number
}

export interface RateLimits {
  /** Counts a call. Throws Problem too_many, 429, with the seconds to wait. */
  take(key: string, rule: RateRule, cost?: number): Promise<void>
  /** Counts a call if the limit allows it. @returns 0, or the seconds to wait */
  tryTake(key: string, rule: RateRule, cost?: number): Promise<number>
  /** Counts nothing. @returns 0, or the seconds until the next call is allowed */
  wait(key: string, rule: RateRule): Promise<number>
  /** Takes a counted call back: it was harmless, or another limit refused it. */
  giveBack(key: string, rule: RateRule, cost?: number): Promise<void>
}

/** Wait of a limited op: seconds, and the limit. */
export interface Wait {
  after: number
  why: WaitReason
}

/** Result of an op that has to wait. */
export const waits = (wait: Wait): OpResult => ({ err: 'retry', ...wait })

/** The refusal of a call over the limit. */
export function tooMany(seconds: number): Problem {
  const sentence = t('Too many attempts. Please try again in {span}.', { span: span(seconds) })
  return new Problem('too_many', 429, sentence, { retryAfter: seconds })
}

function span(seconds: number): string {
  return seconds < 90
    ? many(seconds, '{count} second', '{count} seconds')
    : many(Math.ceil(seconds / 60), '{count} minute', '{count} minutes')
}

/**
 * Budgets of a call: its key, and for IPv6 also the networks around it, with four times the budget
 * each. A /48 contains 65,536 networks, which would each have their own.
 */
function budgetsOf(key: string, { burst, perMs }: RateRule): [key: string, rule: RateRule][] {
  const at = key.indexOf(':') + 1
  const around = networksAround(key.slice(at)).map((network) => key.slice(0, at) + network)
  return [key, ...around].map((each, nth) => [
    each,
    { burst: burst * 4 ** nth, perMs: perMs / 4 ** nth },
  ])
}

/**
 * Generic cell rate algorithm (GCRA): one time per key, moved on by every call and at most a burst
 * ahead. One statement, so that concurrent calls cannot overdraw.
 */
export function createRateLimits(db: Knex, now: () => number): RateLimits {
  const takeOne: RateLimits['tryTake'] = async (key, { burst, perMs }, cost = 1) => {
    const at = now()
    if (cost > burst) return Math.ceil((cost * perMs) / 1_000)
    // A time beyond the burst is from a clock that was set back, or an older rule: restart.
    const from = `case when r.tat > :full then :at::timestamptz else greatest(r.tat, :at) end`
    const { rows } = await db.raw<{ rows: { taken: string; tat: Date | null }[] }>(
      `with taken as (
         insert into rate_limits as r (key, tat)
         values (:key, :at::timestamptz + :cost * interval '1 millisecond')
         on conflict (key) do update
         set tat = ${from} + :cost * interval '1 millisecond'
         where ${from} + :cost * interval '1 millisecond' <= :full
         returning 1
       )
       select (select count(*) from taken) as taken,
         (select tat from rate_limits where key = :key) as tat,
         -- Waits for no disk: a crash forgives the calls of its last moments.
         set_config('synchronous_commit', 'off', true)`,
      { key, at: new Date(at), full: new Date(at + burst * perMs), cost: cost * perMs },
    )
    const row = rows[0]
    if (row?.taken === '1') return 0
    const ahead = Math.min((row?.tat?.getTime() ?? at) - at, burst * perMs)
    return Math.max(1, Math.ceil((ahead + (cost - burst) * perMs) / 1_000))
  }
  const waitOne: RateLimits['wait'] = async (key, { burst, perMs }) => {
    const at = now()
    const row = await db('rate_limits').where({ key }).first<{ tat: Date } | undefined>('tat')
    const tat = row?.tat.getTime() ?? at
    const ahead = tat - at > burst * perMs ? 0 : tat - at
    return Math.max(0, Math.ceil((ahead + perMs - burst * perMs) / 1_000))
  }
  const giveBackAll = async (budgets: ReturnType<typeof budgetsOf>, cost = 1) => {
    for (const [key, { perMs }] of budgets) {
      await db.raw(
        `update rate_limits set tat = tat - :cost * interval '1 millisecond' where key = :key`,
        { key, cost: cost * perMs },
      )
    }
  }
  const tryTake: RateLimits['tryTake'] = async (key, rule, cost) => {
    const budgets = budgetsOf(key, rule)
    for (const [nth, budget] of budgets.entries()) {
      const seconds = await takeOne(...budget, cost)
      if (seconds === 0) continue
      await giveBackAll(budgets.slice(0, nth), cost)
      return seconds
    }
    return 0
  }
  return {
    tryTake,
    async wait(key, rule) {
      let longest = 0
      for (const budget of budgetsOf(key, rule))
        longest = Math.max(longest, await waitOne(...budget))
      return longest
    },
    giveBack: (key, rule, cost) => giveBackAll(budgetsOf(key, rule), cost),
    async take(key, rule, cost) {
      const seconds = await tryTake(key, rule, cost)
      if (seconds > 0) throw tooMany(seconds)
    },
  }
}

/** The client's network, as far as proxies are trusted; see networkOf(). */
export const addressOf = (ctx: Context): string => networkOf(ctx.ip)
