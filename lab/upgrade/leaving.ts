/** Browsers that are synced with a server, and then go offline and are edited. */
import type { Device } from '../../e2e/device.ts'
import type { Person } from './api.ts'
import type { Row } from './compare.ts'
import type { Filled } from './fill.ts'
import type { Away, Stage } from './stage.ts'

import { signIn } from '../../e2e/account.ts'
import { addLine, chip, startBuild, waitForWorker } from '../../e2e/builder.ts'
import { expect } from '../../e2e/expect.ts'
import { readDevice } from './deviceData.ts'
import * as typing from './typing.ts'

/** A synced browser with its user's kits, and one that the user follows. */
export async function openSynced(
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
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')
  await expect.poll(async () => (await readDevice(page)).pending.length).toBe(0)
  const kept = async () =>
    (await readDevice(page)).rows.filter(({ kit }) => kit === followed?.kitId)
  await expect.poll(async () => (await kept()).length).toBeGreaterThan(0)
  return device
}

/** Owner of a browser without an account. */
export async function deviceOwner({ page }: Device): Promise<Person> {
  const { meta } = await readDevice(page)
  const identity = meta.find(({ key }) => key === 'device')?.value as
    | { principal: string; secret: string }
    | undefined
  if (!identity) throw new Error('The device has no identity')
  return { principal: identity.principal, deviceKey: identity.secret }
}

/** 500 edits and more: pasted lists, prices of existing kits, and one of everything else. */
export async function typeMuch(device: Device, { people }: Filled, rows: Row[]): Promise<Away> {
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
export async function typeLittle(device: Device, owner: Person, rows: Row[]): Promise<Away> {
  const { page } = device
  const made = await typing.pasteKit(page, 'Short list', 20)
  await expect.poll(async () => (await readDevice(page)).pending.length).toBeGreaterThan(20)
  // The first key is stored at once, and what follows within a moment.
  await page.waitForTimeout(1_000)
  return { device, owner, rows, data: await readDevice(page), made: [made] }
}
