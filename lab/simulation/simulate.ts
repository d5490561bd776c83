/** Runs one seed, from its first step to the final checks. */
import type { Counts } from './world.ts'

import { Full } from '../../app/data/device/testMemoryStore.ts'
import { digestOf } from '../../app/data/sync/receive/digest.ts'
import { checkConverged, checkEnd } from './endChecks.ts'
import { checkIntents } from './intentChecks.ts'
import { takeLogStep } from './logSteps.ts'
import { signInto, leaveAccount } from './owners.ts'
import { takeRareStep } from './rareSteps.ts'
import { signInAgain, takeStep } from './steps.ts'
import { takeWeatherStep } from './weatherSteps.ts'
import { World } from './world.ts'

export interface Options {
  /** Rounds before the faults end. */
  steps?: number
  /** World to run in, not opened yet. */
  world?: World
  /** Numbers of the steps to take; all if absent. */
  only?: ReadonlySet<number>
  /** Numbers of steps in which no message is delayed or lost. */
  calm?: ReadonlySet<number>
  /** Called with everything that happens, in order. */
  hear?: World['hear']
}

export interface Outcome {
  seed: number
  counts: Counts
  /** Rows on the server in the end. */
  rows: number
}

type Taking = readonly [share: number, take: (world: World) => Promise<string>]

/** Steps of a round, each with its probability and its own random draws: any can be left out. */
const ROUND: readonly Taking[] = [
  [0.35, takeRareStep],
  [0.35, takeWeatherStep],
  [0.15, takeLogStep],
  [1, takeStep],
]
const STEPS = 120
/** Rounds in which everything must arrive after the faults. */
const ROUNDS = 20

/** A failure, with the command to reproduce it. */
export class SeedFailed extends Error {
  /** Steps taken, each with its number. */
  readonly steps: readonly string[]

  constructor(seed: number, steps: readonly string[], cause: unknown) {
    const last = steps.slice(-6).join(', ')
    const why = cause instanceof Error ? cause.message : String(cause)
    super(
      `seed ${seed} fails: ${why.slice(0, 1_500)}\n  after ${steps.length} steps: ${last}\n  again: npm run simulate -- --seed ${seed}`,
      { cause },
    )
    this.steps = steps
  }
}

/** Runs one schedule. @throws SeedFailed when an invariant does not hold */
export async function simulate(seed: number, options: Options = {}): Promise<Outcome> {
  const steps: string[] = []
  try {
    const world = options.world ?? new World(seed)
    if (options.hear) world.hear = options.hear
    await world.open()
    layOut(world)
    let number = 0
    for (let count = options.steps ?? STEPS; count > 0; count--) {
      world.begin(++number)
      // Time passes for omitted steps too: stamps stay the same.
      world.now += Math.floor(world.chance() * 5_000)
      for (const [share, take] of ROUND) {
        number++
        world.begin(number)
        if (share < 1 && !world.isLucky(share)) continue
        if (options.only?.has(number) === false) continue
        world.isFaulty = options.calm?.has(number) !== true
        // Pushed first, so that a step that throws is listed too.
        steps.push(`${number}: fails`)
        const name = await attempt(() => take(world))
        world.hear('step', name)
        steps[steps.length - 1] = `${number}: ${name}`
        await settle(world)
      }
    }
    steps.push('the faults end')
    world.begin(number + 1)
    await end(world)
    world.hear('end', [world.now, world.chance(), [...world.server.rows]])
    for (const { store } of world.devices) {
      const { meta, rows, pending, problems } = store.tables
      world.hear('store', [[...meta], [...rows], [...pending], [...problems]])
    }
    return { seed, counts: world.counts, rows: world.server.rows.size }
  } catch (error) {
    throw new SeedFailed(seed, steps, error)
  }
}

/** Configures the server and devices of a world, and the weather allowed. */
function layOut(world: World): void {
  world.weather.draw(world.chance, world.hasTwin)
  const pageRows = world.pick([2, 8, Number.POSITIVE_INFINITY])
  if (!world.hasTwin) world.server.pageRows = pageRows
  world.mayEvict = world.isLucky(0.2)
  const manyRows = world.pick([5, 200])
  world.limitsOf = ({ env }) => ({ manyRows, audit: (principal) => digestOf(env, principal) })
}

/** A step that finds no room has not happened; edits are retried. */
async function attempt(step: () => Promise<string>): Promise<string> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof Full) return 'no room'
    throw error
  }
}

/** Lets pending events run, then checks. */
async function settle(world: World): Promise<void> {
  await world.rest()
  world.watch.isCopied = world.isCopied
  for (const device of world.devices) device.store.isCrashing = false
  world.watch.afterStep(world.devices)
}

/** Everything under way arrives, everybody signs in once more, and then nothing may differ. */
async function end(world: World): Promise<void> {
  world.isFaulty = false
  world.serverSkew = 0
  for (const device of world.devices) {
    device.skew = 0
    device.store.isCrashing = false
    device.store.isFull = false
    await device.storeAgain()
  }
  world.weather.clear()
  while (world.parked.length > 0) {
    world.parked.shift()?.go()
    await settle(world)
  }
  // Signed-in devices sync before anybody signs out: a rolled-back server recovers.
  for (const device of world.devices) {
    const [tab] = device.tabs
    if (!tab) continue
    await signInAgain({ world, device, tab })
    tab.send()
    await settle(world)
  }
  for (let round = 0; round < ROUNDS; round++) {
    // Rows deferred eight times are retried once a day.
    world.now += round < ROUNDS / 2 ? 10 * 60_000 : 25 * 3_600_000
    const before = world.counts.requests
    await everybody(world)
    const isOver = world.devices.every(({ store }) => store.tables.pending.size === 0)
    if (isOver && round > 0 && before > 0) break
  }
  await everybody(world, checkConverged)
  checkEnd(world)
  checkIntents(world)
}

async function everybody(world: World, look?: typeof checkConverged): Promise<void> {
  for (const device of world.devices) {
    const [tab] = device.tabs
    if (!tab) continue
    for (const user of [null, ...world.users]) {
      const principal = user ? `u:${user}` : device.principal
      const { pending, meta } = device.store.tables
      const isKnown =
        user === null ||
        device.account === user ||
        meta.has(`claims:${principal}`) ||
        [...pending.values()].some((row) => row.p === principal)
      if (!isKnown) continue
      if (device.account !== null) await leaveAccount(device, tab, 'keep')
      if (user) await signInto(device, tab, user, [])
      tab.send()
      await settle(world)
      tab.send()
      await settle(world)
      look?.(device, principal, world)
    }
  }
}
