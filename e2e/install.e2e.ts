// The installable shell: every screen without signal, an update that loses nothing.
import type { Page } from '@playwright/test'

import { cp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chip, loseSignal, startBuild, waitForWorker } from './builder.ts'
import { WATCH_SHIFTS } from './watchShifts.ts'
import { expectAccessible } from './axe.ts'
import { attachPicture, expect, networkFailure, test } from './harness.ts'
import { rootFolder } from './server.ts'

test.use({ hasOwnServer: true, hasOwnProfile: true, hasWorker: true })

test('the manifest makes the app installable', async ({ openBrowser }) => {
  const { page, context } = await openBrowser('desk')
  await page.goto('/')
  await waitForWorker(page)
  const session = await context.newCDPSession(page)
  const manifest = await session.send('Page.getAppManifest')
  expect(manifest.errors).toEqual([])
  const parsed = JSON.parse(manifest.data ?? '{}') as {
    icons: { purpose: string; sizes: string }[]
  }
  expect(parsed.icons.map((icon) => `${icon.purpose} ${icon.sizes}`)).toEqual(
    expect.arrayContaining(['any 192x192', 'any 512x512', 'maskable 512x512']),
  )
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // The only error a test browser cannot avoid: its profile is private.
  expect(
    installabilityErrors.map((error) => error.errorId).filter((id) => id !== 'in-incognito'),
  ).toEqual([])
})

test.describe('who has not answered yet', () => {
  test.use({ isUndecided: true })

  test('the offer to install stands in the page, over no button and no message @all', async ({
    openBrowser,
  }) => {
    const { page, newPage } = await openBrowser('phone')
    await page.goto('/')
    await expect(page.getByRole('contentinfo')).toBeAttached()
    // The second visit is another tab.
    const again = await newPage()
    await again.setViewportSize({ width: 360, height: 740 })
    await again.addInitScript(WATCH_SHIFTS)
    await startBuild(again)
    await expect(again.getByRole('contentinfo')).toBeAttached()
    await again.evaluate(() => {
      const event = new Event('beforeinstallprompt', { cancelable: true })
      const asked = { prompt: () => Promise.resolve(), userChoice: new Promise(() => undefined) }
      dispatchEvent(Object.assign(event, asked))
    })
    const offer = again.getByRole('region', { name: 'Keep Wrenchlist in your pocket' })
    await expect(offer).toBeHidden()
    const shifted = await again.evaluate('window.shifted')
    expect(shifted).toBeLessThanOrEqual(0.02)

    await again.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Kits' }).tap()
    await expect(offer).toBeVisible()
    await expect(async () => {
      const box = await offer.boundingBox()
      const head = await again.getByRole('banner').boundingBox()
      const main = await again.getByRole('main').boundingBox()
      expect(box?.y).toBe((head?.y ?? 0) + (head?.height ?? 0))
      expect(main?.y).toBe((box?.y ?? 0) + (box?.height ?? 0))
    }).toPass({ timeout: 30_000 })
    for (const name of ['Not now', 'Install']) {
      const button = await offer.getByRole('button', { name }).boundingBox()
      expect(button?.height).toBeGreaterThanOrEqual(48)
    }
    await expectAccessible(again)
    await attachPicture(again, 'the offer')
    await offer.getByRole('button', { name: 'Not now' }).tap()
    await expect(offer).toBeHidden()
  })
})

test('every route opens without signal at its deep link, also one never visited', async ({
  server,
  openBrowser,
  allowErrors,
}) => {
  allowErrors(networkFailure)
  const phone = await openBrowser('phone')
  const { page } = phone
  await page.goto('/')
  await loseSignal(phone, server)
  const screens: [string, RegExp][] = [
    ['/', /create part kits for any car/i],
    ['/builder', /Kit Builder/],
    ['/builder/', /Kit Builder/],
    ['/list/abc123', /Not on this device yet/],
    ['/link/abc123', /Not on this device yet/],
    ['/create-kits', /Failed to load kits/],
    ['/no/such/page', /404 Page Not Found/],
  ]
  for (const [path, words] of screens) {
    await page.goto(path)
    await expect(page.getByText(words).first(), path).toBeVisible()
  }
})

/** A page that asks the worker for a file again and again for three seconds. */
async function askForFiles(page: Page) {
  await page.evaluate(() => {
    const file = document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '/'
    const ask = () => fetch(file).then((answer) => answer.text())
    const asking = setInterval(() => void ask(), 2)
    setTimeout(() => clearInterval(asking), 3_000)
    return ask()
  })
}

for (const tag of ['', ', also while another tab asks the old worker for files @all'])
  // T94
  test(`an update is offered, and half-typed text survives it in every tab${tag}`, async ({
    server,
    openBrowser,
    ownFolder,
    allowErrors,
  }) => {
    allowErrors(networkFailure)
    // A copy of the build, to be replaced by another version under the running server.
    const dist = join(ownFolder, 'dist')
    await cp(join(rootFolder, 'dist'), dist, { recursive: true })
    await symlink(join(rootFolder, 'node_modules'), join(ownFolder, 'node_modules'))
    await server.stop()
    await server.start({ E2E_DIST: dist })
    const { page, newPage } = await openBrowser('desk')
    await startBuild(page)
    await waitForWorker(page)
    const other = await newPage()
    await other.goto(page.url())
    await page.getByRole('textbox', { name: /^Notes/ }).fill('half a sente')

    const worker = join(dist, 'app', 'sw.js')
    await writeFile(worker, `${await readFile(worker, 'utf8')}\n// the next version`)
    for (const packed of ['br', 'gz']) await rm(`${worker}.${packed}`)
    await server.restart({ E2E_DIST: dist })
    await other.getByRole('textbox', { name: 'Kit Name' }).pressSequentially('typing')
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    await expect(page.getByText('Update ready.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: /^Notes/ })).toHaveValue('half a sente')
    if (tag) await askForFiles(other)
    const restarted = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Restart' }).click()
    await restarted
    await expect(page.getByText('Update ready.')).toBeHidden()
    await expect(page.getByRole('textbox', { name: /^Notes/ })).toHaveValue('half a sente')
    await expect(page.getByRole('textbox', { name: 'Kit Name' })).toHaveValue('typing')
    await expect(other.getByRole('textbox', { name: /^Notes/ })).toHaveValue('half a sente')
  })

test('on plain http in a workshop it works, keeps what is typed, and says what is missing @all', async ({
  server,
  openBrowser,
  allowErrors,
}) => {
  allowErrors(/Cross-Origin-Opener-Policy header has been ignored/)
  const { page } = await openBrowser('phone')
  await page.goto(`http://workshop.test:${server.port}/builder`)
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  await expect(page.getByText('Offline use needs https')).toBeVisible()
  await page.getByRole('textbox', { name: /^Notes/ }).fill('typed without https')
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')
  await page.reload()
  await expect(page.getByRole('textbox', { name: /^Notes/ })).toHaveValue('typed without https')
})

test('code that a newer version took away comes with one reload, and what was typed stays @all', async ({
  server,
  openBrowser,
  allowErrors,
}) => {
  allowErrors(/Cross-Origin-Opener-Policy header has been ignored/)
  allowErrors(/status of 404|Failed to fetch dynamically imported module/)
  const { page } = await openBrowser('phone')
  // No worker on plain http: it would have kept the code on the device.
  await page.goto(`http://workshop.test:${server.port}/builder`)
  await page.getByRole('textbox', { name: /^Notes/ }).fill('half a sente')
  const build = page.url()
  let isGone = true
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
  })
  await page.route(/\/assets\/TextScreen-.*\.js$/, (route) =>
    isGone ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue(),
  )
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  // Still missing after the reload: an error is shown, without a reload loop.
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  expect(documents).toEqual(['/about'])
  isGone = false
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /About/ })).toBeVisible()
  await page.goto(build)
  await expect(page.getByRole('textbox', { name: /^Notes/ })).toHaveValue('half a sente')
})
