// A kit in euros with a line in dollars: made without signal, shared, and opened by a friend.
import type { Page } from '@playwright/test'

import { expectAccessible } from './axe.ts'
import { addLine, chip, startBuild, waitForWorker } from './builder.ts'
import { attachPicture, expect, networkFailure, test } from './harness.ts'

test.use({ hasWorker: true })

const total = (page: Page) => page.getByRole('region', { name: 'Total and saving' })

test('a euro kit is made offline with a dollar line in it, and a friend sees both as they are', async ({
  server,
  openBrowser,
  allowErrors,
}) => {
  allowErrors(networkFailure)
  const desk = await openBrowser('desk')
  const { page } = desk
  const buildId = await startBuild(page)
  await waitForWorker(page)
  await desk.goOffline()

  await total(page).getByRole('button', { name: 'Currency of this kit: USD' }).click()
  const sheet = page.getByRole('dialog', { name: 'Currency of this kit' })
  await sheet.getByRole('searchbox', { name: 'Currency' }).fill('euro')
  await sheet.getByRole('button', { name: /^EUR Euro/ }).click()
  await expect(sheet).toBeHidden()

  await addLine(page, { name: 'Brake disc', price: '1.234,50 €' })
  await addLine(page, { name: 'Brake pads', price: '50', quantity: '2' })
  await addLine(page, { name: 'Sensor', price: '$20' })
  await expect(total(page)).toContainText('€1,334.50 + $20.00')
  await attachPicture(page, 'euro-desk')

  await total(page)
    .getByRole('button', { name: /^Give a rate for USD/ })
    .click()
  await sheet.getByLabel('1 USD in EUR').fill('0,92')
  await sheet.getByRole('button', { name: 'Count by this rate' }).click()
  await expect(sheet.getByRole('status')).toContainText(/€1,352\.90 \(\$20\.00 at 0\.92, /)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(total(page)).toContainText('€1,352.90')

  await page.reload()
  await expect(total(page)).toContainText('€1,352.90')
  await desk.goOnline()
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')

  const friend = await openBrowser('phone')
  await friend.page.goto(`/list/${buildId}`)
  await expect(friend.page.getByText('€1,234.50').first()).toBeVisible()
  await expect(friend.page.getByText('$20.00').first()).toBeVisible()
  await expect(friend.page.getByText(/€1,352\.90/).first()).toBeVisible()
  await attachPicture(friend.page, 'euro-phone')

  // Clients that know dollars only find no amount of another currency in a dollar field.
  const answer = await fetch(`${server.url}/api/lists/${buildId}`)
  const { kit, parts } = (await answer.json()) as {
    kit: Record<string, unknown>
    parts: Record<string, unknown>[]
  }
  expect(kit).toMatchObject({ currency: 'EUR', totalPrice: '20.00', partsWithoutPrice: 2 })
  expect(parts.map(({ unitPrice, price }) => [unitPrice, price])).toEqual([
    ['0.00', { amount: '1234.50', currency: 'EUR' }],
    ['0.00', { amount: '50.00', currency: 'EUR' }],
    ['20.00', undefined],
  ])
})
