// A kit on paper, to be pinned to the wall: from its page and from its link.
import type { Page } from '@playwright/test'

import { addLine, chip, chooseTask, chooseVehicle, startBuild } from './builder.ts'
import { attachPicture, expect, saidIn, test } from './harness.ts'

/** Text visible in print. */
async function onPaper(page: Page): Promise<string> {
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('#root')).toBeHidden()
  const text = await page.locator('body').innerText()
  await attachPicture(page, 'paper')
  await page.emulateMedia({ media: 'screen' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return text
}

test('a kit prints as a sheet to tick off, from its page and from its link, of others too @all', async ({
  openBrowser,
}) => {
  const owner = await openBrowser('desk')
  const buildId = await startBuild(owner.page)
  await chooseVehicle(owner.page, '2008', 'Audi', 'S4')
  await chooseTask(owner.page, 'Oil Change')
  await owner.page.getByRole('textbox', { name: 'Kit Name' }).fill('Nine quarts')
  await addLine(owner.page, { name: 'Engine oil', price: '45.99', quantity: '2' })
  await addLine(owner.page, { name: 'Oil filter', partNumber: 'OX 188D' })
  await owner.page.getByRole('textbox', { name: /^Notes/ }).fill('Drain plug **30 Nm**.')
  await expect(chip(owner.page)).toHaveAccessibleName('Sync: synced')

  const guest = await openBrowser('phone')
  for (const { page, path } of [
    { page: owner.page, path: `/kit/${buildId}` },
    { page: guest.page, path: `/list/${buildId}` },
    { page: guest.page, path: `/kit/${buildId}` },
  ]) {
    await page.goto(path)
    await expect(page.getByText('Oil filter').first()).toBeVisible()
    // Until the print sheet has loaded, the page itself prints, without the header.
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('banner')).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
    await expect
      .poll(async () => {
        await page.pdf()
        return page.locator('html').getAttribute('data-prints')
      })
      .toBe('sheet')
    // The sheet's QR code is computed meanwhile, and at first leads to the list alone.
    const paper = page.locator('body > [aria-hidden]')
    await expect(paper.filter({ hasText: 'The whole kit is in this code' })).toHaveCount(1)

    const text = await onPaper(page)
    for (const words of [
      'Nine quarts',
      '2008 Audi S4. Oil Change',
      'Engine oil',
      'OX 188D',
      '$91.98 + 1 without a price',
      'Drain plug 30 Nm.',
      `/list/${buildId}`,
      'The whole kit is in this code, also without signal.',
    ]) {
      expect(text, `${words} on the paper of ${path}`).toMatch(saidIn(words))
    }
    await expect(paper.locator('tbody i')).toHaveCount(2)
    await expect(paper.getByLabel('QR code', { exact: true })).toHaveCount(1)
  }
})

test('labels come out as their paper is: a sheet, A4 or Letter, or a page a label @all', async ({
  openBrowser,
}) => {
  const { page } = await openBrowser('desk')
  const buildId = await startBuild(page)
  await addLine(page, { name: 'Engine oil', price: '45.99' })
  await addLine(page, { name: 'Oil filter', partNumber: 'OX 188D' })
  await page.goto(`/pass/${buildId}`)
  await page.getByRole('button', { name: 'Labels', exact: true }).click()
  await page.getByText('Its parts', { exact: true }).click()
  for (const [paper, boxes] of [
    ['Avery L7160', ['594.96 841.92']],
    ['Avery 5160', ['612 792']],
    ['Brother DK-11209', ['175.92 82.08', '175.92 82.08']],
  ] as const) {
    const option = page.getByRole('option', { name: paper })
    await page.getByLabel('Paper').selectOption((await option.getAttribute('value')) ?? '')
    await expect(page.getByRole('img', { name: paper })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Print 2 labels' })).toBeEnabled()
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    const pages = Array.from(pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g))
    // PDF points, 72 per inch.
    const sizes = pages.map(([, width, height]) =>
      [width, height].map((side) => Number(Number(side).toFixed(2))).join(' '),
    )
    expect(sizes).toEqual(boxes)
  }
  const text = await onPaper(page)
  expect(text).toContain('OX 188D')
  expect(text).not.toContain('Pass on this kit')
})
