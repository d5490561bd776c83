/** Steps with the maintenance log: rows of no kit, for their owner alone. */
import type { Json } from '#shared/cells/cells.ts'
import type { Scene, Steps } from './scene.ts'
import type { World } from './world.ts'

import { takeOneOf, textOf } from './scene.ts'

const DAYS = ['2026-11-22', '2025-02-28', '2024-02-29']

/** Entries a window shows, deleted ones included. */
function entriesIn({ device, tab }: Scene): string[] {
  const { rows, pending } = device.store.tables
  const found = [...rows.values(), ...pending.values()].filter(
    (row) => row.kind === 'log' && row.p === tab.principal,
  )
  return [...new Set(found.map(({ id }) => id))]
}

async function write({ device, tab }: Scene, id: string, cells: Record<string, Json>) {
  await device.change(tab, { kind: 'log', id, kit: '', cells }, false)
}

async function logJob(scene: Scene): Promise<void> {
  const { world, device } = scene
  const day = world.pick(DAYS)
  const cells = { kit: null, task: textOf(world), day, mileage: world.ledger.draw() }
  await write(scene, device.newId(), cells)
}

async function editJob(scene: Scene): Promise<void> {
  const { world } = scene
  const entries = entriesIn(scene)
  if (entries.length === 0) return logJob(scene)
  const cell = world.pick(['task', 'notes', 'mileage', 'cost', 'everyMonths'])
  const values: Record<string, () => Json> = {
    mileage: () => world.ledger.draw(),
    cost: () => world.ledger.draw(),
    everyMonths: () => world.pick([null, 6, 12]),
  }
  const value = values[cell]?.() ?? textOf(world)
  await write(scene, world.pick(entries), { [cell]: value })
}

async function removeJob(scene: Scene): Promise<void> {
  const { world } = scene
  const entries = entriesIn(scene)
  if (entries.length > 0) await write(scene, world.pick(entries), { del: world.isLucky(0.7) })
}

const STEPS: Steps = [
  [5, logJob],
  [6, editJob],
  [3, removeJob],
]

/** Takes one log step. @returns its name */
export const takeLogStep = (world: World): Promise<string> => takeOneOf(STEPS, world)
