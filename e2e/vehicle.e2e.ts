// Choosing the vehicle and the task as people do: by VIN and camera, without signal, by keyboard.
import type { Locator, Page } from '@playwright/test'

import { expectAccessible } from './axe.ts'
import { giveCamera, refuseCamera } from './barcode.ts'
import { chip, loseSignal, startBuild, waitForWorker } from './builder.ts'
import { attachPicture, expect, networkFailure, offlineTest, test } from './harness.ts'

const ACCORD = '1HGCM82633A004352'

async function openPicker(page: Page) {
  await page
    .getByRole('button', { name: /^(Choose A Vehicle|Vehicle)/ })
    .and(page.locator('[aria-haspopup=dialog]'))
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Select Year' })).toBeVisible()
  return dialog
}

async function typeVin(page: Page, vin: string) {
  const dialog = await openPicker(page)
  await dialog.getByRole('textbox', { name: 'VIN' }).fill(vin)
  await page.keyboard.press('Enter')
  return dialog
}

offlineTest(
  'a VIN suggests the car, and its make is read without signal from then on @all',
  async ({ server, openBrowser, allowErrors }) => {
    allowErrors(networkFailure)
    const device = await openBrowser('desk')
    const { page } = device
    await startBuild(page)
    await waitForWorker(page)
    let dialog = await typeVin(page, ACCORD.toLowerCase())
    await expect(dialog.getByRole('heading', { name: '2003 Honda Accord' })).toBeVisible()
    await expectAccessible(page)
    await attachPicture(page, 'vin-desk')
    await dialog.getByRole('button', { name: 'Use this vehicle' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: /2003 Honda Accord EX-V6/ })).toBeFocused()

    await loseSignal(device, server)
    dialog = await typeVin(page, '2HKRW2H20NH207506')
    await expect(dialog.getByRole('heading', { name: '2022 Honda CR-V' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Back' }).click()
    // A make never loaded before, without signal: the VIN still tells the year and the make.
    await dialog.getByRole('textbox', { name: 'VIN' }).fill('YV1MS382852123456')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('No vehicle data for Volvo on this device')).toBeVisible()
    await dialog.getByRole('button', { name: 'Choose the model, 2005 Volvo' }).click()
    await dialog.getByRole('button', { name: 'S40', exact: true }).click()
    await expect(page.getByRole('button', { name: /2005 Volvo S40/ })).toBeVisible()

    // The details, and the VIN that only its owner sees.
    dialog = await openPicker(page)
    await dialog.getByRole('button', { name: 'More details' }).click()
    await expect(dialog.getByText('YV1MS382852123456')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Engine, liters' }).fill('2.5')
    await dialog.getByRole('textbox', { name: 'Cylinders' }).fill('5')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(
      page.getByRole('button', { name: /2005 Volvo S40 2.5 L 5-cylinder/ }),
    ).toBeVisible()
  },
)

offlineTest(
  'all of the vehicle data can be had for later @all',
  async ({ server, openBrowser, allowErrors }) => {
    allowErrors(networkFailure)
    const device = await openBrowser('phone')
    const { page } = device
    await page.goto('/my-account')
    await waitForWorker(page)
    await page.getByRole('button', { name: 'Download all' }).click()
    await expect(page.getByText('All makes are kept on this device')).toBeVisible({
      timeout: 60_000,
    })
    await expectAccessible(page)
    await attachPicture(page, 'vehicle-data-phone')
    await loseSignal(device, server)
    await startBuild(page)
    const dialog = await typeVin(page, 'WAUGL78E78A123456')
    await expect(dialog.getByRole('heading', { name: '2008 Audi S4' })).toBeVisible()
  },
)

test('the camera reads the VIN of a door frame', async ({ openBrowser }) => {
  const { page } = await openBrowser('phone')
  await page.setViewportSize({ width: 360, height: 780 })
  await giveCamera(page, ACCORD)
  await startBuild(page)
  const dialog = await openPicker(page)
  await dialog.getByRole('button', { name: 'Scan the VIN' }).click()
  await expect(dialog.getByRole('heading', { name: '2003 Honda Accord' })).toBeVisible({
    timeout: 60_000,
  })
  await expectAccessible(page)
  await attachPicture(page, 'scanned-phone')
})

for (const [name, words] of [
  ['NotAllowedError', 'Wrenchlist may not use the camera.'],
  ['NotFoundError', 'This device has no camera.'],
] as const) {
  test(`a camera that is not to be had is said, and the VIN can be typed: ${name} @all`, async ({
    page,
  }) => {
    await refuseCamera(page, name)
    await startBuild(page)
    const dialog = await openPicker(page)
    await dialog.getByRole('button', { name: 'Scan the VIN' }).click()
    await expect(dialog.getByRole('alert')).toContainText(words)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Back' }).click()
    await expect(dialog.getByRole('textbox', { name: 'VIN' })).toBeVisible()
  })
}

test('the vehicle is chosen by keyboard alone @all', async ({ page }) => {
  await startBuild(page)
  await page.getByRole('button', { name: 'Choose A Vehicle' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: '2025', exact: true })).toBeFocused()
  // The page behind does not scroll.
  expect(await page.evaluate(() => getComputedStyle(document.body).overflow)).toBe('hidden')
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowLeft', 'Home', 'End']) {
    await page.keyboard.press(key)
  }
  await expect(dialog.getByRole('button', { name: '1970', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Select Make' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Ford', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Select Model' })).toBeFocused()
  // One step back, and on again.
  await dialog.getByRole('button', { name: 'Back' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Select Make' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Ford', exact: true }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Mustang', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: /1970 Ford Mustang/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: 'Clear vehicle' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Choose A Vehicle' })).toBeFocused()
})

for (const screen of ['phone', 'desk'] as const) {
  test(`every step of both pickers is accessible on a ${screen} @all`, async ({ openBrowser }) => {
    const { page } = await openBrowser(screen)
    if (screen === 'phone') await page.setViewportSize({ width: 360, height: 780 })
    await startBuild(page)
    const dialog = await openPicker(page)
    await expect(dialog).toMatchAriaSnapshot(`
      - dialog "Select Year":
        - heading "Select Year" [level=2]
        - button "Close"
        - status: Step 1 of 3, Select Year
        - group "Year":
          - button "2025"
        - text: Other year
        - textbox "Other year"
        - text: VIN
        - textbox "VIN"
        - button "Scan the VIN"
    `)
    await expectAccessible(page)
    await expectNoOverflow(page)
    await attachPicture(page, 'year')
    // The error is shown, and the typed text stays.
    await dialog.getByRole('textbox', { name: 'VIN' }).fill('1HGCM82633A0043521')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toHaveText('A VIN has 17 characters, and this has 18.')
    await expectAccessible(page)
    await expectNoOverflow(page)
    await dialog.getByRole('textbox', { name: 'VIN' }).fill('')
    await dialog.getByRole('textbox', { name: 'Other year' }).fill('2031')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toHaveText('The latest year is 2030.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: '2008', exact: true }).click()
    await dialog.getByRole('button', { name: 'More makes' }).click()
    await expectAccessible(page)
    await expectNoOverflow(page)
    await attachPicture(page, 'make')
    await dialog.getByRole('button', { name: 'Audi', exact: true }).click()
    await expect(dialog.getByText(/2008 Audi, \d+ models kept for offline use/)).toBeVisible()
    await expectAccessible(page)
    await expectNoOverflow(page)
    await attachPicture(page, 'model')
    await dialog.getByRole('textbox', { name: 'Type the model' }).fill('x'.repeat(300))
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toHaveText(
      'A model can have 60 characters, this has 300.',
    )
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Choose A Task' }).click()
    const tasks = page.getByRole('dialog', { name: 'Select a Task' })
    await tasks.getByPlaceholder('Search tasks...').fill('FILTER')
    await expect(tasks.getByRole('row', { name: /Filter/ })).toHaveCount(2)
    await expectAccessible(page)
    await expectNoOverflow(page)
    await attachPicture(page, 'task')
  })
}

for (const screen of ['phone', 'desk'] as const) {
  offlineTest(
    `a few letters find the vehicle and add the task, without a signal, on a ${screen}${screen === 'phone' ? '' : ' @all'}`,
    async ({ openBrowser, server, allowErrors }) => {
      allowErrors(networkFailure)
      const device = await openBrowser(screen)
      const { page } = device
      if (screen === 'phone') await page.setViewportSize({ width: 360, height: 640 })
      await startBuild(page)
      await waitForWorker(page)
      await loseSignal(device, server)
      const dialog = await openPicker(page)
      const { height } = await boxOf(dialog)
      const field = dialog.getByRole('combobox', { name: 'Type the vehicle' })
      await field.fill('zzzzzz')
      await expect(dialog.getByRole('option')).toHaveCount(1)
      expect((await boxOf(dialog)).height).toBe(height)
      await field.fill('08 s4')
      const option = dialog.getByRole('option', { name: '2008 Audi S4' })
      await expect(option).toHaveAttribute('aria-selected', 'true')
      await expectAccessible(page)
      await expectNoOverflow(page)
      await attachPicture(page, 'typed')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: /2008 Audi S4/ })).toBeFocused()

      await page.getByRole('button', { name: 'Choose A Task' }).click()
      const tasks = page.getByRole('dialog', { name: 'Select a Task' })
      const whole = await boxOf(tasks)
      await tasks.getByPlaceholder('Search tasks...').fill('timing belt')
      await expect(tasks.getByText('No task found. Add makes it one.')).toBeVisible()
      expect((await boxOf(tasks)).height).toBe(whole.height)
      await expectAccessible(page)
      await attachPicture(page, 'task-typed')
      await tasks.getByRole('button', { name: 'Add “timing belt”' }).click()
      await expect(tasks).toBeHidden()
      await expect(page.getByRole('button', { name: /timing belt/ })).toBeFocused()
    },
  )
}

/** Box of a dialog after its opening animation. */
async function boxOf(dialog: Locator) {
  await dialog.evaluate((element) =>
    Promise.all(element.getAnimations().map(async ({ finished }) => finished)),
  )
  const box = await dialog.boundingBox()
  if (!box) throw new Error('The dialog is not shown.')
  return box
}

async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => {
    const body = document.querySelector('[role=dialog]')
    return body ? body.scrollWidth - body.clientWidth : -1
  })
  expect(overflow).toBe(0)
}

offlineTest(
  'a task that is added without signal waits, and says so, until it is synced @all',
  async ({ openBrowser, server, allowErrors }) => {
    allowErrors(networkFailure)
    const device = await openBrowser('phone')
    const { page } = device
    await startBuild(page)
    await loseSignal(device, server)
    await page.getByRole('button', { name: 'Choose A Task' }).click()
    const dialog = page.getByRole('dialog', { name: 'Select a Task' })
    await dialog.getByRole('textbox', { name: 'New task' }).fill('  Timing chain guides ')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Task saved').first()).toBeVisible()
    await expect(page.getByText(/It is on this device so far/).first()).toBeVisible()
    await page.getByRole('button', { name: /Timing chain guides/ }).click()
    const row = dialog.getByRole('row', { name: /Timing chain guides/ })
    await expect(row.getByText('New')).toBeVisible()
    await expectAccessible(page)
    await attachPicture(page, 'task-waiting')
    await server.start()
    await device.goOnline()
    await expect(row.getByText('New')).toBeHidden({ timeout: 60_000 })
    await expect(row).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(chip(page)).toContainText('Synced')
  },
)
