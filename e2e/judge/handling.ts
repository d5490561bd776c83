// What happens to a device: it is closed, its battery is flat, its signal and its clock are wrong,
// somebody signs in or out.
import { setTimeout as wait } from 'node:timers/promises'

import type { Person } from './acts.ts'

import { NOBODY } from './look.ts'
import { openDrawer, signIn, signOut } from './signing.ts'
import { kitsOf, personAt, type DeviceOfRun, type Stage } from './stage.ts'

/** Seconds ahead: within and beyond the minute that is let pass, an hour, a day, either way. */
const WRONG = [20, 45, 90, 3_600, 86_400, -45, -3_600]

/** One of these, by lot. */
export async function handleDevice(stage: Stage, device: DeviceOfRun): Promise<void> {
  const { lots } = stage
  const lot = lots.chance()
  if (lot < 0.28) await changeSignal(stage, device)
  else if (lot < 0.42) await crash(stage, device)
  else if (lot < 0.52) await restart(stage, device, 0)
  else if (lot < 0.64) await restart(stage, device, lots.pick(WRONG))
  else if (lot < 0.74) await readDrawer(stage, device)
  else if (lot < 0.84) await wakeWorker(stage, device)
  else if (device.account !== null) await changeWho(stage, device)
}

function told(stage: Stage, device: DeviceOfRun): Person {
  const person = personAt(stage, device)
  if (!person) throw new Error('closed')
  return person
}

async function changeSignal(stage: Stage, device: DeviceOfRun): Promise<void> {
  device.isOffline = !device.isOffline
  told(stage, device).tell({ did: device.isOffline ? 'wentOffline' : 'wentOnline' })
  await device.browser.setOffline(device.isOffline)
}

async function crash(stage: Stage, device: DeviceOfRun): Promise<void> {
  // Sometimes within the moment that storing takes, mostly after it.
  if (stage.lots.isLucky(0.7)) await wait(1_200)
  told(stage, device).tell({ did: 'killed' })
  await device.browser.kill()
  await wait(stage.lots.chance() * 5_000)
  await open(stage, device)
}

/** Closes the browser and opens it again, with its clock so far ahead. */
export async function restart(stage: Stage, device: DeviceOfRun, ahead: number): Promise<void> {
  told(stage, device).tell({ did: 'closed' })
  await device.browser.close()
  device.aheadSeconds = ahead
  await wait(stage.lots.chance() * 3_000)
  await open(stage, device)
}

export async function open(stage: Stage, device: DeviceOfRun): Promise<void> {
  device.whoAt.clear()
  await device.browser.open(device.aheadSeconds)
  const person = told(stage, device)
  person.tell({ did: 'opened' })
  person.tell({ did: 'setClock', aheadSeconds: device.aheadSeconds })
}

export async function readDrawer(stage: Stage, device: DeviceOfRun): Promise<void> {
  const offers = await openDrawer(told(stage, device))
  const { name, who } = device
  stage.journal.write({ is: 'drawer', device: name, tab: 0, who, offers })
}

async function wakeWorker(stage: Stage, device: DeviceOfRun): Promise<void> {
  if (await device.browser.dispatchSync()) told(stage, device).tell({ did: 'workerSent' })
}

async function changeWho(stage: Stage, device: DeviceOfRun): Promise<void> {
  if (device.who === NOBODY) return void (await signInAt(stage, device))
  await turn(device, async () => {
    if (await signOut(told(stage, device))) device.who = NOBODY
  })
}

async function turn<T>(device: DeviceOfRun, change: () => Promise<T>): Promise<T> {
  device.isTurning = true
  return change().finally(() => {
    device.isTurning = false
  })
}

/** Signs in and takes this device's drafts along. */
export async function signInAt(stage: Stage, device: DeviceOfRun): Promise<boolean> {
  const { account, name } = device
  if (account === null) return false
  const drafts = kitsOf(stage, name)
  return turn(device, async () => {
    if (!(await signIn(told(stage, device), account, [...drafts]))) return false
    device.who = account
    for (const kit of drafts) kitsOf(stage, account).add(kit)
    drafts.clear()
    return true
  })
}
