/** An installation and its browsers go over to today's version: the acts, in their order. */
import { join } from 'node:path'

import type { Device } from '../device.ts'
import type { TestServer } from '../server.ts'
import type { Person } from './api.ts'
import type { Checks } from './checks.ts'
import type { DeviceData } from './deviceData.ts'
import type { Filled } from './fill.ts'

import { signIn } from '../account.ts'
import { addLine, chip, startBuild, waitForWorker } from '../builder.ts'
import { expect } from '../expect.ts'
import { call, readRows, readScreens } from './api.ts'
import { valuesOf, withUnsent, type Reading, type Row } from './compare.ts'
import { countCells, dropUnsent, ofOwner, readDevice, unsentOf } from './deviceData.ts'
import { fill } from './fill.ts'
import { openFront } from './front.ts'
import { plantInDatabase } from './plant.ts'
import { readTables } from './tables.ts'
import * as typing from './typing.ts'

/** As many as the issue names; a few more come with them. */
const LEAST_UNSENT = 500

export interface Stage {
  server: TestServer
  checks: Checks
  openBrowser(name: string): Promise<Device>
  plant: string
  say(line: string): void
  oldDist: string
  newDist: string
  /** The old server with today's app. */
  mixedDist: string
}

/** A browser that is away while the server changes. */
interface Away {
  device: Device
  owner: Person
  /** All that its owner had on the server before it lost the signal. */
  rows: Row[]
  data: DeviceData
  /** Builds that were made while it was away; the last one of maria's is saved. */
  made: string[]
}

/** Plays all of it; what is found goes into `checks`. */
export async function tellUpgrade(stage: Stage): Promise<void> {
  const { server, checks, say, plant } = stage
  const { url, dataDir } = server
  await server.start({ E2E_DIST: stage.oldDist })
  const filled = await fill(url)
  say('The old server is filled.')

  // First, and closed before the old app is served again, which would be an update to it as well.
  await server.restart({ E2E_DIST: stage.mixedDist })
  const bert = await openSynced(stage, 'bert', filled)
  await checkCode(stage, 'bert, on the old server', bert, stage.newDist)
  const rowsOfBert = await readRows(url, filled.people.bert)
  await server.stop()
  await bert.goOffline()
  const awayBert = await typeLittle(bert, filled.people.bert, rowsOfBert)
  await bert.close()

  await server.start({ E2E_DIST: stage.oldDist })
  const maria = await openSynced(stage, 'maria', filled)
  const stranger = await openSynced(stage, 'stranger', filled)
  say('An old app of maria’s and one of a stranger are signed in and in step.')
  const before = await readAll(url, filled)
  const rowsOfMaria = await readRows(url, filled.people.maria)
  const rowsOfStranger = await readRows(url, await deviceOwner(stranger))
  const tables = await readTables(dataDir)
  await plantInDatabase(plant, dataDir)
  await server.stop()

  for (const device of [maria, stranger]) await device.goOffline()
  const away = {
    maria: await typeMuch(maria, filled, rowsOfMaria),
    stranger: await typeLittle(stranger, await deviceOwner(stranger), rowsOfStranger),
    bert: awayBert,
  }
  const unsent = ofOwner(away.maria.data.pending, filled.people.maria.principal)
  checks.is(
    `maria has at least ${LEAST_UNSENT} unsent edits`,
    unsent.length >= LEAST_UNSENT ? 'yes' : `${unsent.length}`,
    'yes',
  )
  say(`She has ${unsent.length} unsent rows with ${countCells(unsent)} values.`)
  for (const device of [maria, stranger]) await device.close()

  await updateWithFullQueue(stage, away.maria)

  await server.start({ E2E_DIST: stage.newDist })
  checks.same('database: every row and column', tables, await readTables(dataDir), 'rows')
  const after = await readAll(url, filled)
  for (const [what, reading] of before)
    checks.same(what, reading, after.get(what) ?? new Map(), unitOf(what))

  await arriveFromNewApp(stage, away.maria)
  await arriveFromOldApp(stage, away.stranger)
  await arriveFromEarlyApp(stage, away.bert)
  await readOnFreshDevice(stage, filled.people.maria)
  // What nobody touched since is still what it was.
  const end = await readAll(url, filled)
  for (const name of ['chen: rows', 'the stranger over HTTP: rows'])
    checks.same(
      `${name}, at the end`,
      before.get(name) ?? new Map(),
      end.get(name) ?? new Map(),
      'rows',
    )
}

const unitOf = (what: string) => (what.endsWith('rows') ? 'rows' : 'answers')

/** A browser of somebody with their kits on it, and one they follow, all of it in step. */
async function openSynced(
  { openBrowser }: Stage,
  name: 'maria' | 'bert' | 'stranger',
  { people }: Filled,
): Promise<Device> {
  const device = await openBrowser(name)
  const { page } = device
  await page.goto('/')
  await waitForWorker(page)
  if (name === 'stranger') {
    await startBuild(page)
    for (const at of [1, 2, 3]) await addLine(page, { name: `Known part ${at}`, price: '6.25' })
  } else await signIn(page, name)
  // Somebody else's kit, which is followed from now on.
  const [followed] = people.chen.kits
  await page.goto(`/kit/${followed?.buildId}`)
  await expect(page.getByRole('heading', { name: /^Kit 0 of chen/ })).toBeVisible()
  await expect(chip(page)).toHaveAccessibleName(/synced/i)
  await expect.poll(async () => (await readDevice(page)).pending.length).toBe(0)
  const kept = async () =>
    (await readDevice(page)).rows.filter(({ kit }) => kit === followed?.kitId)
  await expect.poll(async () => (await kept()).length).toBeGreaterThan(0)
  return device
}

/** Who a browser without an account is. */
async function deviceOwner({ page }: Device): Promise<Person> {
  const { meta } = await readDevice(page)
  const identity = meta.find(({ key }) => key === 'device')?.value as
    | { principal: string; secret: string }
    | undefined
  if (!identity) throw new Error('The device has no identity')
  return { principal: identity.principal, deviceKey: identity.secret }
}

/** 500 edits and more: pasted lists, prices of kits that were there, and one of everything else. */
async function typeMuch(device: Device, { people }: Filled, rows: Row[]): Promise<Away> {
  const { page } = device
  const { kits } = people.maria
  const first = await typing.pasteKit(page, 'First list')
  const second = await typing.pasteKit(page, 'Second list')
  for (const { buildId } of kits.slice(0, 5)) await typing.changePrices(page, buildId)
  await typing.changeRest(page, kits[5]?.buildId ?? '')
  await typing.saveAndWrite(page, second)
  const lastBuild = kits[6]?.buildId ?? ''
  await page.goto(`/builder?build=${lastBuild}`)
  await typing.firstPrice(page).fill('12,5o')
  await page.keyboard.press('Tab')
  await expect.poll(async () => (await readDevice(page)).drafts.length).toBe(1)
  const data = await readDevice(page)
  return { device, owner: people.maria, rows, data, made: [first, second] }
}

/** A list of 20 parts on a device that has little else. */
async function typeLittle(device: Device, owner: Person, rows: Row[]): Promise<Away> {
  const { page } = device
  const made = await typing.pasteKit(page, 'Short list', 20)
  await expect.poll(async () => (await readDevice(page)).pending.length).toBeGreaterThan(20)
  // The first key is stored at once, and what follows within a moment.
  await page.waitForTimeout(1_000)
  return { device, owner, rows, data: await readDevice(page), made: [made] }
}

/** The new app's files are there before the API is: the app changes under 500 unsent edits. */
async function updateWithFullQueue(stage: Stage, { device, data }: Away): Promise<void> {
  const { checks, server, newDist } = stage
  const closeFront = await openFront(join(newDist, 'app'), server.port)
  await device.goOnline().catch(() => undefined)
  const page = await device.reopen()
  await page.goto('/')
  await checkCode(stage, 'maria, with the new files there', device, stage.oldDist)
  if (stage.plant === 'edit') await dropUnsent(page)
  await typing.takeUpdate(page)
  await checkCode(stage, 'maria, after the restart', device, newDist)
  const now = await readDevice(page)
  const what = 'maria: unsent work under today’s app, not sent yet'
  checks.same(what, unsentOf(data), unsentOf(now), 'entries')
  const rows = (rows: Row[]) => valuesOf(rows)
  checks.same('maria: confirmed rows under today’s app', rows(data.rows), rows(now.rows), 'rows')
  // Closed, so that nothing is sent while others look at what the server has kept.
  await device.close()
  await closeFront()
}

/** Which version's code the page runs; with the wrong one a check shows nothing. */
async function checkCode(
  { checks, oldDist, newDist }: Stage,
  who: string,
  at: Device,
  dist: string,
) {
  const named = new Map([
    [await typing.codeIn(oldDist), 'old'],
    [await typing.codeIn(newDist), 'new'],
  ])
  const runs = named.get(await typing.codeOf(at.page)) ?? 'another'
  checks.is(`${who}: the code it runs`, runs, dist === oldDist ? 'old' : 'new')
}

/** Nothing more waits. */
async function arrived({ device: { page } }: Away): Promise<DeviceData> {
  await expect
    .poll(async () => {
      const { pending, calls } = await readDevice(page)
      return pending.length + calls.length
    })
    .toBe(0)
  return readDevice(page)
}

/** On the server is what was there and what was typed, each once, and nothing else. */
async function checkArrived({ server, checks }: Stage, name: string, away: Away): Promise<void> {
  const { owner, rows, data } = away
  const now = await arrived(away)
  const unsent = ofOwner(data.pending, owner.principal)
  const stored = valuesOf(await readRows(server.url, owner))
  const wanted = valuesOf(withUnsent(rows, unsent))
  checks.same(`${name}: server has old rows and edits, each once`, wanted, stored, 'rows')
  const sent = new Map(
    [...wanted].filter(([key]) => unsent.some(({ kind, id }) => key === `${kind} ${id}`)),
  )
  const there = new Map([...stored].filter(([key]) => sent.has(key)))
  checks.same(`${name}: unsent edits that arrived exactly once`, sent, there, 'rows')
  const kept = valuesOf(ofOwner(now.rows, owner.principal))
  const own = new Map([...kept].filter(([key]) => stored.has(key)))
  checks.same(`${name}: device has what the server has`, stored, own, 'rows')
  checks.same(
    `${name}: kit of chen's on the device`,
    followedOf(data, owner),
    followedOf(now, owner),
    'rows',
  )
  checks.is(`${name}: values refused or overwritten`, now.problems.length, 0)
}

/** What a device has of others' kits. */
function followedOf({ rows }: DeviceData, { principal }: Person): Reading {
  return valuesOf(rows.filter(({ p, mine, kind }) => p === principal && !mine && kind !== 'task'))
}

async function checkSynced(checks: Checks, name: string, device: Device): Promise<void> {
  await expect(chip(device.page))
    .toHaveAccessibleName('Sync: synced')
    .catch(() => undefined)
  const status = await chip(device.page).getAttribute('aria-label')
  checks.is(`${name}: status at the end`, status ?? '', 'Sync: synced')
}

async function arriveFromNewApp(stage: Stage, away: Away): Promise<void> {
  const page = await away.device.reopen()
  await page.goto('/')
  await checkArrived(stage, 'maria, updated with a full queue', away)
  const { url } = stage.server
  await page.goto(`/builder?build=${buildOfDraft(away)}`)
  await expect(typing.firstPrice(page)).toBeVisible()
  stage.checks.is(
    'maria: half a price as it was typed',
    await typing.firstPrice(page).inputValue(),
    '12,5o',
  )
  await typing.firstPrice(page).fill('12.50')
  await page.keyboard.press('Tab')
  await checkSynced(stage.checks, 'maria', away.device)
  const prices = (await readRows(url, away.owner)).filter(
    ({ cells }) => cells['price']?.[0] === 1250,
  )
  stage.checks.is('maria: the price put right is on the server', prices.length, 1)
  await checkShared(stage, away)
}

/** What others get of what she saved and wrote while she was away. */
async function checkShared({ server, checks }: Stage, { made }: Away): Promise<void> {
  const { url, dataDir } = server
  const saved = made.at(-1) ?? ''
  const list = await call<{ parts: unknown[]; kit: { id: string } }>(url, `/api/lists/${saved}`)
  checks.is('maria: parts of the saved list, for everybody', list.parts.length, typing.PASTED)
  const comments = await call<unknown[]>(url, `/api/comments/${list.kit.id}`)
  checks.is('maria: comments of it', comments.length, 1)
  const messages = [...(await readTables(dataDir)).keys()].filter((key) =>
    key.startsWith('contact_messages '),
  )
  // Bert's over HTTP, and hers.
  checks.is('messages at the operator’s', messages.length, 2)
}

/** The builder's address of the kit whose line has half a price. */
function buildOfDraft({ data, rows }: Away): string {
  const [draft] = data.drafts
  const line = rows.find(({ id }) => id === draft?.id)
  const kit = rows.find(({ kind, id }) => kind === 'kit' && id === line?.kit)
  return String(JSON.parse(JSON.stringify(kit?.cells['buildId']?.[0] ?? '')))
}

/** An old app on today's server: what it wrote is taken, and then it goes over. */
async function arriveFromOldApp(stage: Stage, away: Away): Promise<void> {
  const { checks, server } = stage
  await away.device.goOnline().catch(() => undefined)
  const page = await away.device.reopen()
  await page.goto('/')
  await checkArrived(stage, 'stranger, old app on today’s server', away)
  await checkCode(stage, 'stranger, until the update', away.device, stage.oldDist)
  await checkSynced(checks, 'stranger, still the old app', away.device)
  const before = valuesOf(await readRows(server.url, away.owner))
  await typing.takeUpdate(page)
  await checkSynced(checks, 'stranger, after the update', away.device)
  checks.same(
    'stranger: the update itself changes nothing',
    before,
    valuesOf(await readRows(server.url, away.owner)),
    'rows',
  )
}

/** Today's app that had to do with the old server first. */
async function arriveFromEarlyApp(stage: Stage, away: Away): Promise<void> {
  await away.device.goOnline().catch(() => undefined)
  const page = await away.device.reopen()
  await page.goto('/')
  await checkArrived(stage, 'bert, new app that knew the old server', away)
  await checkSynced(stage.checks, 'bert', away.device)
}

/** A new browser of the same account gets all of it. */
async function readOnFreshDevice(stage: Stage, owner: Person): Promise<void> {
  const device = await stage.openBrowser('fresh')
  await signIn(device.page, 'maria')
  await checkSynced(stage.checks, 'maria, on a new browser', device)
  const stored = valuesOf(await readRows(stage.server.url, owner))
  const { rows } = await readDevice(device.page)
  const kept = valuesOf(ofOwner(rows, owner.principal))
  const own = new Map([...kept].filter(([key]) => stored.has(key)))
  stage.checks.same('maria: a new browser has what the server has', stored, own, 'rows')
}

/** What each person can read, by rows and by screens. */
async function readAll(url: string, { people, stranger }: Filled): Promise<Map<string, Reading>> {
  const all = new Map<string, Reading>()
  const persons: [string, Person][] = [
    ...Object.entries(people),
    ['the stranger over HTTP', stranger],
  ]
  for (const [name, person] of persons) {
    all.set(`${name}: rows`, valuesOf(await readRows(url, person)))
    all.set(`${name}: screens`, await readScreens(url, person))
  }
  return all
}
