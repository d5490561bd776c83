// Browsers that forget, or refuse to remember.
import { createAccount, signIn } from './account.ts'
import {
  addLine,
  chip,
  lineNames,
  namesOnServer,
  startBuild,
  startSyncedBuild,
  waitForWorker,
} from './builder.ts'
import { expect, test } from './harness.ts'

test.use({ hasWorker: true })

// T96
test('where the browser stores nothing, all that is typed goes to the server, and it says so', async ({
  openBrowser,
  server,
  allowErrors,
}) => {
  allowErrors(/SecurityError|service ?worker/i)
  const { page, context } = await openBrowser('desk')
  // Chromium's behavior where site data is blocked.
  await context.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get: refuse, configurable: true })
    IDBFactory.prototype.open = refuse
  })
  const buildId = await startBuild(page)
  await expect(page.getByText('This browser keeps nothing.')).toBeVisible()
  await addLine(page, { name: 'Oil filter', price: '11.49' })
  await expect.poll(() => namesOnServer(server, buildId)).toEqual(['Oil filter'])
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')
  // The kit opens again by its link, if as a guest's.
  await page.goto(`/list/${buildId}`)
  await expect(page.getByText('Oil filter').first()).toBeVisible()
})

// T71, T101
test('what the browser has thrown away comes back from the account, and its caches held no answer @all', async ({
  openBrowser,
  server,
}) => {
  const maria = await createAccount(server, 'maria')
  const { page, context } = await openBrowser('desk')
  await signIn(page, maria)
  const buildId = await startSyncedBuild(page, { name: 'Oil filter' })
  await waitForWorker(page)
  const cached = await page.evaluate(async () => {
    const addresses: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) addresses.push(url)
    return addresses
  })
  expect(cached.length).toBeGreaterThan(10)
  expect(cached.filter((url) => new URL(url).pathname.startsWith('/api'))).toEqual([])

  const cdp = await context.newCDPSession(page)
  const { origin } = new URL(page.url())
  // Browsers evict a site that nobody has open.
  await page.goto('about:blank')
  const storageTypes = 'indexeddb,cache_storage,service_workers'
  await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes })
  await page.goto(`/builder?build=${buildId}`)
  await expect(page.getByRole('textbox', { name: 'Part name, line 1' })).toHaveValue('Oil filter')
  await addLine(page, { name: 'Drain plug' })
  // Still her own kit, not a copy.
  await expect.poll(() => namesOnServer(server, buildId)).toEqual(['Oil filter', 'Drain plug'])
})

test('a store that the browser loses is opened again: the screen stays, and what is typed meanwhile @all', async ({
  openBrowser,
  server,
}) => {
  const { page } = await openBrowser('desk')
  // Safari's behavior for a background page: every earlier connection fails for good.
  await page.addInitScript(() => {
    const transaction = Reflect.get(IDBDatabase.prototype, 'transaction')
    const known = new WeakSet<IDBDatabase>()
    const lost = new WeakSet<IDBDatabase>()
    let isLosing = false
    addEventListener('lose', () => (isLosing = true))
    IDBDatabase.prototype.transaction = function (...args) {
      if (isLosing && known.has(this)) lost.add(this)
      else known.add(this)
      if (!lost.has(this)) return transaction.apply(this, args)
      isLosing = false
      throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError')
    }
  })
  const buildId = await startSyncedBuild(page, { name: 'Oil filter' })
  await page.evaluate(() => dispatchEvent(new Event('lose')))
  await addLine(page, { name: 'Drain plug' })
  await expect(page.getByRole('heading', { name: 'Kit Builder' })).toBeVisible()
  await expect.poll(() => namesOnServer(server, buildId)).toEqual(['Oil filter', 'Drain plug'])
  await page.reload()
  await expect.poll(() => lineNames(page)).toEqual(['Oil filter', 'Drain plug'])
})
