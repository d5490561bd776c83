/** Rare steps: pasted lists, undo, restored versions, days offline, partly evicted storage. */
import type { Json } from '#shared/cells/cells.ts'
import type { Change } from '../../app/data/sync/write/writeCells.ts'
import type { Scene, Steps } from './scene.ts'
import type { SimulatedDevice, World } from './world.ts'

import { isRowAlive, isSameValue, mergeCells } from '#shared/cells/cells.ts'
import { bodyOf } from '#shared/kinds/version.ts'
import { kitOfRows } from '../../app/data/kits/open/builds.ts'
import { restoreOf } from '../../app/data/kits/open/restoreRows.ts'
import { openLink } from './owners.ts'
import { kitIn, takeOneOf, textOf } from './scene.ts'
import { collectNow } from './weatherSteps.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Lines of a pasted list, in one transaction. */
async function paste(scene: Scene): Promise<void> {
  const { world, device, tab } = scene
  const kit = kitIn(scene)
  if (!kit) return
  const changes = Array.from({ length: 2 + Math.floor(world.chance() * 6) }, (_, at): Change => {
    const cells: Record<string, Json> = {
      ord: `b${at}`,
      name: textOf(world),
      qty: world.ledger.draw(),
    }
    return { kind: 'line', id: device.newId(), kit, cells }
  })
  await device.changeAll(tab, changes)
}

/** Undoes this window's last edit that had a value before. */
async function undo({ world, device, tab }: Scene): Promise<void> {
  const last = world.intents.all.findLast(
    ({ device: by, p, kind, cell, isOver }) =>
      by === device && p === tab.principal && kind === 'line' && cell !== 'del' && !isOver,
  )
  const before = [...(last?.sees ?? [])].findLast(
    ({ id, cell, isOver }) => id === last?.id && cell === last.cell && !isOver,
  )
  if (!last || !before) return
  const { kind, id, kit, cell } = last
  const { rows, pending } = device.store.tables
  const key = `${tab.principal} ${kind} ${id}`
  const shown = mergeCells(rows.get(key)?.cells ?? {}, pending.get(key)?.cells ?? {})[cell]
  // An edit equal to the stored value is no edit.
  if (!shown || isSameValue(shown[0], before.value)) return
  await device.change(tab, { kind, id, kit, cells: { [cell]: before.value } })
}

/** Restores a version of a kit. */
async function putBack(scene: Scene): Promise<void> {
  const { world, device, tab } = scene
  const principal = tab.principal
  const { rows, pending } = device.store.tables
  const versions = [...rows.values()].filter(
    (row) => row.kind === 'version' && row.p === principal && row.mine && row.cells['body'],
  )
  if (versions.length === 0) return
  const { kit, cells } = world.pick(versions)
  const ofKit = [...rows.values(), ...pending.values()].filter(
    (row) => row.p === principal && row.kit === kit,
  )
  const stored = kitOfRows(kit, ofKit)
  const body = bodyOf(cells)
  if (!stored || !body) return
  // The task of a version is its token, not a kit's task.
  const changes = restoreOf(stored, { ...body, task: stored.task }).map(
    ({ kind, id, after }): Change => ({ kind, id, kit, cells: after }),
  )
  if (changes.length > 0) await device.changeAll(tab, changes)
}

/** Days pass, while messages stay under way. */
function waitDays({ world }: Scene): void {
  world.now += world.pick([HOUR_MS, DAY_MS, 3 * DAY_MS])
}

/**
 * A device reads somebody's kit and goes offline; a line of it is deleted and collected meanwhile.
 * Afterwards the device has to re-read the kit.
 */
async function readAndStayAway({ world, device, tab }: Scene): Promise<void> {
  const { mayCollect, hasRestored } = world.weather
  if (!mayCollect || hasRestored || tab.principal !== device.shown) return
  const found = lineToDelete(world, device)
  if (!found) return
  const { owner, kit, line } = found
  world.ledger.followed.add(`${device.shown} ${kit}`)
  await openLink(device, kit)
  await undisturbed(world, [device])
  const [other] = owner.tabs
  if (!other || other.principal !== owner.shown) return
  if (!(await owner.change(other, { kind: 'line', id: line, kit, cells: { del: true } }))) return
  await undisturbed(world, [owner])
  for (const { tabs } of world.devices) for (const each of tabs) each.close()
  world.late.length = 0
  world.now += 181 * DAY_MS
  collectNow(world)
}

/** A line another device shows, in an account's kit that is neither saved nor deleted. */
function lineToDelete(world: World, device: SimulatedDevice) {
  for (const { row } of world.server.rows.values()) {
    const isOpen = row.kind === 'line' && isRowAlive(row.cells) && row.owner.startsWith('u:')
    if (!isOpen || row.owner === device.shown || world.server.published.has(row.kit)) continue
    const owner = world.devices.find(
      (each) => each !== device && each.shown === row.owner && !each.store.isFull,
    )
    if (owner?.store.tables.rows.has(`${row.owner} line ${row.id}`))
      return { owner, kit: row.kit, line: row.id }
  }
  return null
}

/** These devices sync without interference. */
async function undisturbed(world: World, devices: readonly SimulatedDevice[]): Promise<void> {
  const { isFaulty } = world
  world.isFaulty = false
  for (const { tabs } of devices) {
    tabs[0]?.send()
    await world.rest()
  }
  world.isFaulty = isFaulty
}

/**
 * A browser evicted part of its storage; the account's audit finds out. Not combined with a
 * rollback: rows that neither side has are lost.
 */
function evict({ world, device }: Scene): void {
  if (!world.mayEvict || world.weather.mayRestore) return
  const principal = device.shown
  if (!principal.startsWith('u:')) return
  const { rows } = device.store.tables
  const own = [...rows].filter(([, row]) => row.p === principal && row.mine)
  if (own.length < 3) return
  const left = new Map(rows)
  for (const [key] of own) if (world.isLucky(0.3)) left.delete(key)
  device.store.tables = { ...device.store.tables, rows: left }
  world.watch.evict(device)
}

const STEPS: Steps = [
  [6, paste],
  [6, undo],
  [5, putBack],
  [3, waitDays],
  [1, readAndStayAway],
  [1, evict],
]

/** Takes one rare step. @returns its name */
export const takeRareStep = (world: World): Promise<string> => takeOneOf(STEPS, world)
