// A walk through every screen, in five widths and three looks, with a kit as unkind as
// people can make one: nothing is wider than the window, violates WCAG as far as a machine can see,
// logs an error, or hides the keyboard's focus. WALK_PICTURES=folder keeps a picture of each.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { createAdministrator, signIn } from './account.ts'
import { expectAccessible } from './axe.ts'
import { chip, loseSignal, oneLine, pasteText, startBuild, waitForWorker } from './builder.ts'
import { expect, networkFailure, test } from './harness.ts'
import { wantLook } from './look.ts'
import {
  ENTRIES,
  LINES,
  LONG_WORD,
  NOTES,
  otherAddressesOf,
  PLAIN,
  screensOf,
  WAITING,
  type World,
} from './walkRoutes.ts'

test.use({ hasOwnServer: true, hasWorker: true })

/** An administrator's device with an unkind kit that is saved, commented and on the server. */
async function makeWorld(page: Page): Promise<World> {
  await signIn(page, 'chief')
  const buildId = await startBuild(page)
  // The paste handler loads a moment after the table.
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Try 2008 Audi S4' }).click()
  await oneLine(page).click()
  await pasteText(page, LINES.join('\n'))
  await expect(page.locator('[data-line]:not([data-ghost])')).toHaveCount(LINES.length)
  await page.getByRole('textbox', { name: /^Notes/ }).fill(NOTES.slice(0, 20_000))
  await page.getByRole('textbox', { name: 'Kit Name' }).fill(`עבודה <i>${LONG_WORD.slice(0, 80)}`)
  await page.getByRole('button', { name: 'Save Kit' }).click()
  await expect(page).toHaveURL(/\/kit\//)
  await page.getByLabel('Add a comment').fill(`${LONG_WORD} <img src=x onerror=alert(1)> **so**`)
  await page.getByRole('button', { name: 'Post Comment' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'chief' })).toBeVisible()
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')
  const { kit } = (await (await page.request.get(`/api/lists/${buildId}`)).json()) as {
    kit: { id: string }
  }
  return { buildId, kitId: kit.id }
}

const WIDTHS = { 360: 740, 390: 844, 768: 1024, 1280: 800, 1600: 900 } as const
type Width = keyof typeof WIDTHS

interface Look {
  width: Width
  theme: 'light' | 'dark' | 'high contrast'
  /** Part of the pictures' names. */
  state: string
}

async function lookLike(page: Page, { width, theme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: WIDTHS[width] })
  await wantLook(page, {
    colorScheme: theme === 'dark' ? 'dark' : 'light',
    contrast: theme === 'high contrast' ? 'more' : 'no-preference',
  })
}

/** Opens each path once, and checks it in every look. */
async function walk(
  page: Page,
  routes: readonly [path: string, heading: RegExp][],
  ...looks: Look[]
): Promise<void> {
  const faults: string[] = []
  for (const [path, heading] of routes) {
    for (const [at, look] of looks.entries()) {
      const step = `${path} at ${look.width}, ${look.theme}, ${look.state}`
      await test
        .step(step, async () => {
          await lookLike(page, look)
          if (at === 0) await page.goto(path)
          else await startAgain(page)
          await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
          await expectSound(page, path, look)
        })
        .catch((error: unknown) => faults.push(`${step}: ${String(error)}`))
    }
  }
  // All faults at once: one walk reports everything.
  expect(faults.join('\n\n')).toBe('')
}

async function expectSound(page: Page, path: string, look: Look): Promise<void> {
  // The footer renders after the screen; garage mode has none.
  const hasFooter = look.state !== 'waiting' && !path.startsWith('/garage/')
  if (hasFooter) await expect(page.getByRole('contentinfo')).toBeVisible()
  // A list that comes in above moves what has the focus.
  if (look.state === 'online') await expect(page.locator('[data-loading]')).toHaveCount(0)
  await takePicture(page, path, look)
  await expectInside(page, path)
  await expectFocusSeen(page, path, tabsOf(look))
  // Viewport as high as the page: axe does not scroll elements out from under the bottom bar.
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width: look.width, height: Math.min(height + 200, 8_000) })
  await page.evaluate(() => {
    scrollTo(0, 0)
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
  await expectAccessible(page, { isHighContrast: look.theme === 'high contrast' })
}

/** Moves to the top of the page, so that Tab begins at the first stop, as after a load. */
async function startAgain(page: Page): Promise<void> {
  await page.evaluate(() => {
    const top = document.createElement('div')
    top.tabIndex = -1
    document.body.prepend(top)
    top.focus()
    top.remove()
    scrollTo(0, 0)
  })
}

/** Nothing is wider than the window. */
async function expectInside(page: Page, path: string): Promise<void> {
  const widest = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return null
    const wide = [...document.querySelectorAll('body *')].find(
      (each) => each.getBoundingClientRect().right > clientWidth + 1,
    )
    return `${scrollWidth} of ${clientWidth}: ${wide?.tagName}.${wide?.className}`
  })
  expect(widest, `what is too wide at ${path}`).toBeNull()
}

/** Tab stops to check: many on a complete screen, few on a message instead of it. */
const tabsOf = ({ state, theme }: Look): number =>
  state === 'online' && theme !== 'high contrast' ? 12 : 5

/** The first tab stops are in the window, not under a bar, and have a focus mark. */
async function expectFocusSeen(page: Page, path: string, tabs: number): Promise<void> {
  const unseen: string[] = []
  for (let tab = 0; tab < tabs; tab++) {
    await page.keyboard.press('Tab')
    const problem = await page.evaluate(async () => {
      const at = document.activeElement
      if (!(at instanceof HTMLElement) || at === document.body) return null
      const name = `${at.tagName} ${at.getAttribute('aria-label') ?? at.textContent?.slice(0, 40)}`
      const isOutside = () => {
        const { left, top, width, height } = at.getBoundingClientRect()
        return top + height < 1 || top > innerHeight || left + width < 1
      }
      // A phone takes some frames to scroll there.
      for (let frame = 0; frame < 120 && isOutside(); frame++) {
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      if (isOutside()) return `${name}: outside`
      // The focus mark may be on it, on an ancestor, or on an overlay of its whole row.
      const look = () => {
        const seen: string[] = []
        for (let each: Element | null = at; each && seen.length < 15; each = each.parentElement) {
          for (const part of ['', '::before', '::after']) {
            const style = getComputedStyle(each, part)
            seen.push([style.outline, style.boxShadow, style.borderColor].join())
          }
        }
        return seen.join(';')
      }
      const withFocus = look()
      at.blur()
      const without = look()
      at.focus()
      return withFocus === without ? `${name}: no mark` : null
    })
    if (problem) unseen.push(problem)
  }
  expect(unseen, `the keyboard’s focus at ${path}`).toEqual([])
}

async function takePicture(page: Page, path: string, look: Look): Promise<void> {
  const folder = process.env['WALK_PICTURES']
  if (!folder) return
  await mkdir(folder, { recursive: true })
  const name = path.replaceAll(/[^a-z0-9-]+/gi, '_').replaceAll(/^_|_$/g, '') || 'home'
  const file = `${look.state}-${look.width}-${look.theme.replace(' ', '-')}-${name}.png`
  await page.screenshot({ path: join(folder, file) })
}

test.describe.configure({ timeout: 600_000 })

test('every screen holds an unkind kit on a phone', async ({
  openBrowser,
  server,
  allowErrors,
}) => {
  allowErrors(/status of (400|401|403|404)/)
  await createAdministrator(server, 'chief')
  const { page } = await openBrowser('phone')
  const world = await makeWorld(page)
  const look = { width: 360, theme: 'light', state: 'once' } as const
  await walk(page, [...screensOf(world), ...PLAIN], look)
})

/** Looks beside the gate's: 360 pixels in light. */
for (const [device, looks] of [
  ['phone', [{ width: 390, theme: 'dark' }]],
  [
    'desk',
    [
      { width: 768, theme: 'light' },
      { width: 1280, theme: 'dark' },
      { width: 1600, theme: 'high contrast' },
    ],
  ],
] as const) {
  test(`every screen holds an unkind kit on a ${device} of other sizes and colors @all`, async ({
    openBrowser,
    server,
    allowErrors,
  }) => {
    allowErrors(/status of (400|401|403|404)/)
    await createAdministrator(server, 'chief')
    const { page } = await openBrowser(device)
    const world = await makeWorld(page)
    const [first, ...others] = looks.map((look): Look => ({ ...look, state: 'online' }))
    if (!first) throw new Error('no look')
    await walk(page, screensOf(world), first, ...others)
    const [dark = first] = others
    await walk(page, device === 'phone' ? otherAddressesOf(world) : PLAIN, dark)
    const { page: guest } = await openBrowser(device)
    await walk(guest, ENTRIES, { ...dark, theme: 'light', state: 'guest' })
  })
}

test('every screen says what is the matter without a server, while it fails, and while it waits @all', async ({
  openBrowser,
  server,
  allowErrors,
}) => {
  allowErrors(networkFailure)
  allowErrors(/status of (400|401|403|404|500)/)
  await createAdministrator(server, 'chief')
  const phone = await openBrowser('phone')
  const { page } = phone
  const world = await makeWorld(page)
  const routes = screensOf(world)
  const look = { width: 390, theme: 'light' } as const
  // Pages come from the device from here on.
  await waitForWorker(page)
  await page.route('**/api/**', () => undefined)
  await walk(page, WAITING, { ...look, state: 'waiting' })
  await page.unroute('**/api/**')
  await page.route('**/api/**', (route) => route.fulfill({ status: 500, body: '{}' }))
  await walk(page, routes, { ...look, state: 'failing' })
  await page.unroute('**/api/**')
  await loseSignal(phone, server)
  await walk(page, [...routes, ...PLAIN], { ...look, state: 'offline' })
})
