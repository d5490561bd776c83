// The end of a run: nothing is broken any more, nobody types, and every screen is read.
import { setTimeout as wait } from 'node:timers/promises'

import type { ShownKit } from './journal.ts'

import { openKit, shownKit, soon, visit, type Person } from './acts.ts'
import { open, readDrawer, restart, signInAt } from './handling.ts'
import { NOBODY, readComments, readGarage, readList, readScreen } from './look.ts'
import { kitsOf, ownerAt, personAt, type DeviceOfRun, type Stage } from './stage.ts'

/** How long is waited for what should take ten seconds. */
const PATIENCE_MS = 60_000

/** Mends lines, clocks and the server, waits until the screens are alike, and reads them all. */
export async function endRun(stage: Stage): Promise<void> {
  await Promise.all(stage.devices.map((device) => mend(stage, device)))
  stage.journal.write({ is: 'quiet' })
  await compareAsTheyStand(stage)
  // Whoever is signed out sees nothing of what is locked under the account.
  for (const device of stage.devices) {
    if (device.account === null || device.who !== NOBODY) continue
    await retry(() => signInAt(stage, device))
  }
  for (const [owner, kits] of stage.kits) {
    const devices = stage.devices.filter((device) => ownerAt(device) === owner)
    for (const kit of kits) await compareKit(stage, devices, kit)
  }
  for (const device of stage.devices) await readDrawer(stage, device).catch(() => undefined)
  await readLinks(stage)
  stage.journal.write({ is: 'end' })
}

async function mend(stage: Stage, device: DeviceOfRun): Promise<void> {
  await device.line.quiet()
  const isWrong = device.aheadSeconds !== 0
  device.aheadSeconds = 0
  if (!device.browser.isOpen()) await retry(() => open(stage, device).then(() => true))
  else if (isWrong) await retry(() => restart(stage, device, 0).then(() => true))
  if (device.isOffline) personAt(stage, device)?.tell({ did: 'wentOnline' })
  device.isOffline = false
  await device.browser.setOffline(false)
}

async function retry(perform: () => Promise<boolean>): Promise<void> {
  for (let round = 0; round < 3; round++) {
    if (await perform().catch(() => false)) return
    await wait(1_000)
  }
}

/** The kits that several screens happen to show: nobody touches these screens. */
async function compareAsTheyStand(stage: Stage): Promise<void> {
  const shown = new Map<string, DeviceOfRun[]>()
  for (const device of stage.devices) {
    const person = personAt(stage, device)
    const kit = person ? await shownKit(person).catch(() => null) : null
    if (kit && !device.isStranger) shown.set(kit.kit, [...(shown.get(kit.kit) ?? []), device])
  }
  await Promise.all(
    [...shown]
      .filter(([, devices]) => devices.length > 1)
      .map(([kit, devices]) => waitUntilAlike(stage, devices, kit, 'as they stood')),
  )
}

async function compareKit(stage: Stage, devices: readonly DeviceOfRun[], kit: string) {
  await Promise.all(
    devices.map(async (device) => {
      const person = personAt(stage, device)
      if (person) await openKit(person, kit).catch(() => null)
    }),
  )
  stage.journal.write({ is: 'openedForEnd', kit })
  await waitUntilAlike(stage, devices, kit, 'opened anew')
  await Promise.all(devices.map((device) => readAll(stage, device, kit)))
}

async function waitUntilAlike(
  stage: Stage,
  devices: readonly DeviceOfRun[],
  kit: string,
  how: 'as they stood' | 'opened anew',
): Promise<void> {
  for (const endAt = Date.now() + PATIENCE_MS; Date.now() < endAt; await wait(200)) {
    const screens = await Promise.all(
      devices.map(async (device) => {
        const person = personAt(stage, device)
        return person ? readScreen(person.tab).catch(() => null) : null
      }),
    )
    const isSettled = screens.every(
      (screen) => screen?.kit && /synced|attention|problem/i.test(screen.chip),
    )
    if (isSettled && new Set(screens.map((screen) => JSON.stringify(screen?.kit))).size === 1) {
      const names = devices.map(({ name }) => name)
      stage.journal.write({ is: 'alike', kit, how, devices: names })
      return
    }
  }
}

/** The table with the marks of garage mode, and the comments. */
async function readAll(stage: Stage, device: DeviceOfRun, kit: string): Promise<void> {
  const person = personAt(stage, device)
  if (!person) return
  const shown = (await soon(() => shownKit(person), 10_000)) ?? nothing(kit)
  const { chip } = await readScreen(person.tab)
  let marks: Record<string, string> = {}
  if (shown.lines.length > 0) {
    await visit(person, `/garage/${kit}`).catch(() => undefined)
    const isThere = async () => {
      const found = await readGarage(person.tab)
      return Object.keys(found).length > 0 ? found : null
    }
    marks = (await soon(isThere, 10_000)) ?? {}
  }
  const lines = shown.lines.map((line) => ({ ...line, status: marks[line.name ?? ''] ?? '' }))
  await visit(person, `/kit/${kit}`).catch(() => undefined)
  await untilDrawn(person)
  const comments = await readSteady(() => readComments(person.tab))
  const { name, who } = device
  const at = { device: name, tab: 0, who }
  stage.journal.write({ is: 'final', ...at, chip, kit: { ...shown, lines }, comments })
}

const nothing = (kit: string): ShownKit => ({ kit, kitName: '', notes: '', lines: [] })

/** A slow page is read when it is there: not while it is blank, nor while something of it loads. */
async function untilDrawn({ tab }: Person): Promise<void> {
  const isThere = async () => {
    const { text } = await readList(tab)
    return text.trim() === '' || /\bLoading\b/.test(text) ? null : true
  }
  await soon(isThere, 20_000)
}

/** What is the same three times in a row. */
async function readSteady<T>(read: () => Promise<T[]>): Promise<T[]> {
  let before = ''
  let same = 0
  let value: T[] = []
  for (let round = 0; round < 20 && same < 3; round++) {
    await wait(300)
    value = await read().catch(() => [])
    const text = JSON.stringify(value)
    same = text === before ? same + 1 : 0
    before = text
  }
  return value
}

/** Every kit, as somebody sees it who has nothing but its link. */
async function readLinks(stage: Stage): Promise<void> {
  const stranger = stage.devices.find(({ isStranger }) => isStranger)
  const person = stranger && personAt(stage, stranger)
  if (!stranger || !person) return
  for (const [owner, kits] of stage.kits) {
    if (owner === stranger.name) continue
    for (const kit of kitsOf(stage, owner)) {
      if (kits.size === 0) continue
      await visit(person, `/list/${kit}`).catch(() => undefined)
      await untilDrawn(person)
      const steady = await readSteady(async () => [await readList(person.tab)])
      const list = steady[0] ?? { lines: [], text: '' }
      stage.journal.write({ is: 'finalLink', device: stranger.name, kit, ...list })
    }
  }
}
