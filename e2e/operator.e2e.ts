// An operator's day: loading and adding parts, a file with faults, looking after accounts.
import type { Locator, Page } from '@playwright/test'

import { join } from 'node:path'

import { PASSWORD, register } from './account.ts'
import { expectAccessible } from './axe.ts'
import { addLine, chip, startBuild } from './builder.ts'
import { expect, networkFailure } from './harness.ts'
import { CHIEF, test, toast, type Told } from './office.ts'
import { wantLook } from './look.ts'

test.use({ hasWorker: true })

/** Four valid rows, one of them in euros, and four invalid ones, each for another reason. */
const FILE = `partNumber,brand,name,price,merchant,shipping,availability,link,colour
079 103 157,Elring,Valley pan gasket,58.40,Harbour Motor Supply,6.50,In stock,https://harbour.example/1,red
079 103 464 C,Genuine,PCV valve assembly,142.75,Harbour Motor Supply,6.50,In stock,https://harbour.example/2,red
,Bosch,Spark plug,11.29,Harbour Motor Supply,6.50,In stock,,
FR5KPP332S,Bosch,Spark plug,see cart,Harbour Motor Supply,6.50,In stock,,
FR5KPP332T,Bosch,Spark plug,€ 11.29,Harbour Motor Supply,6.50,In stock,,
06E 905 115 E,Hitachi,Ignition coilpack,34.90,Harbour Motor Supply,6.50,In stock,javascript:alert(1),
C 1869,Mann,Engine air filter,18.63,Harbour Motor Supply,6.50,In stock,,
C 1869,Mann,Engine air filter,18.63,Harbour Motor Supply,6.50,In stock,,
`

/** OPERATOR_PICTURES=folder keeps a picture of each step. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['OPERATOR_PICTURES']
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}

/** A double click whose second press meets the screen as the first one left it. */
async function twice(pressed: Locator): Promise<void> {
  // A missing button fails within seconds; a press would wait until the test's own timeout.
  await expect(pressed).toBeVisible()
  await pressed.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const figures = (page: Page) =>
  page.getByRole('region', { name: 'Database Statistics' }).getByRole('definition')

async function tellTheDay({ openBrowser, server, mail, request, allowErrors }: Told) {
  allowErrors(networkFailure)
  // A second press meets the run of the first one; signed-out requests are refused.
  allowErrors(/status of (401|403|404|409|503)/)
  const { page } = await openBrowser('desk')
  const step = test.step

  await step('a visitor without rights is refused', async () => {
    await page.goto('/admin')
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await register(page, mail, 'chief', CHIEF)
    await page.goto('/my-account')
    await page.getByRole('main').getByRole('link', { name: 'Admin Dashboard' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard')
    await expect(page.getByText('Manage parts database and scraping operations')).toBeVisible()
    await expect(figures(page)).toHaveText(['13', '0', '5', '0', '6'])
  })

  await step('a scrape is cancelled, and keeps what it had read', async () => {
    // Two presses start one run.
    await twice(button(page, 'Start Scraping'))
    // All at once: the run takes three seconds, and is cancelled before they are over.
    await Promise.all([
      expect(toast(page, 'Starting scraping')).toBeVisible(),
      expect(button(page, 'Scraping...')).toHaveAttribute('aria-disabled', 'true'),
      expect(button(page, 'Add 10 More Parts')).toHaveAttribute('aria-disabled', 'true'),
      expect(page.getByRole('progressbar', { name: 'Progress: Scraping' })).toHaveAttribute(
        'aria-valuetext',
        /%, \d+ of 22 products/,
      ),
    ])
    await twice(button(page, 'Cancel the run'))
    await expect(page.getByText(/^Cancelled after \d+ parts?\.$/).first()).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Scraping' })).toHaveCount(1)
  })

  await step('the retailer’s parts are loaded, and ten more', async () => {
    await button(page, 'Start Scraping').click()
    // A single toast, which disappears.
    await Promise.all([
      expect(toast(page, 'Scraping Complete!')).toBeVisible(),
      expect(toast(page, 'Successfully scraped 22 parts')).toBeVisible(),
    ])
    await expect(page.getByText('10 of 22')).toBeVisible()
    // The toast gives way to the next one, which comes within two seconds.
    await Promise.all([
      expect(toast(page, 'Adding Additional Parts')).toBeVisible(),
      expect(toast(page, 'Parts Added Successfully!')).toBeVisible(),
      twice(button(page, 'Add 10 More Parts')),
    ])
    await expect(figures(page)).toHaveText(['13', '32', '5', '0', '6'])
    const preview = page.getByRole('region', { name: 'Recently Added Parts (Preview)' })
    await expect(preview.getByRole('listitem')).toHaveCount(10)
    await picture(page, 'admin-desk-light')
    await expectAccessible(page)
  })

  await step('a file with faults is looked at, then imported', async () => {
    const file = { name: 'harbour.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) }
    await page.getByLabel('File of parts', { exact: true }).setInputFiles(file)
    const row = page.getByRole('listitem').filter({ hasText: 'Uploaded by hand' })
    // Its prices name no currency.
    await row.getByLabel('Currency', { exact: true }).fill('USD')
    await twice(button(page, 'Save and read it again'))
    await expect(page.getByText('8 rows: 4 fit, 4 refused')).toHaveCount(1)
    await expect(row).toContainText('Columns nothing is known about: colour')
    await row.getByText('Refused rows').click()
    for (const line of [4, 5, 7, 9]) await expect(row).toContainText(`Row ${line}`)
    const refused = row.getByText(/Row \d+: price: /)
    await expect(refused.filter({ hasText: /“see cart” is no amount/ })).toBeVisible()
    await expect(row.getByText('Valley pan gasket', { exact: true })).toBeVisible()
    await expect(row.getByText('€11.29')).toBeVisible()
    await picture(page, 'feed-desk-light')
    await button(page, 'Import harbour').click()
    await expect(page.getByRole('alertdialog')).toContainText('Offers: 4 new.')
    await expectAccessible(page)
    await twice(button(page, 'Import the file'))
    await expect(toast(page, 'File imported')).toBeVisible()
    await expect(row).toContainText('Imported')
    await expect(figures(page)).toHaveText(['13', '32', '5', '4', '7'])
    const answer = await request.get('/api/parts/079103157')
    expect(await answer.json()).toMatchObject({ name: 'Valley pan gasket' })
  })

  await step('the terms of a merchant are changed', async () => {
    await button(page, 'Change the terms of Harbour Motor Supply').click()
    const form = page.getByRole('form', { name: 'Terms of Harbour Motor Supply' })
    await form.getByLabel('Hours a price stands').fill('never')
    await button(page, 'Save the terms').click()
    await expect(form.getByText('Whole hours, from 1 to 8,760')).toBeVisible()
    await form.getByLabel('Hours a price stands').fill('48')
    await form.getByLabel('Free shipping from').fill('75')
    await twice(button(page, 'Save the terms'))
    await expect(
      page.getByText(/Prices stand for 48 h, not kept over time\..*\$75\.00/),
    ).toBeVisible()
  })

  const reader = await openBrowser('phone')
  const owner = await openBrowser('desk')
  let buildId = ''
  await step('somebody’s kit is reported by a reader, and a task added', async () => {
    buildId = await startBuild(owner.page)
    await addLine(owner.page, { name: 'Watch', price: '9.99' })
    await owner.page.getByRole('textbox', { name: 'Kit Name' }).fill('Cheap watches')
    await expect(chip(owner.page)).toHaveAccessibleName('Sync: synced')
    await register(reader.page, mail, 'reader', 'reader@workshop.example')
    await reader.page.goto('/admin')
    await expect(reader.page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await reader.page.goto(`/kit/${buildId}`)
    await button(reader.page, 'Report this kit').click()
    await reader.page.getByLabel('Reason').fill('This is an advertisement')
    await twice(button(reader.page, 'Send report'))
    await expect(toast(reader.page, 'Kit reported')).toBeVisible()
    await request.post('/api/tasks', { data: { name: 'Bleed the clutch' } })
  })

  await step('the kit is hidden, and shown again', async () => {
    await page.reload()
    // By key: the browser scrolls a page that is loaded again to where it was, under a mouse too.
    await page.getByRole('link', { name: /^To do \(\d+\)$/ }).press('Enter')
    const decided = page.getByLabel('What was decided')
    await decided.selectOption('Tasks of everybody')
    await twice(button(page, 'Approve Bleed the clutch'))
    await expect(button(page, 'Withdraw Bleed the clutch')).toBeVisible()
    await expect(page.getByText(/This is an advertisement/)).toBeVisible()
    await button(page, 'Hide Cheap watches').click()
    await page.getByRole('alertdialog').getByLabel('Reason').fill('It is an advertisement.')
    await twice(button(page, 'Hide the kit'))
    await expect(toast(page, 'Kit hidden')).toBeVisible()
    expect((await request.get(`/api/lists/${buildId}`)).status()).toBe(404)
    await picture(page, 'accounts-desk-light')
    await expectAccessible(page)
    await decided.selectOption('Hidden kits')
    await twice(button(page, 'Show again Cheap watches'))
    await expect(page.getByText('No hidden kits')).toBeVisible()
    expect((await request.get(`/api/lists/${buildId}`)).status()).toBe(200)
  })

  await step('an account is suspended, and let in again', async () => {
    await page.getByRole('searchbox', { name: 'Find an account' }).fill('READ')
    await page.getByRole('link', { name: 'reader', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('reader')
    await button(page, 'Suspend').click()
    await page.getByRole('alertdialog').getByLabel('Reason').fill('One report after another.')
    await twice(button(page, 'Suspend the account'))
    await expect(button(page, 'Lift suspension')).toBeVisible()
    const login = { username: 'reader', password: PASSWORD }
    expect((await request.post('/api/auth/login', { data: login })).status()).not.toBe(200)
    await twice(button(page, 'Lift suspension'))
    await expect(button(page, 'Suspend')).toBeVisible()
    expect((await request.post('/api/auth/login', { data: login })).status()).toBe(200)
  })

  await step('an account has a page, with what was done and notes', async () => {
    await page.getByLabel('New note').fill('Apologised.')
    await twice(button(page, 'Keep the note'))
    await expect(page.getByText('Apologised.', { exact: true })).toHaveCount(1)
    await expect(
      page.getByRole('main').getByText('Lifted the suspension', { exact: true }),
    ).toBeVisible()
    await page.getByLabel('What is listed').selectOption('Sessions')
    await expect(page.getByText('ended').first()).toBeVisible()
    await picture(page, 'person-desk-light')
    await expectAccessible(page)
  })

  await step('all of it is written down, and exported on one page', async () => {
    await page.getByRole('link', { name: 'Installation' }).click()
    for (const act of [
      /^Lifted the suspension of reader/,
      /^Suspended the account of reader.*Reason: One report after another\.$/,
      /^Brought back the kit Cheap watches/,
    ])
      await expect(page.getByRole('listitem').filter({ hasText: act })).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'installation-desk-light')
    await page.getByRole('link', { name: 'Export' }).click()
    await expect(button(page, 'Export as CSV: What administrators did')).toBeVisible()
  })

  await step('what went wrong on a device is seen', async () => {
    allowErrors(/Test script error/)
    await reader.page.goto('/test-errors')
    await button(reader.page, 'Script error').click()
    await page.getByRole('link', { name: 'Installation' }).click()
    await page.getByRole('link', { name: 'Error monitoring' }).click()
    await expect(async () => {
      await button(page, 'Refresh').click()
      await expect(page.getByRole('button', { name: /Test script error/ })).toBeVisible()
    }).toPass()
  })

  await step('on a phone, in the dark, without signal, it says what it knows', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await wantLook(page, { colorScheme: 'dark' })
    for (const [link, heading] of [
      [/^To do/, /^To do/],
      ['Installation', 'Installation'],
      ['Export', 'Export'],
      ['Catalogue', 'Admin Dashboard'],
    ] as const) {
      await page.getByRole('link', { name: link }).first().click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page.locator('[data-loading]')).toHaveCount(0)
      await expectAccessible(page)
      const [wide, window] = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return [scrollWidth, clientWidth]
      })
      expect(wide, `${link} is wider than the window`).toBe(window)
      await picture(page, `phone-dark-${heading}`.replace(/\W+/g, '-'))
    }
    await expect(figures(page)).toHaveText(['13', '32', '5', '4', '7'])
    await server.stop()
    await page.context().setOffline(true)
    await expect(page.getByRole('main').getByText('No signal.')).toBeVisible()
    await button(page, 'Add 10 More Parts').click()
    await expect(toast(page, 'Failed to Add Parts')).toBeVisible()
    await expect(page.getByRole('alert').getByText(/did not answer/)).toBeVisible()
    await expect(figures(page)).toHaveText(['13', '32', '5', '4', '7'])
    await picture(page, 'admin-phone-dark-offline')
  })
}

// The longest test of all.
test('an operator loads parts, looks at files and looks after people', async ({
  openBrowser,
  server,
  mail,
  request,
  allowErrors,
}) => tellTheDay({ openBrowser, server, mail, request, allowErrors }))
