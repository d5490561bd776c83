/**
 * The first model, three devices without accounts, kept step for step: its fixtures are schedules of
 * failures that were mended. world.ts and steps.ts are the wide one.
 */
import type { Net, NetResult } from '../../api/net.ts'
import { expect } from 'vitest'

import type { Cells, Json } from '#shared/sync/cells.ts'
import type { Change } from '../write/writeCells.ts'

import { newBuildId, newId } from '#shared/ids.ts'
import { GRACE_MS, msOf } from '#shared/sync/stamp.ts'
import { openIdentity, readDevice } from '../../device/clock.ts'
import { edit } from '../write/edit.ts'
import { flush } from '../send/flush.ts'
import { MemoryServer } from './memoryServer.ts'
import { Crash, MemoryStore } from '../../device/memoryStore.ts'
import { Lots } from '#shared/seeded.ts'

const STEPS = 60
export const YEAR_MS = 365 * 86_400_000

export class Simulation extends Lots {
  now = 1_700_000_000_000
  readonly server: MemoryServer
  readonly devices: SimulatedDevice[]
  isFaulty = true

  /** Three devices that have drawn their identities. */
  static async start(seed: number): Promise<Simulation> {
    const world = new Simulation(seed)
    for (const device of world.devices) await openIdentity(device.store, world.random)
    return world
  }

  private constructor(seed: number) {
    super(seed)
    this.server = new MemoryServer(() => this.now)
    this.devices = [1, 2, 3].map(() => new SimulatedDevice(this))
  }
}

class SimulatedDevice implements Net {
  readonly store = new MemoryStore()
  readonly world: Simulation
  /** What the device's clock is off by. */
  skew = 0
  readonly env
  /** The latest value typed into each cell, and when: nothing of it may be lost. */
  readonly typed = new Map<string, { value: Json; kit: string }>()
  kits: string[] = []
  readonly buildIds = new Map<string, string>()
  readonly #late: Parameters<Net['sync']>[0][] = []

  constructor(world: Simulation) {
    this.world = world
    this.env = { store: this.store, now: () => world.now + this.skew, random: world.random }
  }

  async sync(request: Parameters<Net['sync']>[0]): Promise<NetResult> {
    const { chance, isFaulty, server } = this.world
    const dice = isFaulty ? chance() : 1
    if (dice < 0.15) return { kind: 'failed' }
    if (this.#late.length > 0 && isFaulty && chance() < 0.3) {
      // A duplicate of an earlier request arrives only now; nobody waits for its answer.
      const late = this.#late.shift()
      if (late) server.sync(late)
    }
    const answer = server.sync(request)
    this.#late.push(structuredClone(request))
    if (dice < 0.3) return { kind: 'failed' }
    if (dice < 0.35) server.sync(request)
    return { kind: 'answer', answer }
  }

  async flush(): Promise<void> {
    if (this.world.isFaulty && this.world.chance() < 0.1) this.store.isCrashing = true
    try {
      await flush(this.env, this)
    } catch (error) {
      if (!(error instanceof Crash)) throw error
    }
    this.store.isCrashing = false
  }

  async change(change: Change, buildId?: string): Promise<void> {
    const isCrashing = this.world.isFaulty && this.world.chance() < 0.05
    this.store.isCrashing = isCrashing
    try {
      await edit(this.env, [change], { buildIds: new Map(buildId ? [[change.kit, buildId]] : []) })
      for (const [cell, value] of Object.entries(change.cells)) {
        this.typed.set(`${change.kind}:${change.id}:${cell}`, { value, kit: change.kit })
      }
    } catch (error) {
      // What was not committed was never shown as stored, so it may be lost.
      if (!(error instanceof Crash)) throw error
    }
    this.store.isCrashing = false
  }

  async step(): Promise<void> {
    const { world } = this
    const dice = world.chance()
    if (dice < 0.15 || this.kits.length === 0) {
      const id = newId(world.random)
      // Few ids, so that devices draw the same one.
      const buildId =
        world.chance() < 0.3 ? `clash${Math.floor(world.chance() * 3)}` : newBuildId(world.random)
      this.kits.push(id)
      this.buildIds.set(id, buildId)
      await this.change(
        { kind: 'kit', id, kit: id, cells: { name: `kit ${world.chance()}` } },
        buildId,
      )
    } else if (dice < 0.7) {
      const kit = world.pick(this.kits)
      const lines = [...this.typed.keys()].filter(
        (key) => key.startsWith('line:') && this.typed.get(key)?.kit === kit,
      )
      const isNew = lines.length === 0 || world.chance() < 0.3
      const id = isNew ? newId(world.random) : (world.pick(lines).split(':')[1] ?? '')
      const cell = world.pick(['name', 'qty', 'del'])
      const value: Record<string, Json> = {
        name: `part ${world.chance()}`,
        qty: Math.floor(world.chance() * 99),
        del: world.chance() < 0.7,
      }
      const cells: Record<string, Json> = { [cell]: value[cell] ?? null }
      await this.change(
        { kind: 'line', id, kit, cells: isNew ? { ord: 'a0', ...cells } : cells },
        this.buildIds.get(kit),
      )
    } else if (dice < 0.95) await this.flush()
    else this.skew = world.pick([0, 3_600_000, -3_600_000, YEAR_MS, -YEAR_MS, 90_000])
  }
}

export async function principalOf(device: SimulatedDevice): Promise<string> {
  return device.store.transact(async (tx) => (await readDevice(tx)).principal)
}

/** The second device is a second window into the first one's account: same secret, other node. */
export async function shareIdentity(
  first: SimulatedDevice,
  second: SimulatedDevice,
): Promise<void> {
  const identity = await first.store.transact((tx) => readDevice(tx))
  await second.store.transact((tx) => tx.putMeta('device', { ...identity, node: 'secondnod' }))
}

/** Runs one schedule. @throws when an invariant does not hold */
export async function simulateNarrow(seed: number): Promise<void> {
  const world = await Simulation.start(seed)
  const [first, second, stranger] = world.devices
  if (!first || !second || !stranger) throw new Error('three devices are needed')
  await shareIdentity(first, second)
  for (let step = 0; step < STEPS; step++) {
    world.now += Math.floor(world.chance() * 5_000)
    const device = world.pick(world.devices)
    await device.step()
    if (device === first)
      second.kits = [...new Set([...second.kits, ...(await knownKits(first, second))])]
  }
  // The faults end; a few rounds have to settle everything.
  world.isFaulty = false
  for (const device of world.devices) device.skew = 0
  for (let round = 0; round < 6; round++) {
    world.now += 10 * 60_000
    for (const device of world.devices) await device.flush()
  }
  for (const device of world.devices) await check(world, device)
}

/** Kits of the first device that the second has pulled and may edit as well. */
async function knownKits(first: SimulatedDevice, second: SimulatedDevice): Promise<string[]> {
  const p = await principalOf(second)
  return first.kits.filter((kit) => second.store.tables.rows.has(`${p} kit ${kit}`))
}

async function check(world: Simulation, device: SimulatedDevice): Promise<void> {
  const p = await principalOf(device)
  const { rows, pending, problems } = device.store.tables
  // I8: nothing waits once the faults are over.
  expect([...pending.values()]).toEqual([])
  // I1: what the device has confirmed is what the server holds, cell by cell, stamp by stamp.
  const held = new Map<string, Cells>()
  for (const { row } of world.server.rows.values()) {
    if (row.owner === p) held.set(`${p} ${row.kind} ${row.id}`, row.cells)
  }
  const mine = [...rows]
    .filter(([, row]) => row.mine)
    .map(([key, row]): [string, Cells] => [key, row.cells])
  expect(new Map(mine)).toEqual(held)
  // I5: no stored stamp is further ahead than the grace, or one millisecond above its kit.
  for (const { row } of world.server.rows.values()) {
    for (const [, stamp] of Object.values(row.cells)) {
      expect(msOf(stamp)).toBeLessThanOrEqual(world.now + GRACE_MS)
    }
  }
  // I2: what was typed last is stored, or was replaced by a stored value of the other device of
  // this owner, or is kept as a problem.
  for (const [key, { value }] of device.typed) {
    const [kind = '', id = '', cell = ''] = key.split(':')
    const stored = rows.get(`${p} ${kind} ${id}`)?.cells[cell]
    expect([key, stored !== undefined || problems.has(`${id}:${cell}`)]).toEqual([key, true])
    const isOnlyWriter = device === world.devices[2]
    if (isOnlyWriter) expect([key, stored?.[0]]).toEqual([key, value])
  }
  // I11: a build id leads to one kit.
  const buildIds = [...world.server.rows.values()]
    .filter(({ row }) => row.kind === 'kit')
    .map(({ row }) => row.cells['buildId']?.[0])
  expect(new Set(buildIds).size).toBe(buildIds.length)
}
