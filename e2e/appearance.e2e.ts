// Display preferences: high contrast, for gloves and sun, and compact rows.
import type { Page } from '@playwright/test'

import type { ScreenName } from './device.ts'

import { expectAccessible } from './axe.ts'
import { chip, oneLine, pasteText, startBuild } from './builder.ts'
import { createAccount, signIn } from './account.ts'
import { attachPicture, expect, test } from './harness.ts'
import { wantLook } from './look.ts'

// Pages come from the worker: rows are never the server's HTML first and then the app's.
test.use({ hasOwnServer: true, hasWorker: true })

const LINES = [
  'Oil filter\tOstro\tW 719/45\t11.49\t1',
  'Engine oil 5W-40, 5 L\tCorvane\tCV-540\t38.20\t2',
  'Drain plug with seal\t\tN 908 132 02\t\t1',
]

/** A signed-in device with a saved kit, and the screens that show it. */
async function makeScreens(page: Page, dana: string): Promise<string[]> {
  await signIn(page, dana)
  const buildId = await startBuild(page)
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Try 2008 Audi S4' }).click()
  await oneLine(page).click()
  await pasteText(page, LINES.join('\n'))
  // The parser loads with the first press into the line: an earlier save would miss these lines.
  await expect(page.getByText('3 lines', { exact: true })).toBeVisible()
  await page.getByRole('textbox', { name: /^Notes/ }).fill('**Drain plug 30 Nm**, a new seal.')
  await page.getByRole('textbox', { name: 'Kit Name' }).fill('S4 oil change')
  await page.getByRole('button', { name: 'Save Kit' }).click()
  await expect(page).toHaveURL(/\/kit\//)
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')
  const ofKit = ['/builder?build=', '/kit/', '/list/', '/garage/', '/pass/', '/basket/']
  const others = ['/', '/create-kits', '/my-account', '/maintenance', '/k', '/contact']
  return [...ofKit.map((path) => path + buildId), ...others]
}

const WIDTHS: Record<ScreenName, [width: number, height: number]> = {
  phone: [360, 740],
  desk: [1280, 800],
}

for (const screen of ['phone', 'desk'] as const) {
  test(`in high contrast every word has 7:1, and fingers in gloves hit: ${screen} @all`, async ({
    server,
    openBrowser,
  }) => {
    const dana = await createAccount(server, 'dana')
    const { page } = await openBrowser(screen)
    const [width, height] = WIDTHS[screen]
    await page.setViewportSize({ width, height })
    const paths = await makeScreens(page, dana)
    await page.goto('/my-account')
    await page.getByRole('radio', { name: 'High' }).press('Space')
    const faults: string[] = []
    for (const path of paths) {
      await page.goto(path)
      for (const colorScheme of ['light', 'dark'] as const) {
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await wantLook(page, { colorScheme })
        await expect(page.locator('html')).toHaveAttribute('data-contrast', 'high')
        // The footer renders after the screen; garage mode has none.
        if (!path.startsWith('/garage/')) await expect(page.getByRole('contentinfo')).toBeVisible()
        await attachPicture(page, `contrast-${colorScheme}-${width}-${path.split(/[/?]/)[1]}`)
        await expectAccessible(page, { isHighContrast: true }).catch((error: unknown) =>
          faults.push(`${path} ${colorScheme}: ${String(error)}`),
        )
      }
    }
    expect(faults.join('\n\n')).toBe('')
    const least = screen === 'phone' ? 56 : 40
    await page.goto('/create-kits')
    const field = await page.getByRole('searchbox').boundingBox()
    expect(field?.height).toBeGreaterThanOrEqual(least)
  })
}

test('compact rows are 40 px under a mouse, and fingers keep theirs @all', async ({
  server,
  openBrowser,
}) => {
  const dana = await createAccount(server, 'dana')
  const { page } = await openBrowser('desk')
  const [builder = '', kit = '', list = ''] = await makeScreens(page, dana)
  for (let more = 0; more < 3; more++) {
    await startBuild(page)
    await page.getByRole('textbox', { name: 'Kit Name' }).fill(`Weekend project ${more}`)
    await expect(chip(page)).toHaveAccessibleName('Sync: synced')
  }
  await page.goto('/my-account')
  await page.getByRole('radio', { name: 'Compact' }).press('Space')
  await expect(page.getByRole('radio', { name: 'Compact' })).toBeChecked()
  const rows = page.getByRole('row').filter({ hasNot: page.getByRole('columnheader') })
  for (const [path, count] of [
    [builder, 4],
    [kit, 3],
    [list, 3],
    ['/create-kits', 4],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expect(rows.nth(count - 1)).toBeVisible()
    for (let row = 0; row < count; row++)
      expect([path, row, (await rows.nth(row).boundingBox())?.height]).toEqual([path, row, 40])
    await attachPicture(page, `compact-${path.split(/[/?]/)[1]}`)
    await expectAccessible(page)
  }
  // The price is not cut off, with "without a price" below it.
  const price = rows.filter({ hasText: 'without a price' }).getByRole('cell').last()
  expect((await price.boundingBox())?.height).toBeLessThanOrEqual(40)
  // Rows are contiguous: each begins where the one above ends.
  const tops = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().top))
  expect(tops.slice(1).map((top, at) => top - (tops[at] ?? 0))).toEqual([40, 40, 40])

  const phone = await openBrowser('phone')
  await phone.page.goto('/my-account')
  await expect(phone.page.getByRole('radio', { name: 'High' })).toBeVisible()
  await expect(phone.page.getByRole('radio', { name: 'Compact' })).toBeHidden()
})
