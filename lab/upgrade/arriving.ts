/** Browsers that come back to today's server, and the data expected then. */
import { join } from 'node:path'

import type { Device } from '../../e2e/device.ts'
import type { Person } from './api.ts'
import type { Checks } from './checks.ts'
import type { DeviceData } from './deviceData.ts'
import type { Away, Stage } from './stage.ts'

import { signIn } from '../../e2e/account.ts'
import { chip } from '../../e2e/builder.ts'
import { expect } from '../../e2e/expect.ts'
import { call, readRows } from './api.ts'
import { valuesOf, withUnsent, type Reading, type Row } from './compare.ts'
import { dropUnsent, ofOwner, readDevice, unsentOf } from './deviceData.ts'
import { openFront } from './front.ts'
import { readTables } from './tables.ts'
import * as typing from './typing.ts'

/** The new app's files are served before its API: the app updates with 500 unsent edits. */
export async function updateWithFullQueue(stage: Stage, { device, data }: Away): Promise<void> {
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
  // Closed, so that nothing is sent while the server's data is checked.
  await device.close()
  await closeFront()
}

/** Checks which version's code the page runs; on the wrong one other checks prove nothing. */
export async function checkCode(
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

/** Waits until nothing is pending. */
async function arrived({ device: { page } }: Away): Promise<DeviceData> {
  await expect
    .poll(async () => {
      const { pending, calls } = await readDevice(page)
      return pending.length + calls.length
    })
    .toBe(0)
  return readDevice(page)
}

/** The server has the old rows and the edits, each once, and nothing else. */
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

/** Values of others' kits on a device. */
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

export async function arriveFromNewApp(stage: Stage, away: Away): Promise<void> {
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

/** Kits, comments and messages that she saved and wrote offline, as others get them. */
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
  // One is Bert's over HTTP, the other hers.
  checks.is('messages at the operator’s', messages.length, 2)
}

/** Build id of the kit whose line has a half-typed price. */
function buildOfDraft({ data, rows }: Away): string {
  const [draft] = data.drafts
  const line = rows.find(({ id }) => id === draft?.id)
  const kit = rows.find(({ kind, id }) => kind === 'kit' && id === line?.kit)
  return String(JSON.parse(JSON.stringify(kit?.cells['buildId']?.[0] ?? '')))
}

/** An old app on today's server: its edits are accepted, and then it updates. */
export async function arriveFromOldApp(stage: Stage, away: Away): Promise<void> {
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

/** Today's app that used the old server first. */
export async function arriveFromEarlyApp(stage: Stage, away: Away): Promise<void> {
  await away.device.goOnline().catch(() => undefined)
  const page = await away.device.reopen()
  await page.goto('/')
  await checkArrived(stage, 'bert, new app that knew the old server', away)
  await checkSynced(stage.checks, 'bert', away.device)
}

/** A new browser of the same account gets all of it. */
export async function readOnFreshDevice(stage: Stage, owner: Person): Promise<void> {
  const device = await stage.openBrowser('fresh')
  await signIn(device.page, 'maria')
  await checkSynced(stage.checks, 'maria, on a new browser', device)
  const stored = valuesOf(await readRows(stage.server.url, owner))
  const { rows } = await readDevice(device.page)
  const kept = valuesOf(ofOwner(rows, owner.principal))
  const own = new Map([...kept].filter(([key]) => stored.has(key)))
  stage.checks.same('maria: a new browser has what the server has', stored, own, 'rows')
}
