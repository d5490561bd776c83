/** One seed, from its first step to the end of everything, and what happened. */
import type { Counts } from './world.ts'

import { checkConverged, checkEnd } from './invariants.ts'
import { takeStep } from './steps.ts'
import { World } from './world.ts'

export interface Options {
  /** How many things happen before the faults end. */
  steps?: number
}

export interface Outcome {
  seed: number
  counts: Counts
  /** Rows on the server in the end. */
  rows: number
}

const STEPS = 120
/** Rounds in which everything has to arrive once the faults are over. */
const ROUNDS = 12

/** A failure, with the way to see it again. */
export class SeedFailed extends Error {
  constructor(seed: number, steps: readonly string[], cause: unknown) {
    const last = steps.slice(-6).join(', ')
    const why = cause instanceof Error ? cause.message : String(cause)
    super(
      `seed ${seed} fails: ${why.slice(0, 1_500)}\n  after ${steps.length} steps: ${last}\n  again: npm run simulate -- --seed ${seed}`,
      { cause },
    )
  }
}

/** Runs one schedule. @throws SeedFailed when an invariant does not hold */
export async function simulate(seed: number, options: Options = {}): Promise<Outcome> {
  const steps: string[] = []
  try {
    await warmUp()
    const world = await World.start(seed)
    for (let step = 0; step < (options.steps ?? STEPS); step++) {
      world.now += Math.floor(world.chance() * 5_000)
      steps.push(await takeStep(world))
      await settle(world)
    }
    steps.push('the faults end')
    await end(world)
    return { seed, counts: world.counts, rows: world.server.rows.size }
  } catch (error) {
    throw new SeedFailed(seed, steps, error)
  }
}

/** Lets everything happen that waits for nothing, and looks. */
async function settle(world: World): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
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
  }
  while (world.parked.length > 0) {
    world.parked.shift()?.go()
    await settle(world)
  }
  for (let round = 0; round < ROUNDS; round++) {
    world.now += 10 * 60_000
    const before = world.counts.requests
    await everybody(world)
    const isOver = world.devices.every(({ store }) => store.tables.pending.size === 0)
    if (isOver && round > 1 && before > 0) break
  }
  await everybody(world, checkConverged)
  checkEnd(world)
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
      if (device.account !== null) await device.signOut(tab, 'keep')
      if (user) await device.signIn(tab, user, [])
      tab.send()
      await settle(world)
      tab.send()
      await settle(world)
      look?.(device, p, world)
    }
  }
}

let warm: Promise<void> | null = null

/** What is loaded at its first use is loaded now: no seed may depend on those before it. */
function warmUp(): Promise<void> {
  warm ??= (async () => {
    const world = await World.start(0)
    world.isFaulty = false
    const [owner, reader] = world.devices
    const [first] = owner?.tabs ?? []
    const [second] = reader?.tabs ?? []
    if (!owner || !reader || !first || !second) return
    const kit = owner.newId()
    owner.buildIds.set(kit, 'AAAAAA')
    await owner.change(first, { kind: 'kit', id: kit, kit, cells: { name: 'x' } })
    first.send()
    await settle(world)
    await reader.follow(kit)
    second.send()
    await settle(world)
    await reader.change(second, { kind: 'kit', id: kit, kit, cells: { notes: 'y' } })
  })()
  return warm
}
