/** Steps of people, clocks and networks. */
import type { Json } from '#shared/cells/cells.ts'
import type { Scene, Step, Steps } from './scene.ts'
import type { World } from './world.ts'

import { newBuildId } from '#shared/ids.ts'
import { versionCells } from '#shared/kinds/version.ts'
import { kitOfRows } from '../../app/data/kits/open/builds.ts'
import { OpenClock, readDevice } from '../../app/data/device/clock.ts'
import { putSession, readSession } from '../../app/data/device/session.ts'
import { copyTo, signInto, leaveAccount, openLink } from './owners.ts'
import { kitIn, takeOneOf, textOf } from './scene.ts'

const HOUR_MS = 3_600_000
const YEAR_MS = 365 * 24 * HOUR_MS

async function startKit({ world, device, tab }: Scene): Promise<void> {
  const id = device.newId()
  // Few ids, so that devices draw the same one.
  const buildId = world.isLucky(0.3)
    ? `clash${Math.floor(world.chance() * 4)}`
    : newBuildId(world.random)
  device.buildIds.set(id, buildId)
  await device.change(tab, { kind: 'kit', id, kit: id, cells: { name: textOf(world) } })
}

async function editKit(scene: Scene): Promise<void> {
  const { world, device, tab } = scene
  const kit = kitIn(scene)
  if (!kit) return startKit(scene)
  const cell = world.pick(['name', 'notes', 'task'])
  await device.change(tab, { kind: 'kit', id: kit, kit, cells: { [cell]: textOf(world) } })
}

async function editLine(scene: Scene): Promise<void> {
  const { world, device, tab } = scene
  const kit = kitIn(scene)
  if (!kit) return startKit(scene)
  const lines = device.linesOf(tab.principal, kit)
  const isNew = lines.length === 0 || world.isLucky(0.25)
  const id = isNew ? device.newId() : world.pick(lines)
  const cell = world.pick(['name', 'qty', 'qty', 'partNumber', 'status'])
  const value: Json =
    cell === 'qty'
      ? world.ledger.draw()
      : cell === 'status'
        ? world.pick(['need', 'have', 'ordered'])
        : textOf(world)
  const cells: Record<string, Json> = { ...(isNew ? { ord: 'a0' } : {}), [cell]: value }
  await device.change(tab, { kind: 'line', id, kit, cells })
}

async function deleteLine(scene: Scene): Promise<void> {
  const { world, device, tab } = scene
  const kit = kitIn(scene)
  const lines = kit ? device.linesOf(tab.principal, kit) : []
  if (!kit || lines.length === 0) return
  const cells = { del: world.isLucky(0.75) }
  await device.change(tab, { kind: 'line', id: world.pick(lines), kit, cells })
}

async function deleteKit(scene: Scene): Promise<void> {
  const { world, device, tab } = scene
  const kit = kitIn(scene)
  if (!kit) return
  await device.change(tab, { kind: 'kit', id: kit, kit, cells: { del: world.isLucky(0.5) } })
}

async function comment(scene: Scene): Promise<void> {
  const { world, device, tab } = scene
  const kit = kitIn(scene)
  if (!kit || !tab.principal.startsWith('u:')) return
  // Nobody comments on a kit that is no longer shown.
  const { rows, pending } = device.store.tables
  const key = `${tab.principal} kit ${kit}`
  if (!rows.has(key) && !pending.has(key)) return
  const cells = { text: textOf(world) }
  // A comment does not create a missing kit.
  await device.change(tab, { kind: 'comment', id: device.newId(), kit, cells }, false)
}

async function takeCommentBack({ world, device, tab }: Scene): Promise<void> {
  const own = [...device.store.tables.rows.values()].filter(
    (row) => row.kind === 'comment' && row.mine && row.p === tab.principal,
  )
  if (own.length === 0) return
  const { id, kit } = world.pick(own)
  await device.change(tab, { kind: 'comment', id, kit, cells: { del: world.isLucky(0.6) } }, false)
}

async function save(scene: Scene): Promise<void> {
  const { world, device, tab } = scene
  const kit = kitIn(scene)
  const principal = tab.principal
  if (!kit || !principal.startsWith('u:')) return
  const { rows, pending } = device.store.tables
  if (rows.get(`${principal} kit ${kit}`)?.mine === false) return
  const ofKit = [...rows.values(), ...pending.values()].filter(
    (row) => row.p === principal && row.kit === kit,
  )
  const stored = kitOfRows(kit, ofKit)
  if (!stored) return
  const now = await device.store.transact(async (tx) => {
    const { node } = await readDevice(tx)
    return (await OpenClock.open(tx, node, device.env.now())).now
  })
  const cells = versionCells({ ...stored, task: textOf(world) }, Math.max(0, Math.round(now)))
  await device.change(tab, { kind: 'version', id: device.newId(), kit, cells })
}

async function addTask({ world, device, tab }: Scene): Promise<void> {
  const cells = { name: textOf(world) }
  await device.change(tab, { kind: 'task', id: device.newId(), kit: '', cells }, false)
}

/** A value that another version of the page allowed and the server refuses. */
async function typeRefused(scene: Scene): Promise<void> {
  const { world, device } = scene
  const waiting = [...device.store.tables.pending.entries()].filter(
    ([, row]) => row.kind === 'line' && row.cells['name'] !== undefined,
  )
  if (waiting.length === 0) return
  const [key, row] = world.pick(waiting)
  const [value, stamp] = row.cells['name'] ?? ['', '']
  if (typeof value !== 'string') return
  const cells = { ...row.cells, name: [value.padEnd(250, 'x'), stamp] as const }
  // Written past the rules: the stamp must not have been sent with another value.
  if (device.tabs.some((tab) => tab.flushing !== null) || world.sentStamps.has(stamp)) return
  world.intents.letGo(row.kind, row.id, 'name', value)
  const pending = new Map(device.store.tables.pending).set(key, { ...row, cells })
  device.store.tables = { ...device.store.tables, pending }
  world.watch.forget(device)
}

/** A line the server cannot parse: it refuses the whole request. */
async function typeUnreadable(scene: Scene): Promise<void> {
  const { world, device, tab } = scene
  const kit = kitIn(scene)
  if (!kit) return
  const id = device.newId()
  world.unreadable.add(id)
  await device.change(tab, { kind: 'line', id, kit, cells: { ord: 'a0', name: textOf(world) } })
}

/** Both windows type at once, into the same cell if possible. */
async function typeInBoth(scene: Scene): Promise<void> {
  const other = scene.device.tabs.find((tab) => tab !== scene.tab) ?? scene.tab
  await Promise.all([editLine(scene), editLine({ ...scene, tab: other })])
}

const send: Step = ({ tab }) => tab.send()

const sendInBoth: Step = ({ device }) => {
  for (const tab of device.tabs) tab.send()
}

/** Delivers the next messages of anybody. */
const goOn: Step = ({ world }) => {
  for (let count = 1 + Math.floor(world.chance() * 3); count > 0; count--) {
    if (world.parked.length === 0) return
    const at = Math.floor(world.chance() * world.parked.length)
    const [next] = world.parked.splice(at, 1)
    if (next && world.isLucky(0.04)) next.device.store.isCrashing = true
    next?.go()
  }
}

/** Copies of requests arrive late, some repeatedly; nobody waits for their answers. */
async function arriveLate({ world }: Scene): Promise<void> {
  for (
    let count = 1 + Math.floor(world.chance() * 4);
    count > 0 && world.late.length > 0;
    count--
  ) {
    const at = Math.floor(world.chance() * world.late.length)
    const late = world.late[at]
    if (world.isLucky(0.7)) world.late.splice(at, 1)
    if (late) await world.deliver(late)
  }
}

async function follow({ world, device, tab }: Scene): Promise<void> {
  const kits = [...world.server.rows.values()].filter(({ row }) => row.kind === 'kit')
  if (kits.length === 0) return
  const { row } = world.pick(kits)
  if (row.owner === device.shown) return
  if (tab.principal !== device.shown) return
  world.ledger.followed.add(`${device.shown} ${row.id}`)
  await openLink(device, row.id)
}

async function signInOrOut({ world, device, tab }: Scene): Promise<void> {
  const mode = world.isLucky(0.75) ? 'keep' : 'discard'
  const isSwitch = device.account !== null && world.isLucky(0.3)
  if (device.account) await leaveAccount(device, tab, mode)
  // Somebody else signs in, now or later.
  if (device.account || (mode === 'keep' && !isSwitch && world.isLucky(0.5))) return
  await signIn({ world, device, tab })
}

async function signIn({ world, device, tab }: Scene): Promise<void> {
  const { rows, pending } = device.store.tables
  const drafts = [...rows.values(), ...pending.values()].filter(
    (row) => row.kind === 'kit' && row.p === device.principal && (!('mine' in row) || row.mine),
  )
  const kits = [...new Set(drafts.map((row) => row.id))].filter(() => world.isLucky(0.7))
  await signInto(device, tab, world.pick(world.users), kits)
}

/** The server ends a session; the person signs in again later. */
const expire: Step = ({ world }) => {
  const tokens = [...world.tokens.keys()]
  if (tokens.length > 0) world.tokens.delete(world.pick(tokens))
}

export async function signInAgain({ world, device, tab }: Scene): Promise<void> {
  if (!device.account) return
  const token = world.newToken(device.account)
  await device.store.transact(async (tx) => {
    const session = await readSession(tx)
    if (!session.account?.isExpired) return
    const account = { ...session.account, token, isExpired: false }
    await putSession(tx, { epoch: session.epoch + 1, account })
  })
  tab.load()
}

const reload: Step = ({ tab }) => tab.load()
const kill: Step = ({ tab }) => tab.close()

const turnClock: Step = ({ world, device }) => {
  device.skew = world.pick([0, HOUR_MS, -HOUR_MS, YEAR_MS, -YEAR_MS, 90_000])
}

const turnServerClock: Step = ({ world }) => {
  world.isServerSkewed = true
  world.serverSkew = world.pick([0, 3_000, -3_000, 9_000])
}

const copyProfile: Step = ({ world, device }) => {
  const other = world.devices.find((candidate) => candidate !== device)
  if (!other || world.isCopied || !world.mayCopy) return
  // The copy's target must have no edits: they would be lost with its own data.
  if (other.store.tables.pending.size > 0 || world.ledger.waiting.get(other)?.size) return
  if (other.store.tables.problems.size > 0 || other.account) return
  if (world.ledger.claimed.some(({ from }) => from === other.principal)) return
  copyTo(device, other)
  world.watch.forget(other)
}

const STEPS: Steps = [
  [6, startKit],
  [8, editKit],
  [26, editLine],
  [4, deleteLine],
  [2, deleteKit],
  [5, comment],
  [1, takeCommentBack],
  [4, save],
  [2, addTask],
  [1, typeRefused],
  [1, typeUnreadable],
  [3, typeInBoth],
  [12, send],
  [4, sendInBoth],
  [45, goOn],
  [6, arriveLate],
  [4, follow],
  [4, signInOrOut],
  [1, expire],
  [2, signInAgain],
  [4, reload],
  [2, kill],
  [2, turnClock],
  [0.5, turnServerClock],
  [1, copyProfile],
]

/** Takes one step. @returns its name */
export const takeStep = (world: World): Promise<string> => takeOneOf(STEPS, world)
