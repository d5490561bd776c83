// A closed phone is notified: a price falls, and the real worker shows the server's push. No push
// service is reachable from here, so this test stands in for it and for the browser's connection to
// it: it takes the body the server really sent over HTTP, decrypts it with the subscription's keys
// as a browser would, and hands the payload to the worker through DevTools. Not covered: a
// subscription at a browser's own service, its wire, and a press on the system's notification.
import type { AddressInfo } from 'node:net'

import { createServer, type Server } from 'node:http'
import { join } from 'node:path'

import type { Page } from '@playwright/test'
import pg from 'pg'

import { testReceiver } from '../sync-server/notify/testReceiver.ts'
import { register } from './account.ts'
import { expectAccessible } from './axe.ts'
import { waitForWorker } from './builder.ts'
import { expect, said, saidIn, test } from './harness.ts'
import { wantLook } from './look.ts'
import { openMailbox } from './mail.ts'

test.use({ hasOwnServer: true, hasOwnProfile: true, hasWorker: true })

const PART = '/product/SF%20719%2F45'
/** Timeout for the real server's round each minute, on a busy machine. */
const ROUND_MS = 200_000
const FELL = said('Oil filter, spin-on is $1.00')
const ENDPOINT = 'https://push.test/phone'
const SIZES = [
  [360, 740],
  [1280, 800],
] as const

/** NOTICE_PICTURES=folder keeps pictures of the screens in every look. */
async function looks(page: Page, name: string): Promise<void> {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height })
    for (const colorScheme of ['light', 'dark'] as const) {
      await wantLook(page, { colorScheme })
      // Differences between desk and phone render in the next frame.
      const tooWide = () =>
        page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement
          return scrollWidth - clientWidth
        })
      await expect.poll(tooWide, 'wider than the window').toBe(0)
      await expectAccessible(page)
      const folder = process.env['NOTICE_PICTURES']
      const path = folder && join(folder, `${name}-${width}-${colorScheme}.png`)
      if (path) await page.screenshot({ path, fullPage: true })
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

interface PushService {
  /** For the server's PUSH_HOSTS. */
  hosts: string
  bodies: Buffer[]
  server: Server
}

async function openPushService(): Promise<PushService> {
  const bodies: Buffer[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks))
      response.writeHead(201).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { hosts: `push.test=http://127.0.0.1:${port}`, bodies, server }
}

/** Fake of the browser's push manager, without the service behind it. */
function standInForPush({ keys, endpoint }: { keys: object; endpoint: string }): void {
  let isOn = false
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: () => {
      isOn = false
      return Promise.resolve(true)
    },
  }
  PushManager.prototype.subscribe = () => {
    isOn = true
    return Promise.resolve(subscription as unknown as PushSubscription)
  }
  PushManager.prototype.getSubscription = () =>
    Promise.resolve(isOn ? (subscription as unknown as PushSubscription) : null)
}

test('a watched price that falls is pushed to a closed phone, and mailed with a way out @all', async ({
  openBrowser,
  server,
}) => {
  test.setTimeout(900_000)
  const mail = await openMailbox()
  const push = await openPushService()
  await server.restart({ SMTP_URL: mail.url, PUSH_HOSTS: push.hosts })
  const receiver = testReceiver()
  const { page, context } = await openBrowser('desk')
  await context.grantPermissions(['notifications'], { origin: server.url })
  await page.addInitScript(standInForPush, { keys: receiver.keys, endpoint: ENDPOINT })
  await register(page, mail, 'maria', 'maria@example.com')
  await waitForWorker(page)

  await test.step('she chooses to be told at once, here and by mail', async () => {
    await page.goto('/my-account#notifications')
    const section = page.getByRole('region', { name: 'Notifications' })
    await section.getByRole('button', { name: 'Turn on' }).click()
    await expect(section.getByRole('button', { name: 'Turn off' })).toBeVisible()
    const choose = (group: string, name: string) =>
      section.getByRole('radiogroup', { name: group }).getByText(name, { exact: true }).click()
    await choose('Watched prices and baskets', 'At once')
    await choose('Quiet hours', 'Off')
    const stored = `select settings->'quiet' = 'null' from notification_settings`
    await expect.poll(() => query(server.env['DATABASE_URL'], stored)).toBe(true)
    await page.reload()
    await expect(
      section.getByRole('radiogroup', { name: 'Watched prices and baskets' }).getByLabel('At once'),
    ).toBeChecked()
    await expect(section.getByRole('button', { name: 'Turn on' })).toBeVisible()
    await section.getByRole('button', { name: 'Turn on' }).click()
    await expect(section.getByRole('button', { name: 'Turn off' })).toBeVisible()
    await looks(page, 'account')
  })

  await test.step('she waits for a price', async () => {
    await page.goto(PART)
    await page.getByRole('button', { name: 'Watch this price' }).click()
    const field = page.getByLabel('Tell me at this total, in dollars')
    await field.fill('5.00')
    await expect(page.getByText(/Kept with your account/)).toBeVisible()
    await looks(page, 'watch')
    await page.getByRole('button', { name: 'Watch', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Watching for $5.00' })).toBeVisible()
    await expect
      .poll(() => query(server.env['DATABASE_URL'], 'select count(*)::int from watches'))
      .toBe(1)
  })

  const session = await context.newCDPSession(page)
  const registrationId = await new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(server.url))
      if (own) resolve(own.registrationId)
    })
    void session.send('ServiceWorker.enable')
  })
  // No page of the app stays open: only the worker is notified.
  await page.goto('about:blank')

  const words = await test.step('the price falls, and the server pushes it', async () => {
    // Offers as an import would leave them, and watches due as if the hour were over.
    await query(
      server.env['DATABASE_URL'],
      `with fallen as (update offers set base_cents = 100, promo_cents = 0, shipping_cents = 0,
         tax_cents = 0, core_cents = 0, as_of = now(), availability = 'In stock'
         where part_id in (select id from parts where number_key = 'SF71945'))
       update watches set checked_at = 'epoch'`,
    )
    await expect.poll(() => push.bodies.length, { timeout: ROUND_MS }).toBeGreaterThan(0)
    const body = push.bodies[0] ?? Buffer.alloc(0)
    expect(body.toString('latin1')).not.toContain('Oil')
    return receiver.read(body)
  })
  expect(JSON.parse(words)).toMatchObject({
    web_push: 8030,
    notification: {
      title: expect.stringMatching(FELL),
      navigate: `${server.url}/product/SF%20719%2F45?brand=Samplefilter`,
    },
  })

  await test.step('a real worker shows it, with no page of the app open', async () => {
    // DevTools reports no message that a stopping worker missed: it is sent again, like an
    // unacknowledged one, and shown once because of its tag.
    const deliver = () =>
      session.send('ServiceWorker.deliverPushMessage', {
        origin: server.url,
        registrationId,
        data: words,
      })
    await deliver()
    const shown = () =>
      page.evaluate(async () => {
        const worker = await navigator.serviceWorker.getRegistration()
        const all = (await worker?.getNotifications()) ?? []
        return all.map(({ title, body, data }) => ({ title, body, data: data as unknown }))
      })
    await page.goto(`${server.url}/about`)
    const notice = {
      title: expect.stringMatching(FELL),
      body: expect.stringMatching(saidIn('You wait for $5.00 or less')),
      data: { navigate: `${server.url}/product/SF%20719%2F45?brand=Samplefilter` },
    }
    await expect(async () => {
      if ((await shown()).length === 0) await deliver()
      await expect.poll(shown, { timeout: 5_000 }).toEqual([notice])
    }).toPass({ timeout: 60_000 })
  })

  await test.step('the mail has a way out that needs no login and waits for a press', async () => {
    await expect
      .poll(() => mail.subjects('maria@example.com'))
      .toContainEqual(expect.stringMatching(FELL))
    const stranger = await openBrowser('phone')
    await stranger.page.goto(await mail.linkTo('maria@example.com', 'unsubscribe'))
    const heading = stranger.page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('End notifications by mail?')
    await expect(stranger.page).not.toHaveURL(/token/)
    await looks(stranger.page, 'unsubscribe')
    await stranger.page.getByRole('button', { name: 'No more of these mails' }).click()
    await expect(heading).toHaveText('No more of these mails')
    const settings = await query(
      server.env['DATABASE_URL'],
      `select settings->>'mail' from notification_settings`,
    )
    expect(settings).toBe('false')
  })

  await mail.close()
  push.server.closeAllConnections()
  push.server.close()
})

/** The first value of the first row. */
async function query(url: string | undefined, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url ?? '' })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql)
    return Object.values(rows[0] ?? {})[0]
  } finally {
    await client.end()
  }
}
