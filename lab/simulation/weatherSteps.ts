/** Steps with order, job sheets, problems and tasks, and hard weather. */
import type { Cells, Json } from '#shared/cells/cells.ts'
import type { Scene, Step, Steps } from './scene.ts'
import type { World } from './world.ts'

import { generateKeyBetween } from 'fractional-indexing'

import { isRowAlive, mergeCells, textIn } from '#shared/cells/cells.ts'
import { ordAfter } from '#shared/ord.ts'
import { cellProblem } from '#shared/kinds/schema.ts'
import { OpenClock, readDevice } from '../../app/data/device/clock.ts'
import { settleOffer } from '../../app/data/sync/receive/offers.ts'
import { backUp, collect, restore } from './memoryCollect.ts'
import { kitIn, takeOneOf, textOf } from './scene.ts'

const DAY_MS = 86_400_000

type OrderedKind = 'line' | 'step'

/** Alive rows of a kit as a window shows them: by order key, then id. */
function ordered({ device, tab }: Scene, kit: string, kind: OrderedKind) {
  const merged = new Map<string, Cells>()
  const { rows, pending } = device.store.tables
  for (const row of [...rows.values(), ...pending.values()]) {
    if (row.p !== tab.principal || row.kit !== kit || row.kind !== kind) continue
    merged.set(row.id, mergeCells(merged.get(row.id) ?? {}, row.cells))
  }
  return [...merged]
    .filter(([, cells]) => isRowAlive(cells))
    .map(([id, cells]) => ({ id, ord: textIn(cells, 'ord') }))
    .toSorted((a, b) => (a.ord < b.ord || (a.ord === b.ord && a.id < b.id) ? -1 : 1))
}

/** Order key for a position; keys of two devices may be equal, and then ids decide. */
function keyAt(list: readonly { ord: string }[], at: number): string {
  const before = list[at - 1]?.ord || null
  const after = list[at]?.ord || null
  try {
    return generateKeyBetween(before, after)
  } catch {
    return ordAfter(before)
  }
}

/** Inserts a line or a step anywhere in the list. */
async function insert(scene: Scene): Promise<void> {
  const { world, device, tab } = scene
  const kit = kitIn(scene)
  if (!kit) return
  const kind = world.pick(['line', 'step'] as const)
  const list = ordered(scene, kit, kind)
  const ord = keyAt(list, Math.floor(world.chance() * (list.length + 1)))
  const cells: Record<string, Json> =
    kind === 'line'
      ? { ord, name: textOf(world) }
      : { ord, what: world.pick(['tool', 'torque', 'fluid', 'step']), text: textOf(world) }
  await device.change(tab, { kind, id: device.newId(), kit, cells })
}

async function reorder(scene: Scene): Promise<void> {
  const { world, device, tab } = scene
  const kit = kitIn(scene)
  if (!kit) return
  const kind = world.pick(['line', 'step'] as const)
  const list = ordered(scene, kit, kind)
  if (list.length < 2) return
  const moved = world.pick(list)
  const others = list.filter((row) => row !== moved)
  const ord = keyAt(others, Math.floor(world.chance() * (others.length + 1)))
  await device.change(tab, { kind, id: moved.id, kit, cells: { ord } })
}

async function editStep(scene: Scene): Promise<void> {
  const { world, device, tab } = scene
  const kit = kitIn(scene)
  const [row] = kit ? ordered(scene, kit, 'step').toSorted(() => world.chance() - 0.5) : []
  if (!kit || !row) return
  const cells: Record<string, Json> = world.isLucky(0.2)
    ? { del: world.isLucky(0.7) }
    : { [world.pick(['text', 'value'])]: textOf(world) }
  await device.change(tab, { kind: 'step', id: row.id, kit, cells })
}

/** Edits an owner-only cell. */
async function editVin(scene: Scene): Promise<void> {
  const { world, device, tab } = scene
  const kit = kitIn(scene)
  if (!kit) return
  await device.change(tab, { kind: 'kit', id: kit, kit, cells: { vin: textOf(world) } })
}

/** The same custom task, in different case, on several devices. */
async function addSameTask({ world, device, tab }: Scene): Promise<void> {
  const cells = { name: world.pick(['Timing belt', 'timing  BELT', 'Brakes', ' brakes']) }
  await device.change(tab, { kind: 'task', id: device.newId(), kit: '', cells }, false)
}

/** Types a refused or overwritten value again, or lets it go. */
async function settleProblem({ world, device, tab }: Scene): Promise<void> {
  const { problems } = device.store.tables
  const open = [...problems.values()].filter((problem) => problem.p === tab.principal)
  if (open.length === 0) return
  const problem = world.pick(open)
  const { kind, row, kit, cell, value } = problem
  const isWhole = kind === 'comment' || kind === 'task' || kind === 'version'
  const isAgain = !isWhole && cellProblem(kind, cell, value) === null && world.isLucky(0.6)
  if (isAgain) {
    const isStored = await device.change(tab, { kind, id: row, kit, cells: { [cell]: value } })
    if (!isStored) return
  }
  world.ledger.settle(value, isAgain)
  if (!isAgain) world.intents.letGo(kind, row, cell, value)
  await device.store.transact(async (tx) => {
    const now = await tx.get('problems', problem.id)
    if (now?.at !== problem.at || now.code !== problem.code) return
    if (now.code !== 'overwritten') return tx.delete('problems', [now.id])
    const clock = await OpenClock.open(tx, (await readDevice(tx)).node, device.env.now())
    await settleOffer({ tx, env: device.env, clock, p: '' }, now)
    await clock.close()
  })
}

const turnWeather: Step = ({ world }) => {
  world.weather.turn((list) => world.pick(list))
  const kits = [...world.server.rows.values()].filter(({ row }) => row.kind === 'kit')
  world.weather.badKit = kits.length > 0 ? world.pick(kits).row.id : ''
}

/** Fills the device, or frees it. */
const fill: Step = ({ world, device }) => {
  device.store.isFull = world.isLucky(0.4)
}

/** Retries edits that found no room and are still in their fields. */
const storeAgain: Step = ({ device }) => device.storeAgain()

const backUpServer: Step = ({ world }) => {
  const { weather } = world
  if (weather.mayRestore && !weather.backup) weather.backup = backUp(world.server)
}

/** Restores a backup: its history has another name. */
const restoreServer: Step = ({ world }) => {
  const { weather } = world
  if (!weather.backup || weather.hasRestored || world.ledger.tokens.size < 8) return
  weather.hasRestored = true
  restore(world.server, weather.backup, 'restored')
  world.watch.rollBack()
  world.ledger.rollBack(world.server, world.devices)
  world.intents.rollBack(world.server, world.devices)
}

/** Half a year passes for everybody. */
const sleepLong: Step = ({ world }) => {
  if (!world.weather.mayCollect) return
  // No message is under way for that long.
  for (const { tabs } of world.devices) for (const tab of tabs) tab.close()
  world.late.length = 0
  world.now += 181 * DAY_MS
  collectNow(world)
}

export function collectNow(world: World): void {
  const { weather } = world
  for (const row of collect(world.server, world.now)) {
    weather.purged.add(`${row.kind} ${row.id}`)
    if (row.kind === 'kit' && row.owner.startsWith('d:')) weather.expired.add(row.id)
    world.watch.forgetRow(row)
    world.ledger.purge(row)
    world.intents.purge(row.kind, row.id)
  }
}

const STEPS: Steps = [
  [10, insert],
  [8, reorder],
  [6, editStep],
  [4, editVin],
  [3, addSameTask],
  [6, settleProblem],
  [4, turnWeather],
  [3, fill],
  [5, storeAgain],
  [2, backUpServer],
  [2, restoreServer],
  [1, sleepLong],
]

/** Takes one weather step. @returns its name */
export const takeWeatherStep = (world: World): Promise<string> => takeOneOf(STEPS, world)
