// The main job: a kit built without signal reaches everybody.
import {
  totalOf,
  addLine,
  chip,
  chooseTask,
  chooseVehicle,
  letRun,
  lineNames,
  loseSignal,
  namesOnServer,
  startBuild,
  startSyncedBuild,
  waitUntilStored,
} from './builder.ts'
import { createAccount, signIn } from './account.ts'
import { expect, networkFailure, test } from './harness.ts'

test.use({ hasOwnLine: true, hasOwnProfile: true, hasWorker: true })
const killTest = test.extend({ hasOwnServer: true })

const SAMPLE_TASK = 'Oil Change'
const TYPED = [
  {
    name: 'Engine oil 5W-40',
    manufacturer: 'Corvane',
    partNumber: 'CV-540',
    price: '45.99',
    quantity: '2',
    link: 'shop.example.com/cv540',
  },
  {
    name: 'Brake cleaner',
    manufacturer: 'Ostro',
    partNumber: '05089',
    price: '5.79',
    quantity: '3',
  },
  { name: 'Shop towels', price: '8' },
  { name: 'Funnel', price: '$3.50' },
  { name: 'Nitrile gloves', price: '12.00' },
  { name: 'Drain pan' },
  { name: 'Torque wrench hire', price: '15' },
  { name: 'Seal 14 × 20 mm', partNumber: '115.100', price: '1.10' },
  { name: 'Thread locker', price: '6.49' },
  { name: 'Rags' },
]

killTest(
  'a kit built without signal survives a flat battery and reaches a friend',
  async ({ server, openBrowser, allowErrors }) => {
    allowErrors(networkFailure)
    const garage = await openBrowser('desk')
    await garage.page.goto('/')

    // No signal, the server gone, the browser closed and opened again.
    await loseSignal(garage, server)
    await garage.close()
    let page = await garage.reopen()
    const buildId = await startBuild(page)
    await chooseVehicle(page, '2008', 'Audi', 'S4')
    await chooseTask(page, SAMPLE_TASK)
    await page.getByRole('button', { name: 'Add sample parts' }).click()
    await expect(page.getByRole('textbox', { name: 'Part name, line 3' })).toBeVisible()
    await page.getByRole('textbox', { name: 'Kit Name' }).fill('S4 oil change, 9 quarts')
    const samples = (await lineNames(page)).length
    for (const line of TYPED.slice(0, 12 - samples)) await addLine(page, line)
    await page
      .getByRole('textbox', { name: /^Notes/ })
      .fill('**Drain plug 30 Nm**, new seal every time.')
    await expect(chip(page)).toHaveAccessibleName(/waiting/)
    await expect(page.getByText('No signal.', { exact: true })).toBeVisible()
    const names = await lineNames(page)
    expect(names).toHaveLength(12)
    // The drain pan has no price.
    const total = '$258.57 + 1 without a price'
    await expect(totalOf(page)).toHaveText(total)
    const address = page.url()
    await letRun(page, 200)
    await garage.kill()

    page = await garage.reopen()
    await page.goto(address)
    await expect(page.getByRole('textbox', { name: 'Part name, line 12' })).toBeVisible()
    expect(await lineNames(page)).toEqual(names)
    await expect(page.getByText('2008 Audi S4')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Kit Name' })).toHaveValue(
      'S4 oil change, 9 quarts',
    )
    await expect(page.getByRole('textbox', { name: /^Notes/ })).toHaveValue(/30 Nm/)
    await expect(totalOf(page)).toHaveText(total)

    // Back home everything syncs; the retry's delay is tested by app/data/sync/send/pace.test.ts.
    await server.start()
    await garage.goOnline()
    await expect(chip(page)).toHaveAccessibleName('Sync: synced')

    const friend = await openBrowser('desk')
    await friend.page.goto(`/list/${buildId}`)
    await expect(friend.page.getByRole('heading', { name: 'Parts List (12 items)' })).toBeVisible()
    const shown = async () => {
      const cells = friend.page
        .getByRole('table')
        .getByRole('row')
        .filter({ has: friend.page.getByRole('cell') })
      const texts = await cells.evaluateAll((rows) =>
        rows.map((row) => (row as HTMLElement).innerText),
      )
      return names.filter((name) => texts.some((text) => text.includes(name)))
    }
    await expect.poll(shown).toEqual(names)
    await expect(friend.page.getByText(total, { exact: true }).first()).toBeVisible()
    await expect(friend.page.getByText('2008 Audi S4')).toBeVisible()

    // The server loses power right after it acknowledged.
    await server.kill()
    await server.start()
    const second = await openBrowser('phone')
    await second.page.goto(`/list/${buildId}`)
    await expect(second.page.getByRole('heading', { name: 'Parts List (12 items)' })).toBeVisible()
    for (const name of names) await expect(second.page.getByText(name).first()).toBeVisible()
  },
)

test('the service worker alone delivers the queue, with every page closed', async ({
  server,
  openBrowser,
  allowErrors,
}) => {
  allowErrors(networkFailure)
  const garage = await openBrowser('desk')
  await garage.page.goto('/')
  await loseSignal(garage, server)
  const buildId = await startBuild(garage.page)
  await addLine(garage.page, { name: 'Oil filter', price: '11.49' })
  await expect(chip(garage.page)).toHaveAccessibleName(/waiting/)
  await waitUntilStored(garage.page, 'Oil filter')
  await garage.leaveApp()
  await garage.goOnline()
  await garage.stopWorkers()
  await server.start()
  await garage.dispatchSync('wrenchlist-flush')
  // A push that began at the first key may be the one that gets through first.
  await expect.poll(() => namesOnServer(server, buildId)).toEqual(['Oil filter'])
})

test('who signed in a moment ago still is after a flat battery @all', async ({
  server,
  openBrowser,
}) => {
  const dana = await createAccount(server, 'dana')
  const garage = await openBrowser('desk')
  await garage.page.goto('/')
  // Chromium flushes localStorage five seconds after a change, and then not for a minute.
  await garage.page.evaluate(() => localStorage.setItem('before', 'the login'))
  await letRun(garage.page, 7_000)
  await signIn(garage.page, dana)
  await startSyncedBuild(garage.page, { name: 'Oil filter' })
  await garage.kill()
  const again = await garage.reopen()
  await again.goto('/my-account')
  await expect(again.getByRole('main').getByText(dana).first()).toBeVisible()
})

// T92
test('50 keys typed at once and a flat battery 200 ms later: every letter is there @all', async ({
  openBrowser,
}) => {
  const garage = await openBrowser('desk')
  await startBuild(garage.page)
  const text = 'Everything that was typed has to be there again, !'
  await garage.page.getByRole('textbox', { name: /^Notes/ }).click()
  await garage.page.keyboard.type(text)
  const address = garage.page.url()
  await letRun(garage.page, 200)
  await garage.kill()
  const page = await garage.reopen()
  await page.goto(address)
  await expect(page.getByRole('textbox', { name: /^Notes/ })).toHaveValue(text)
})

test('half a link and half a price survive a flat battery and are never sent @all', async ({
  openBrowser,
  request,
}) => {
  const garage = await openBrowser('desk')
  const buildId = await startBuild(garage.page)
  await addLine(garage.page, { name: 'Oil filter', price: '11.49' })
  await expect(chip(garage.page)).toHaveAccessibleName('Sync: synced')
  await garage.page.getByRole('textbox', { name: 'Unit price in dollars, line 1' }).fill('12.')
  await garage.page.getByRole('textbox', { name: 'Link, line 1' }).click()
  await garage.page.getByRole('textbox', { name: 'Unit price in dollars, line 1' }).fill('12.3456')
  await garage.page.getByRole('textbox', { name: 'Link, line 1' }).click()
  await garage.page.keyboard.type('https://shop.exam')
  const address = garage.page.url()
  await garage.page.waitForTimeout(2_500)
  await garage.kill()
  const page = await garage.reopen()
  await page.goto(address)
  await expect(page.getByRole('textbox', { name: 'Link, line 1' })).toHaveValue('https://shop.exam')
  await expect(page.getByRole('textbox', { name: 'Unit price in dollars, line 1' })).toHaveValue(
    '12.3456',
  )
  await page.waitForTimeout(2_500)
  const body = (await (await request.get(`/api/lists/${buildId}`)).json()) as {
    parts: Record<string, string>[]
  }
  expect(body.parts[0]?.['link']).toBe('')
  expect(body.parts[0]?.['unitPrice']).not.toBe('12.35')
})
