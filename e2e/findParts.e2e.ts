// A part is found by car and brand, with and without signal, and goes into a kit.
import { expectAccessible } from './axe.ts'
import { chooseVehicle, loseSignal, namesOnServer, startBuild, waitForWorker } from './builder.ts'
import { attachPicture, expect, networkFailure, test } from './harness.ts'

test.use({ hasOwnLine: true, hasWorker: true })

test('a part is found by car and brand, looked at and added to a kit; without signal what is known is', async ({
  openBrowser,
  server,
  allowErrors,
}) => {
  const device = await openBrowser('phone')
  const { page } = device
  const buildId = await startBuild(page)
  await chooseVehicle(page, '2008', 'Audi', 'S4')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Prices' }).tap()
  await page.getByRole('link', { name: 'Find parts by car, task or brand' }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'Find parts' })).toBeVisible()
  await page.getByRole('button', { name: '2008 Audi S4' }).tap()
  const found = page.getByRole('list', { name: 'Parts found' })
  await expect(found.getByRole('listitem')).toHaveCount(13)
  await page.getByRole('searchbox', { name: 'Search parts' }).fill('filter')
  // The filters change with the results: no finger aims at them before that.
  await expect(found.getByRole('listitem')).toHaveCount(3)
  await page.getByRole('button', { name: 'Narrow down' }).tap()
  await page.getByRole('checkbox', { name: /^Samplefilter/ }).tap()
  await expect(page).toHaveURL(/\/parts\?q=filter&year=2008&make=Audi&model=S4&brand=Samplefilter$/)
  await expectAccessible(page)
  await attachPicture(page, 'parts found')
  await page.reload()
  const filter = found.getByRole('listitem').filter({ hasText: 'Oil filter, spin-on' })
  await expect(filter).toContainText(/from \$\d+\.\d\d/)
  await filter.getByRole('link').tap()
  await expect(page.getByRole('heading', { level: 1, name: 'Oil filter, spin-on' })).toBeVisible()
  await page.goBack()
  await filter.getByRole('button', { name: /^Add Oil filter, spin-on/ }).tap()
  await expect(page.getByText('Oil filter, spin-on').last()).toBeVisible()
  await page.getByRole('button', { name: 'Open', exact: true }).tap()
  await expect(page).toHaveURL(new RegExp(`build=${buildId}$`))
  await expect.poll(() => namesOnServer(server, buildId)).toContain('Oil filter, spin-on')

  await waitForWorker(page)
  allowErrors(networkFailure)
  await loseSignal(device, server)
  await page.goto('/parts?q=filters')
  await expect(page.getByText('Only parts this device knows; connect to search all.')).toBeVisible()
  await expect(found.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page)
  // A part number with dots is not taken for a file name.
  await page.goto('/product/13.0460-7218.2')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('13.0460-7218.2').first()).toBeVisible()
  await page.goto('/parts?q=flux')
  await expect(page.getByText('This device knows no such part')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
