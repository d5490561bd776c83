// Layout of the screens, on the phone and at the desk.
import type { Locator, Page } from '@playwright/test'

import { addLine, chip, oneLine, startBuild } from './builder.ts'
import { attachPicture, expect, test } from './harness.ts'

test('at the desk a screen shares its edges with what is above and below it @all', async ({
  openBrowser,
}) => {
  const { page } = await openBrowser('desk')
  await startBuild(page)
  await addLine(page, { name: 'Oil filter', price: '11.49' })
  // The server answers 404 for a list that has not been synced.
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')
  const build = new URL(page.url()).searchParams.get('build') ?? ''
  const paths = [
    '/',
    '/about',
    '/create-kits',
    '/k',
    '/maintenance',
    '/prices',
    '/my-account',
    '/contact',
  ]
  const ofBuild = ['/builder?build=', '/list/', '/pass/', '/basket/'].map((path) => path + build)
  // Garage mode has no footer, and its heading is in the header.
  for (const path of [...paths, '/login', '/register', ...ofBuild]) {
    await page.goto(path)
    await expect(page.getByRole('contentinfo'), path).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    // The served page has a footer too; the app's own renders a moment after its screen.
    await expect
      .poll(
        () =>
          page.evaluate(() =>
            ['header > *', 'main .page', 'footer > *'].map((selector) => {
              const element = document.querySelector(selector)
              if (!element) return selector
              const { left, right } = element.getBoundingClientRect()
              const { paddingLeft, paddingRight } = getComputedStyle(element)
              return [
                left + Number.parseFloat(paddingLeft),
                right - Number.parseFloat(paddingRight),
              ]
            }),
          ),
        path,
      )
      .toEqual([
        [40, 1240],
        [40, 1240],
        [40, 1240],
      ])
    // The heading inside is aligned to the same edge.
    await expect
      .poll(
        () =>
          page
            .locator('main h1')
            .first()
            .evaluate((it) => Math.round(it.getBoundingClientRect().left)),
        path,
      )
      .toBe(40)
  }
})

// The open toast alone: its text is repeated for screen readers.
const message = (page: Page) =>
  page.locator('li[data-state=open]').filter({ hasText: 'Not all of it fits' })

/** Pastes more than the focused field holds, which shows a message. */
async function pasteTooMuch(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const text = 'x'.repeat(2_100)
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  // On a busy machine the keys can arrive before the text.
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  await page.keyboard.press('ControlOrMeta+V')
  await expect(message(page)).toBeVisible()
}

/** Scrolls a field to an edge of the viewport. @returns its top afterwards */
function putAt(field: Locator, place: 'bottom' | 'top'): Promise<number> {
  return field.evaluate(async (it, edge) => {
    const { top, bottom } = it.getBoundingClientRect()
    scrollBy(0, edge === 'top' ? top - 70 : bottom - innerHeight + 160)
    await new Promise((resolve) => requestAnimationFrame(resolve))
    return it.getBoundingClientRect().top
  }, place)
}

for (const screen of ['phone', 'desk'] as const) {
  test(`a message lies neither over the field in use nor over the dock: ${screen} @all`, async ({
    openBrowser,
  }) => {
    const { page } = await openBrowser(screen)
    await startBuild(page)
    for (const name of ['Oil', 'Filter', 'Seal', 'Plugs', 'Belt', 'Lamp', 'Fuse', 'Rags']) {
      if (screen === 'desk') await addLine(page, { name })
      else {
        await oneLine(page).fill(name)
        await page.keyboard.press('Enter')
        await expect(page.getByRole('button', { name: `Edit ${name}` })).toBeVisible()
      }
    }
    if (screen === 'phone') await page.getByRole('button', { name: 'Edit Rags' }).tap()
    const dock = page.getByRole('region', { name: 'Total and saving' })
    for (const place of ['bottom', 'top'] as const) {
      const field = page.getByRole('textbox', { name: 'Link, line 8' })
      await field.focus()
      let last = Number.NaN
      // The opening row and the focus scroll first; then the field stays where it is put.
      await expect
        .poll(async () => {
          const top = await putAt(field, place)
          const stays = top === last
          last = top
          return stays
        })
        .toBe(true)
      await pasteTooMuch(page)
      await expect(page.locator('ol[data-high]')).toBeVisible({ visible: place === 'bottom' })
      const boxes = await Promise.all(
        [message(page), field, dock.getByRole('button', { name: 'Save Kit' })].map((it) =>
          it.boundingBox(),
        ),
      )
      const [over, ...under] = boxes
      for (const box of under) {
        const isApart =
          !over || !box || over.y + over.height <= box.y || over.y >= box.y + box.height
        expect(isApart || over.x >= box.x + box.width, JSON.stringify(boxes)).toBe(true)
      }
      await attachPicture(page, `${screen}, ${place}`)
      await page.getByRole('button', { name: 'Dismiss' }).first().click()
      await field.fill('')
    }
  })
}
