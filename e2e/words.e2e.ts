// Texts, URLs and behavior that the specification quotes or counts and no other test covers.
import type { Page } from '@playwright/test'

import { addLine, chip, startBuild } from './builder.ts'
import { expect, test } from './harness.ts'
import { stillBox } from './still.ts'

/** Holds answers of `path` until the returned function is called; `status` fails them then. */
async function holdBack(page: Page, path: RegExp, status?: number): Promise<() => void> {
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  await page.route(path, async (route) => {
    await isReleased
    // The page may have been left meanwhile.
    await (status ? route.fulfill({ status }) : route.continue()).catch(() => undefined)
  })
  return release
}

test('the landing page leads to the builder and to the kits', async ({ openBrowser }) => {
  const { page } = await openBrowser('phone')
  for (const [name, heading] of [
    ['Build a Kit', 'Kit Builder'],
    ['View Kits', 'Kits'],
  ] as const) {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Create part kits for any car, save for later and share with others.',
    )
    await page.getByRole('main').getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
  }
})

test('paths ignore case and a slash at the end, build ids do not @all', async ({
  openBrowser,
  allowErrors,
}) => {
  allowErrors(/404/)
  const { page } = await openBrowser('desk')
  const buildId = await startBuild(page)
  await addLine(page, { name: 'Water pump' })
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')
  for (const path of [`/LIST/${buildId}/`, `/Link/${buildId}`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Shared parts list' })).toBeVisible()
    await expect(page.getByText('Water pump').first()).toBeVisible()
  }
  await page.goto('/Create-Kits/')
  await expect(page.getByRole('heading', { level: 1, name: 'Kits', exact: true })).toBeVisible()
  await page.goto('/Affiliate-DISCLOSURE/')
  await expect(page.getByRole('heading', { level: 1, name: /disclosure/i })).toBeVisible()
  const turned = Array.from(buildId)
    .map((letter) =>
      letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
    )
    .join('')
  if (turned !== buildId) {
    await page.goto(`/list/${turned}`)
    await expect(page.getByRole('heading', { name: 'Parts List Not Found' })).toBeVisible()
  }
  await page.goto('/no-such-page')
  await expect(page.getByText('404 Page Not Found')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText('We may earn affiliate compensation')
})

test.extend({ hasOwnServer: true })(
  'the kits say what they wait for, and are not asked for again when the window is',
  async ({ openBrowser }) => {
    const { page } = await openBrowser('desk')
    await page.goto('/about')
    const release = await holdBack(page, /\/api\/kits\?/)
    await page.goto('/create-kits')
    await expect(
      page.getByPlaceholder('Search kits by vehicle, task, or kit name...'),
    ).toBeVisible()
    await expect(page.getByText('Loading kits...')).toBeAttached()
    release()
    await expect(page.getByText('No kits yet')).toBeVisible()
    await expect(page.getByText('Create your first kit using the Builder tab')).toBeVisible()

    let asked = 0
    page.on('request', (request) => (asked += request.url().includes('/api/kits?') ? 1 : 0))
    await page.evaluate(() => {
      for (const type of ['blur', 'focus']) dispatchEvent(new Event(type))
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await page.waitForTimeout(1_000)
    expect(asked).toBe(0)
  },
)

test('a shared list is copied, says what it lacks, and waits and fails in the specified words', async ({
  openBrowser,
  allowErrors,
}) => {
  allowErrors(/404|500/)
  const owner = await openBrowser('desk')
  const buildId = await startBuild(owner.page)
  await addLine(owner.page, { name: 'Water pump', price: '45.99', quantity: '2' })
  await addLine(owner.page, { name: 'Gasket', price: '3' })
  await expect(chip(owner.page)).toHaveAccessibleName('Sync: synced')

  const { page, context } = await openBrowser('desk')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/list/${buildId}`)
  await expect(page.getByText('No vehicle selected')).toBeVisible()
  await expect(page.getByText('No task selected')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Parts List (2 items)' })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText([
    'Part',
    'Manufacturer',
    'Part Number',
    'Qty',
    'Unit Price',
    'Total',
    'Link',
  ])
  await page.getByRole('button', { name: 'Copy link' }).click()
  const toast = page.getByRole('listitem').filter({ hasText: 'Link copied!' })
  await expect(toast).toContainText('Parts list URL copied to clipboard')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`/list/${buildId}`)
  await page.getByRole('link', { name: 'Back to Home' }).first().click()
  await expect(page).toHaveURL(/\/$/)

  const friend = await openBrowser('phone')
  const release = await holdBack(friend.page, /\/api\/(kits|lists)\//, 500)
  // Navigation inside the app: a served page already carries its answer.
  await friend.page.goto('/about')
  await expect(friend.page.getByRole('heading', { level: 1 })).toBeVisible()
  await friend.page.evaluate(() => {
    history.pushState(null, '', '/list/zzzzzz')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(friend.page.getByText('Loading parts list...')).toBeAttached()
  release()
  await expect(
    friend.page.getByRole('heading', { name: 'Failed to load parts list' }),
  ).toBeVisible()
})

test('a message stays five seconds, is reached with F8, and gives way to the next or to a swipe @all', async ({
  openBrowser,
}) => {
  const { page, context } = await openBrowser('desk')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await startBuild(page)
  await addLine(page, { name: 'Water pump' })
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')
  const copy = page.getByRole('button', { name: 'Copy link' }).first()
  const messages = page.getByRole('listitem').filter({ hasText: 'Link copied!' })

  await copy.click()
  await expect(messages).toBeVisible()
  const shownAt = Date.now()
  await copy.click()
  await expect(messages).toHaveCount(1)
  await page.mouse.move(10, 300)
  await expect(messages).toHaveCount(0)
  expect(Date.now() - shownAt).toBeGreaterThan(4_500)

  await copy.click()
  await expect(messages).toBeVisible()
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: /F8/ }).locator(':focus')).toHaveCount(1)
  // The toast's timer pauses while it has the focus, and below while it is hovered.
  await page.keyboard.press('Escape')
  await expect(messages).toHaveCount(0)

  await copy.click()
  await expect(messages).toBeVisible()
  await messages.hover()
  const box = await stillBox(messages)
  await page.mouse.move(box.x + 20, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + box.height / 2, { steps: 8 })
  await page.mouse.up()
  await expect(messages).toHaveCount(0)
})
