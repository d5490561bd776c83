// The main flow on a phone: from opening the app to a kit whose link somebody else has.
import type { Locator } from '@playwright/test'

import { expectAccessible } from './axe.ts'
import { chip, loseSignal, oneLine, startBuild } from './builder.ts'
import { attachPicture, expect, networkFailure, offlineTest, test } from './harness.ts'

const MOST_TAPS = 10

/** Fake of the system's share sheet that records its input. */
const SHARE_SHEET = `
  window.given = []
  navigator.share = (data) => (window.given.push(data.url), Promise.resolve())
`

test('a kit with vehicle, task and three parts is shared with ten taps, without a login', async ({
  openBrowser,
}) => {
  const { page } = await openBrowser('phone')
  await page.addInitScript(SHARE_SHEET)
  let taps = 0
  const tap = async (what: Locator) => {
    await what.tap()
    taps++
  }
  await page.goto('/')
  await tap(page.getByRole('main').getByRole('link', { name: 'Build a Kit' }).first())
  await tap(page.getByRole('button', { name: 'Choose A Vehicle' }))
  const dialog = page.getByRole('dialog')
  for (const name of ['2008', 'Audi', 'S4']) {
    await tap(dialog.getByRole('button', { name, exact: true }))
  }
  await expect(dialog).toBeHidden()
  await tap(page.getByRole('button', { name: 'Choose A Task' }))
  await tap(dialog.getByRole('row', { name: 'Oil Change' }).getByRole('button', { name: 'Use' }))
  await expect(dialog).toBeHidden()
  const parts = ['Engine oil', 'Oil filter', 'Drain plug']
  await tap(oneLine(page))
  // Enter adds the part and keeps the focus in the line: the thumbs stay on the keys.
  for (const part of parts) {
    await page.keyboard.type(part)
    await page.keyboard.press('Enter')
  }

  const share = page.getByRole('region', { name: 'Total and saving' }).getByRole('button', {
    name: 'Share',
  })
  await expect(share).toBeInViewport()
  await tap(share)
  const sheet = page.getByRole('dialog', { name: 'Share this kit' })
  await expect(sheet.getByText('Live. Anyone with this link can see the list.')).toBeVisible()
  await expect(sheet.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Copy link' })).toBeVisible()
  await expectAccessible(page)
  await attachPicture(page, 'share')
  await tap(sheet.getByRole('button', { name: 'Send the link' }))
  expect(taps).toBeLessThanOrEqual(MOST_TAPS)

  await expect.poll(() => page.evaluate('window.given')).toHaveLength(1)
  const [link = ''] = (await page.evaluate('window.given')) as string[]
  expect(link).toMatch(/\/list\/\w{6}$/)
  const friend = await openBrowser('phone')
  await friend.page.goto(link)
  for (const words of ['2008 Audi S4', 'Oil Change', ...parts]) {
    await expect(friend.page.getByText(words).first()).toBeVisible()
  }
})

offlineTest(
  'what is shared before it was sent says so, and from when its link works @all',
  async ({ server, openBrowser, allowErrors }) => {
    allowErrors(networkFailure)
    const phone = await openBrowser('phone')
    const { page } = phone
    await page.addInitScript(SHARE_SHEET)
    await startBuild(page)
    const share = page.getByRole('button', { name: 'Share', exact: true })
    const sheet = page.getByRole('dialog', { name: 'Share this kit' })
    // The sheet's code loads once, and then needs no signal.
    await share.tap()
    await expect(sheet.getByText('Nothing is in it yet.')).toBeVisible()
    await page.keyboard.press('Escape')
    await loseSignal(phone, server)
    await oneLine(page).fill('Oil filter')
    await page.keyboard.press('Enter')

    await share.tap()
    await expect(sheet.getByText('Not live yet.')).toBeVisible()
    await expect(sheet.getByText('it opens for others once this list has synced')).toBeVisible()
    await sheet.getByRole('button', { name: 'Send the link' }).tap()
    await expect.poll(() => page.evaluate('window.given')).toHaveLength(1)
    const [link = ''] = (await page.evaluate('window.given')) as string[]
    await server.start()
    await phone.goOnline()
    await expect(sheet.getByText('Live. Anyone with this link can see the list.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(chip(page)).toHaveAccessibleName('Sync: synced')
    const friend = await openBrowser('phone')
    await friend.page.goto(link)
    await expect(friend.page.getByText('Oil filter').first()).toBeVisible()

    // On a desk the button is beside the title.
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.evaluate(() => scrollTo(0, 0))
    // The button moves with the frame after the one that is wider.
    await expect.poll(async () => (await share.boundingBox())?.y).toBeLessThan(200)
    await expect(share).toBeInViewport()
  },
)
