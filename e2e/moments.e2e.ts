// Animations: the stripe of a kit that has reached everybody, and the transition into a kit.
import type { Page } from '@playwright/test'

import { createAccount, signIn } from './account.ts'
import { expectAccessible } from './axe.ts'
import { addLine, chip, startBuild } from './builder.ts'
import { expect, test } from './harness.ts'

// The test looks at everybody's kits.
test.use({ hasOwnServer: true })

interface Seen {
  /** Stripes that were drawn. */
  drawn: number
  /** Vibrations of the phone. */
  ticks: number
  /** Transitions between two screens. */
  transitions: number
}

/** Counts effects that are over in a moment. */
async function watchMoments(page: Page): Promise<() => Promise<Seen>> {
  await page.addInitScript(() => {
    const seen = { drawn: 0, ticks: 0, transitions: 0 }
    Object.assign(window, { seen })
    navigator.vibrate = () => Boolean(++seen.ticks)
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (...how) => {
      seen.transitions++
      return start(...how)
    }
    addEventListener('animationstart', ({ target }) => {
      const isStripe = target instanceof SVGPathElement && target.dataset['drawn']
      if (isStripe && getComputedStyle(target).animationDuration !== '0s') seen.drawn++
    })
  })
  return () => page.evaluate(() => (window as unknown as { seen: Seen }).seen)
}

for (const motion of ['no-preference', 'reduce'] as const) {
  test(`a kit that has reached everybody draws its stripe, and its name leads into it: ${motion} @all`, async ({
    server,
    openBrowser,
  }) => {
    const dana = await createAccount(server, 'dana')
    const { page } = await openBrowser('desk')
    await page.emulateMedia({ reducedMotion: motion })
    const seen = await watchMoments(page)
    await signIn(page, dana)
    await startBuild(page)
    await addLine(page, { name: 'Oil filter' })
    await page.getByRole('textbox', { name: 'Kit Name' }).fill('S4 oil')
    await expect(chip(page)).toHaveAccessibleName('Sync: synced')
    await page.waitForTimeout(1_500)
    const before = await seen()
    await page.getByRole('button', { name: 'Save Kit' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'S4 oil' })).toBeVisible()
    await expect.poll(async () => (await seen()).ticks - before.ticks).toBe(1)
    const drawn = async () => (await seen()).drawn - before.drawn
    if (motion === 'reduce') expect(await drawn()).toBe(0)
    else await expect.poll(drawn).toBeGreaterThan(0)
    await expect(page.getByText('Anyone with this link can see the list.')).toBeVisible()

    // Transitions run from the list into the kit and on to garage mode, and nowhere else.
    const goIn = async () => {
      await page.getByRole('link', { name: 'Kits', exact: true }).first().click()
      await page.getByRole('link', { name: 'S4 oil', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'S4 oil' })).toBeVisible()
      await page.getByRole('link', { name: 'Garage mode' }).click()
      await expect(page.getByRole('link', { name: 'Leave garage mode' })).toBeVisible()
    }
    // A screen whose code loads late has no transition: the second time all code is loaded.
    await goIn()
    await page.getByRole('link', { name: 'Leave garage mode' }).click()
    await goIn()
    const moved = (await seen()).transitions
    if (motion === 'reduce') expect(moved).toBe(0)
    else expect(moved).toBeGreaterThan(0)
    await page.getByRole('link', { name: 'Edit Kit' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Kit Builder' })).toBeVisible()
    expect((await seen()).transitions).toBe(moved)
    await expectAccessible(page)
  })
}
