// Two phones without any signal: a kit goes from one to the other as a picture and as a link.
import {
  addLine,
  chooseTask,
  chooseVehicle,
  lineNames,
  startBuild,
  totalOf,
  waitForWorker,
} from './builder.ts'
import { attachPicture, expect, networkFailure, test } from './harness.ts'

test('a kit is passed on by picture and by link, both browsers without signal', async ({
  server,
  openBrowser,
  ownFolder,
  allowErrors,
}) => {
  allowErrors(networkFailure)
  const giver = await openBrowser('desk')
  const taker = await openBrowser('desk')
  for (const { page } of [giver, taker]) {
    await page.goto('/k')
    await waitForWorker(page)
    // What reads codes is kept once this screen was opened.
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const cache = await caches.open('vehicle-data')
          return (await cache.keys()).some(({ url }) => url.endsWith('.wasm'))
        }),
      )
      .toBe(true)
  }
  await giver.goOffline()
  await taker.goOffline()
  await server.stop()

  await startBuild(giver.page)
  await chooseVehicle(giver.page, '2008', 'Audi', 'S4')
  await chooseTask(giver.page, 'Oil Change')
  await addLine(giver.page, {
    name: 'Engine oil',
    price: '45.99',
    quantity: '2',
    link: 'shop.example/oil',
  })
  await addLine(giver.page, {
    name: 'Oil filter',
    manufacturer: 'Mahler',
    partNumber: 'OX 188D',
    price: '11.49',
  })
  const total = await totalOf(giver.page).textContent()
  expect(total).toBe('$103.47')
  await giver.page.getByRole('link', { name: /Pass it on without signal/ }).click()
  await expect(giver.page.getByRole('img', { name: /^QR code of/ })).toBeVisible()
  await attachPicture(giver.page, 'pass')

  // By picture.
  const downloading = giver.page.waitForEvent('download')
  await giver.page.getByRole('button', { name: 'Save the code as a picture' }).click()
  const picture = `${ownFolder}/code.png`
  await (await downloading).saveAs(picture)
  await taker.page.getByLabel('Picture or file to read').setInputFiles(picture)
  await expect(taker.page.getByText('2008 Audi S4, Oil Change')).toBeVisible()
  await attachPicture(taker.page, 'preview')
  await taker.page.getByRole('button', { name: 'Import as my copy' }).click()
  await expect(taker.page.getByRole('heading', { name: 'Kit Builder' })).toBeVisible()
  await expect.poll(() => lineNames(taker.page)).toEqual(['Engine oil', 'Oil filter'])
  await expect(totalOf(taker.page)).toHaveText('$103.47')

  // By link.
  const link = await giver.page.evaluate(async () => {
    const copied = new Promise<string>((resolve) => {
      navigator.clipboard.writeText = (text) => Promise.resolve(resolve(text))
    })
    document.querySelectorAll('button').forEach((button) => {
      if (button.textContent?.startsWith('Copy link')) button.click()
    })
    return copied
  })
  expect(link).toMatch(/\/k#1[\w-]+$/)
  await taker.page.goto(link)
  await taker.page.getByRole('button', { name: 'Import as my copy' }).click()
  await expect(taker.page.getByRole('heading', { name: 'Kit Builder' })).toBeVisible()
  await expect(totalOf(taker.page)).toHaveText('$103.47')
})
