// One run: a server, people at their browsers behind bad lines, and a journal of all of it.
import { setTimeout as wait } from 'node:timers/promises'

import type { EngineName } from '../engines/engine.ts'
import type { Plant } from './lies.ts'

import { join } from 'node:path'

import { Lots } from '../../shared/seeded.ts'
import { createAccount } from '../account.ts'
import { processTree } from '../processes.ts'
import { createServer, type TestServer } from '../server.ts'
import { act } from './actor.ts'
import { makeBrowser } from './browser.ts'
import { endRun } from './ending.ts'
import { signInAt } from './handling.ts'
import { openJournal, type Journal } from './journal.ts'
import { openLine } from './line.ts'
import { NOBODY, readScreen } from './look.ts'
import { tellPlanted } from './planted.ts'
import { freshValues, personAt, type DeviceOfRun, type Stage } from './stage.ts'

export interface RunOptions {
  readonly engine: EngineName
  readonly seed: number
  readonly minutes: number
  /** A folder of this run's own. */
  readonly folder: string
  readonly journalFile: string
  readonly plant?: Plant
}

/** Who has what: maria has two devices, one with a second tab; bert's van begins without account. */
const PEOPLE = [
  { name: 'desk', account: 'maria', tabs: 2, begins: 'maria' },
  { name: 'laptop', account: 'maria', tabs: 1, begins: 'maria' },
  { name: 'home', account: 'bert', tabs: 1, begins: 'bert' },
  { name: 'van', account: 'bert', tabs: 1, begins: NOBODY },
  { name: 'garage', account: null, tabs: 1, begins: NOBODY },
  { name: 'stranger', account: null, tabs: 1, begins: NOBODY },
] as const

/** How many of a hundred calls meet a fault. */
const FAULTS = 22

export async function playRun(options: RunOptions): Promise<void> {
  const { engine, seed, minutes, folder, plant } = options
  const journal = openJournal(options.journalFile)
  const planted = plant === undefined ? {} : { plant: plant.name }
  journal.write({ is: 'run', seed, engine, minutes, ...planted })
  const server = await createServer(join(folder, 'data'))
  await server.start()
  for (const account of ['maria', 'bert']) await createAccount(server, account)
  const people = plant ? PEOPLE.slice(0, 2) : PEOPLE
  const devices = await Promise.all(
    people.map((person, at) => makeDevice(person, at, { ...options, server, journal })),
  )
  const lots = new Lots(seed)
  const kits = new Map<string, Set<string>>()
  const stage: Stage = {
    server,
    journal,
    lots,
    devices,
    kits,
    fresh: freshValues(),
    isOver: false,
    isClosed: false,
  }
  const watching = devices.map((device) => watch(stage, device))
  try {
    for (const device of devices) await device.browser.open()
    for (const [at, { begins }] of people.entries()) {
      const device = devices[at]
      if (device && begins !== NOBODY) await signInFirst(stage, device)
    }
    if (plant) await tellPlanted(stage)
    else await letThemAct(stage, minutes)
    await endRun(stage)
  } finally {
    stage.isClosed = true
    await Promise.all(devices.map(({ browser }) => browser.end()))
    await Promise.all(watching)
    await Promise.all(devices.map(({ line }) => line.close()))
    if (server.pid() !== undefined) await server.stop().catch(() => undefined)
    await journal.close()
  }
}

type Shared = RunOptions & { readonly server: TestServer; readonly journal: Journal }

async function makeDevice(
  { name, account }: (typeof PEOPLE)[number],
  at: number,
  { engine, seed, folder, plant, server, journal }: Shared,
): Promise<DeviceOfRun> {
  const lots = new Lots(seed * 100 + at)
  const isLiar = plant && (plant.at === 'writer') === (at === 0)
  const lie = isLiar ? plant.lie() : undefined
  const line = await openLine({ device: name, target: server.url, journal, lots, lie })
  const browser = await makeBrowser({ engine, name, folder, line })
  const isStranger = name === 'stranger'
  return {
    name,
    line,
    browser,
    account,
    who: NOBODY,
    whoAt: new Map(),
    isTurning: false,
    aheadSeconds: 0,
    isOffline: false,
    isStranger,
  }
}

async function signInFirst(stage: Stage, device: DeviceOfRun): Promise<void> {
  for (let round = 0; round < 3; round++) if (await signInAt(stage, device)) return
  throw new Error(`${device.name} could not sign in`)
}

async function letThemAct(stage: Stage, minutes: number): Promise<void> {
  for (const { line } of stage.devices) line.setFaults(FAULTS)
  const acting = stage.devices.flatMap((device) => {
    const tabs = PEOPLE.find(({ name }) => name === device.name)?.tabs ?? 1
    return Array.from({ length: tabs }, (_, nth) => act(stage, device, nth))
  })
  const breaking = breakServer(stage)
  await wait(minutes * 60_000)
  stage.isOver = true
  await Promise.all([...acting, breaking])
}

/** Kills the server now and then, and the PostgreSQL it has started with it. */
async function breakServer(stage: Stage): Promise<void> {
  const { server, lots, journal } = stage
  for (;;) {
    const until = Date.now() + 25_000 + lots.chance() * 60_000
    while (!stage.isOver && Date.now() < until) await wait(200)
    if (stage.isOver) return
    const pid = server.pid()
    const all = pid === undefined ? [] : processTree(pid)
    journal.write({ is: 'server', what: 'killed with its database' })
    await server.kill()
    for (const each of all) {
      try {
        process.kill(each, 'SIGKILL')
      } catch {
        // It went with its parent.
      }
    }
    await wait(lots.chance() * 6_000)
    await server.start()
    journal.write({ is: 'server', what: 'started' })
  }
}

/** A login may come through late, and a browser that was killed may have forgotten it. */
function noteWho(stage: Stage, device: DeviceOfRun, nth: number, who: string | null): void {
  if (who === null) return
  device.whoAt.set(nth, who)
  if (nth !== 0 || device.isTurning || device.who === who) return
  const deed =
    who === NOBODY
      ? ({ did: 'signedOut' } as const)
      : ({ did: 'signedIn', account: who, takes: [] } as const)
  stage.journal.write({ is: 'deed', device: device.name, tab: nth, who: device.who, ...deed })
  device.who = who
}

/** Looks at every tab of a device the whole time. */
async function watch(stage: Stage, device: DeviceOfRun): Promise<void> {
  const before = new Map<number, string>()
  while (!stage.isClosed) {
    for (const nth of [0, 1]) {
      const person = personAt(stage, device, nth)
      if (!person) continue
      const at = Date.now()
      const screen = await readScreen(person.tab).catch(() => null)
      if (!screen) continue
      const { kit, who: named, ...seen } = screen
      noteWho(stage, device, nth, named)
      const who = named ?? device.who
      const text = JSON.stringify(kit)
      const news = kit && before.get(nth) !== text ? { kit } : {}
      before.set(nth, text)
      const where = { device: device.name, tab: nth, who }
      stage.journal.write({ is: 'look', ...where, ...seen, ...news, until: Date.now() }, at)
    }
    await wait(350)
  }
}
