// One account on two offline devices that edit the same lines. Whichever reconnects first, both
// converge, and a losing value is offered where it was typed.
import type { Locator, Page } from '@playwright/test'

import type { Device } from './device.ts'

import { createAccount, signIn } from './account.ts'
import {
  addLine,
  chip,
  startBuild,
  startSyncedBuild,
  waitForWorker,
  waitUntilStored,
} from './builder.ts'
import { expect, networkFailure, test, typedPrice } from './harness.ts'

test.use({ hasOwnLine: true, hasWorker: true })

const LINES = ['Oil filter', 'Drain plug', 'Crush washer', 'Funnel', 'Rags', 'Gloves', 'Tape']

const field = (page: Page, label: string, line: number) =>
  page.getByRole('textbox', { name: `${label}, line ${line}`, exact: true })

/** Fills a field and leaves it. */
async function enter(into: Locator, text: string): Promise<void> {
  await into.fill(text)
  await into.press('Tab')
}

/** Every value of every line in the table. */
async function table(page: Page): Promise<string[][]> {
  return page
    .locator('[role=row][data-line]:not([data-ghost])')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('input')].map((input) => input.value)),
    )
}

for (const first of ['desk', 'laptop'] as const) {
  test(`two devices change the same lines without signal, the ${first} comes back first @all`, async ({
    openBrowser,
    server,
    request,
    allowErrors,
  }) => {
    allowErrors(networkFailure)
    await createAccount(server, 'maria')
    const [desk, laptop] = [await openBrowser('desk'), await openBrowser('desk')]
    await signIn(desk.page, server.nameOf('maria'))
    const buildId = await startBuild(desk.page)
    for (const name of LINES) await addLine(desk.page, { name, price: '5' })
    await expect(chip(desk.page)).toHaveAccessibleName('Sync: synced')
    await signIn(laptop.page, server.nameOf('maria'))
    await laptop.page.goto(`/builder?build=${buildId}`)
    await expect(field(laptop.page, 'Part name', LINES.length)).toHaveValue('Tape')
    // The table's keyboard shortcuts load with the parts of the screen below it.
    await expect(laptop.page.getByRole('textbox', { name: /^Notes/ })).toBeVisible()
    for (const { page } of [desk, laptop]) await waitForWorker(page)

    await server.stop()
    for (const device of [desk, laptop]) await device.goOffline()
    // 1: different cells of one line. 2: the same cell. 3: deleted, and edited later elsewhere.
    // 4: edited, and deleted later elsewhere. 7: moved to where a copy of 5 is inserted elsewhere.
    // The desk's edits are stored first, so the laptop's are later.
    await field(desk.page, 'Part name', 7).press('Alt+ArrowUp')
    await expect(field(desk.page, 'Part name', 6)).toHaveValue('Tape')
    await enter(field(desk.page, 'Unit price in dollars', 1), '12.99')
    await enter(field(desk.page, 'Quantity', 2), '2')
    await desk.page.getByRole('button', { name: 'Remove Crush washer' }).click()
    await enter(field(desk.page, 'Manufacturer', 3), 'Ostro')
    await addLine(desk.page, { name: 'Added at the desk', price: '1' })
    await waitUntilStored(desk.page, 'Added at the desk')
    await field(laptop.page, 'Part name', 5).press('Control+d')
    await expect(field(laptop.page, 'Part name', 6)).toHaveValue('Rags')
    await enter(field(laptop.page, 'Part name', 6), 'Rags, blue')
    await enter(field(laptop.page, 'Quantity', 1), '3')
    await enter(field(laptop.page, 'Quantity', 2), '4')
    await enter(field(laptop.page, 'Part name', 3), 'Crush washer, copper')
    await laptop.page.getByRole('button', { name: 'Remove Funnel' }).click()
    await addLine(laptop.page, { name: 'Added on the laptop', price: '2' })
    for (const { page } of [desk, laptop]) await expect(chip(page)).toHaveAccessibleName(/waiting/)

    await server.start()
    const order: Device[] = first === 'desk' ? [desk, laptop] : [laptop, desk]
    for (const device of order) {
      await device.goOnline()
      // The first device settles before the other one reconnects.
      await expect(chip(device.page)).toHaveAccessibleName(/synced|attention/i)
    }

    const merged = [
      ['Oil filter', typedPrice('12.99'), '3'],
      ['Drain plug', typedPrice('5.00'), '4'],
      ['Crush washer, copper', typedPrice('5.00'), '1'],
      ['Rags', typedPrice('5.00'), '1'],
    ]
    const short = async (page: Page) =>
      (await table(page)).map(([name, , , price, qty]) => [name, price, qty])
    const namesOf = async (page: Page) => (await short(page)).map(([name = '']) => name)
    for (const { page } of [desk, laptop]) {
      await expect.poll(async () => (await short(page)).slice(0, 4)).toEqual(merged)
      // Two lines went into the same gap, and two to the same end: either may come first.
      await expect
        .poll(async () => (await namesOf(page)).slice(4, 6).toSorted())
        .toEqual(['Rags, blue', 'Tape'])
      expect((await namesOf(page))[6]).toBe('Gloves')
      await expect
        .poll(async () => (await namesOf(page)).slice(7).toSorted())
        .toEqual(['Added at the desk', 'Added on the laptop'])
    }
    await expect(async () => {
      expect(await table(desk.page)).toEqual(await table(laptop.page))
    }).toPass({ timeout: 30_000 })

    // A line can still be moved between two that were given the same position.
    const [fifth = '', sixth = ''] = (await namesOf(desk.page)).slice(4, 6)
    await field(desk.page, 'Part name', 7).press('Alt+ArrowUp')
    for (const { page } of [desk, laptop]) {
      await expect
        .poll(async () => (await namesOf(page)).slice(4, 7))
        .toEqual([fifth, 'Gloves', sixth])
    }

    // The losing value is offered where it was typed, and can be kept after all.
    await chip(desk.page).click()
    const lost = desk.page.getByRole('region', {
      name: 'Quantity of Drain plug: changed elsewhere',
    })
    await expect(lost).toContainText(/2.*4/s)
    await lost.getByRole('button', { name: 'Keep This device 2' }).click()
    await expect(lost).toBeHidden()
    await desk.page.keyboard.press('Escape')
    for (const { page } of [desk, laptop]) {
      await expect(field(page, 'Quantity', 2)).toHaveValue('2')
    }
    // Settled once: neither a later edit nor a device that signs in later brings the offer back.
    await enter(field(laptop.page, 'Quantity', 2), '6')
    await expect(field(desk.page, 'Quantity', 2)).toHaveValue('6')
    const fresh = await openBrowser('desk')
    await signIn(fresh.page, server.nameOf('maria'))
    await fresh.page.goto(`/builder?build=${buildId}`)
    await expect(field(fresh.page, 'Part name', 2)).toHaveValue('Drain plug')
    for (const { page } of [desk, laptop, fresh]) {
      await chip(page).click()
      const lost = page.getByRole('region', { name: 'Quantity of Drain plug: changed elsewhere' })
      await expect(lost).toBeHidden()
      await page.keyboard.press('Escape')
    }
    const { parts } = await (await request.get(`/api/lists/${buildId}`)).json()
    expect(parts.map((part: { name: string }) => part.name)).toEqual(
      (await table(desk.page)).map(([name]) => name),
    )
    expect(parts[1]).toMatchObject({ name: 'Drain plug', quantity: 6 })
  })
}

const nameField = (page: Page) => page.getByRole('textbox', { name: 'Kit Name' })

for (const chosenOn of ['desk', 'phone'] as const) {
  test(`two devices name one kit without signal: what is chosen on the ${chosenOn} is settled on both @all`, async ({
    openBrowser,
    server,
    allowErrors,
  }) => {
    allowErrors(networkFailure)
    await createAccount(server, 'maria')
    const devices = { desk: await openBrowser('desk'), phone: await openBrowser('phone') }
    const both = Object.values(devices)
    await signIn(devices.desk.page, server.nameOf('maria'))
    const buildId = await startSyncedBuild(devices.desk.page, { name: 'Oil filter' })
    await signIn(devices.phone.page, server.nameOf('maria'))
    await devices.phone.page.goto(`/builder?build=${buildId}`)
    await expect(nameField(devices.phone.page)).toBeVisible()
    for (const { page } of both) await waitForWorker(page)

    await server.stop()
    for (const device of both) await device.goOffline()
    for (const [at, { page }] of Object.entries(devices)) {
      await enter(nameField(page), `Named at the ${at}`)
      await waitUntilStored(page, `Named at the ${at}`)
      await expect(chip(page)).toHaveAccessibleName(/waiting/)
    }
    await server.start()
    for (const device of both) {
      await device.goOnline()
      await expect(chip(device.page)).toHaveAccessibleName(/synced|attention/i)
    }
    // The later name wins, and both devices offer the other one.
    const lost = (page: Page) => page.getByRole('region', { name: 'Kit name: changed elsewhere' })
    for (const { page } of both) {
      await expect(nameField(page)).toHaveValue('Named at the phone', { timeout: 90_000 })
      await expect(chip(page)).toHaveAccessibleName('Sync: 1 needs attention')
      await chip(page).click()
      await expect(lost(page)).toBeVisible()
    }
    await lost(devices[chosenOn].page)
      .getByRole('button', { name: /Named at the desk/ })
      .click()
    for (const { page } of both) {
      await expect(lost(page)).toBeHidden({ timeout: 90_000 })
      await expect(
        page.getByText('The server has everything that is on this device.'),
      ).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(nameField(page)).toHaveValue('Named at the desk')
      await expect(chip(page)).toHaveAccessibleName('Sync: synced')
    }
  })
}
