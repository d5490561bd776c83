/** One seed, from its first step to the end of everything, and what happened. */
import type { Counts } from './world.ts'

import { Full } from '../../device/memoryStore.ts'
import { auditOf } from '../receive/audit.ts'
import { checkConverged, checkEnd } from './endChecks.ts'
import { checkIntents } from './intentChecks.ts'
import { takeLogStep } from './logSteps.ts'
import { signInto, leaveAccount } from './owners.ts'
import { takeRareStep } from './rareSteps.ts'
import { signInAgain, takeStep } from './steps.ts'
import { takeWeatherStep } from './weatherSteps.ts'
import { World } from './world.ts'

export interface Options {
  /** How many rounds there are before the faults end. */
  steps?: number
  /** The world to run it in, not opened yet. */
  world?: World
  /** The numbers of the steps that happen. Without it all. */
  only?: ReadonlySet<number>
  /** The numbers of steps in which no message is held up or lost. */
  calm?: ReadonlySet<number>
  /** Is told everything that happens, in its order. */
  hear?: World['hear']
}

export interface Outcome {
  seed: number
  counts: Counts
  /** Rows on the server in the end. */
  rows: number
}

type Taking = readonly [share: number, take: (world: World) => Promise<string>]

/** Steps of a round, each with its share of them and lots of its own: any can be left out. */
const ROUND: readonly Taking[] = [
  [0.35, takeRareStep],
  [0.35, takeWeatherStep],
  [0.15, takeLogStep],
  [1, takeStep],
]
const STEPS = 120
/** Rounds in which everything has to arrive once the faults are over. */
const ROUNDS = 20

/** A failure, with the way to see it again. */
export class SeedFailed extends Error {
  /** What happened, each with its number. */
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
      // Time passes for the steps that are left out as well: stamps stay what they were.
      world.now += Math.floor(world.chance() * 5_000)
      for (const [share, take] of ROUND) {
        number++
        world.begin(number)
        if (share < 1 && !world.isLucky(share)) continue
        if (options.only?.has(number) === false) continue
        world.isFaulty = options.calm?.has(number) !== true
        // One that throws stands in the list as well.
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

/** How the server and the devices of a world go about it, and which weather they may have. */
function layOut(world: World): void {
  world.weather.draw(world.chance, world.hasTwin)
  const pageRows = world.pick([2, 8, Number.POSITIVE_INFINITY])
  if (!world.hasTwin) world.server.pageRows = pageRows
  world.mayEvict = world.isLucky(0.2)
  const manyRows = world.pick([5, 200])
  world.limitsOf = ({ env }) => ({ manyRows, audit: (p) => auditOf(env, p) })
}

/** What finds no room on its device has not happened; a change is tried again. */
async function attempt(step: () => Promise<string>): Promise<string> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof Full) return 'no room'
    throw error
  }
}

/** Lets everything happen that waits for nothing, and looks. */
async function settle(world: World): Promise<void> {
  await world.rest()
  world.watch.isCopied = world.isCopied
  for (const device of world.devices) device.store.isCrashing = false
  world.watch.afterStep(world.devices)
}

/** What is on its way arrives, everybody signs in once more, and then nothing may differ. */
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
  // Whoever is signed in goes on before anybody signs out: a server that went back is healed.
  for (const device of world.devices) {
    const [tab] = device.tabs
    if (!tab) continue
    await signInAgain({ world, device, tab })
    tab.send()
    await settle(world)
  }
  for (let round = 0; round < ROUNDS; round++) {
    // What was put off eight times is tried again once a day.
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
      const p = user ? `u:${user}` : device.principal
      const { pending, meta } = device.store.tables
      const isKnown =
        user === null ||
        device.account === user ||
        meta.has(`claims:${p}`) ||
        [...pending.values()].some((row) => row.p === p)
      if (!isKnown) continue
      if (device.account !== null) await leaveAccount(device, tab, 'keep')
      if (user) await signInto(device, tab, user, [])
      tab.send()
      await settle(world)
      tab.send()
      await settle(world)
      look?.(device, p, world)
    }
  }
}
