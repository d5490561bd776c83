/* oxlint-disable no-empty-pattern -- Playwright reads a fixture's needs off its first parameter */
// Analytics events, of which there are none before consent.
import type { Page } from '@playwright/test'

import { once } from 'node:events'
import { createServer } from 'node:http'

import { expectAccessible } from './axe.ts'
import { addLine, chip, loseSignal, rowsIn, startBuild, waitForWorker } from './builder.ts'
import { WATCH_SHIFTS } from './watchShifts.ts'
import { attachPicture, expect, networkFailure, test as base } from './harness.ts'

const test = base.extend<{ collected: string[]; collectorUrl: string }>({
  collected: async ({}, provide) => provide([]),
  // Stand-in for an operator's collector of events.
  collectorUrl: async ({ collected }, provide) => {
    const collector = createServer((request, response) => {
      let text = ''
      request.on('data', (part: Buffer) => (text += part.toString()))
      request.on('end', () => {
        const { events } = JSON.parse(text) as { events: { name: string }[] }
        collected.push(...events.map(({ name }) => name))
        response.end()
      })
    })
    collector.listen(0, '127.0.0.1')
    await once(collector, 'listening')
    const address = collector.address()
    const port = typeof address === 'object' && address ? address.port : 0
    await provide(`http://127.0.0.1:${port}/`)
    collector.close()
  },
  serverEnv: async ({ collectorUrl }, provide) => provide({ ANALYTICS_URL: collectorUrl }),
  isUndecided: true,
  hasOwnProfile: true,
  hasWorker: true,
})

// T58
test('nothing is counted before Accept All, what happens offline later, and nothing after Reject @all', async ({
  openBrowser,
  collected,
  collectorUrl,
  server,
  allowErrors,
}) => {
  allowErrors(networkFailure)
  const device = await openBrowser('desk')
  const { page } = device
  const posts: string[] = []
  page.on('request', (request) => posts.push(new URL(request.url()).pathname))
  const question = page.getByRole('region', { name: 'Cookies on Wrenchlist' })
  const copyLink = async () => {
    await page.getByRole('button', { name: 'Copy link' }).first().click()
    await expect(page.getByText('Link copied!').first()).toBeVisible()
  }

  await startBuild(page)
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await addLine(page, { name: 'Oil filter' })
  await copyLink()
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')
  expect([collected, posts.filter((path) => path === '/api/analytics')]).toEqual([[], []])

  // The press loads the analytics code: without a worker it has to arrive before the signal goes.
  await waitForWorker(page)
  await page.getByRole('button', { name: 'Accept All' }).click()
  await expect(question).toBeHidden()
  await loseSignal(device, server)
  await copyLink()
  await expect.poll(() => callsWaiting(page)).toBe(1)
  // Queued events survive a reload.
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Part name, line 1' })).toHaveValue('Oil filter')
  expect(collected).toEqual([])
  await server.start({ ANALYTICS_URL: collectorUrl })
  await device.goOnline()
  // The worker may have just tried and failed: its next retry is a minute later.
  await expect.poll(() => collected, { timeout: 90_000 }).toEqual(['build_link_copy'])

  await page.getByRole('button', { name: 'Cookie Settings' }).click()
  await page.getByRole('checkbox', { name: /^Analytics/ }).uncheck()
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await reloaded
  await expect(page.getByRole('textbox', { name: 'Part name, line 1' })).toHaveValue('Oil filter')
  await expect(question).toBeHidden()
  // The browser restores the scroll position while the page grows: nothing holds still before.
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await page.evaluate(() => scrollTo(0, 0))
  await copyLink()
  await addLine(page, { name: 'Drain plug' })
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')
  expect(collected).toEqual(['build_link_copy'])
})

test('the question is one line of the page that covers nothing, on the smallest phone too @all', async ({
  openBrowser,
}) => {
  const { page } = await openBrowser('phone')
  const question = page.getByRole('region', { name: 'Cookies on Wrenchlist' })
  for (const path of ['/', '/builder']) {
    await page.goto(path)
    for (const width of [360, 390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      // The layout follows a new width a moment later.
      await expect(async () => {
        const box = await question.boundingBox()
        const main = await page.getByRole('main').boundingBox()
        const head = await page.getByRole('banner').boundingBox()
        expect(box?.height).toBeLessThanOrEqual(64)
        expect(box?.y).toBe((head?.y ?? 0) + (head?.height ?? 0))
        expect(main?.y).toBe((box?.y ?? 0) + (box?.height ?? 0))
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      }).toPass({ timeout: 30_000 })
      await attachPicture(page, `the question, ${width}`)
    }
    await page.setViewportSize({ width: 360, height: 740 })
    for (const name of ['Customize', 'Reject', 'Accept All']) {
      await expect
        .poll(async () => {
          const { width, height } = (await page.getByRole('button', { name }).boundingBox()) ?? {}
          return Math.min(width ?? 0, height ?? 0)
        }, name)
        .toBeGreaterThanOrEqual(48)
    }
    await expectAccessible(page)
  }
})

test('who follows a link sees its list first, and is asked on the next screen @all', async ({
  openBrowser,
}) => {
  const owner = await openBrowser('desk')
  await startBuild(owner.page)
  await addLine(owner.page, { name: 'Oil filter' })
  await expect(chip(owner.page)).toHaveAccessibleName('Sync: synced')
  const buildId = new URL(owner.page.url()).searchParams.get('build') ?? ''
  const { page } = await openBrowser('phone')
  const question = page.getByRole('region', { name: 'Cookies on Wrenchlist' })
  await page.addInitScript(WATCH_SHIFTS)
  await page.goto(`/list/${buildId}`)
  await expect(page.getByRole('contentinfo')).toBeAttached()
  await expect(page.getByText('Oil filter')).toBeVisible()
  await expect(question).toBeHidden()
  expect(await page.evaluate('window.shifted')).toBeLessThanOrEqual(0.02)
  await page.getByRole('link', { name: 'Make it mine' }).tap()
  await expect(question).toBeVisible()
})

base.describe('where nothing is counted', () => {
  base.use({ isUndecided: true })

  base('nobody is asked, and the settings say so @all', async ({ openBrowser }) => {
    const { page } = await openBrowser('phone')
    const question = page.getByRole('region', { name: 'Cookies on Wrenchlist' })
    const told = page.waitForResponse(/\/api\/consent$/)
    await page.goto('/')
    await told
    await page.getByRole('link', { name: 'Build a Kit' }).first().tap()
    await expect(page.getByRole('heading', { name: 'Kit Builder' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('contentinfo')).toBeAttached()
    await expect(question).toBeHidden()
    await page.getByRole('button', { name: 'Cookie Settings' }).click()
    await expect(page.getByText(/^Nothing is counted here/)).toBeVisible()
  })
})

for (const screen of ['phone', 'desk'] as const) {
  test(`the settings are as tall as what is in them: ${screen} @all`, async ({ openBrowser }) => {
    const { page } = await openBrowser(screen)
    await page.goto('/about')
    await page.getByRole('button', { name: 'Customize' }).click()
    const settings = page.getByRole('dialog', { name: 'Cookie Settings' })
    await expect(settings).toBeVisible()
    const analytics = settings.getByRole('checkbox', { name: /^Analytics/ })
    // Polled, because the dialog may still be opening.
    await expect.poll(() => analytics.evaluate(roomBelow)).toEqual({ left: 0, over: 0 })
    await attachPicture(page, `cookie-settings-${screen}`)
  })
}

/** Runs in a page: space below the last choice of a dialog, and how much is cut off, in px. */
function roomBelow(box: Element): { left: number; over: number } {
  const last = box.closest('label') ?? box
  let scroller: Element = last
  while (!/auto|scroll/.test(getComputedStyle(scroller).overflowY) && scroller.parentElement)
    scroller = scroller.parentElement
  const end = scroller.getBoundingClientRect().bottom
  const padding = Number.parseFloat(getComputedStyle(scroller).paddingBottom)
  return {
    left: Math.round(end - padding - last.getBoundingClientRect().bottom),
    over: scroller.scrollHeight - scroller.clientHeight,
  }
}

/** Calls queued on the device until there is signal. */
const callsWaiting = async (page: Page) => (await rowsIn(page, 'calls')).length
