import { expectAccessible } from './axe.ts'
import { addLine, chip, loseSignal, startBuild, startSyncedBuild } from './builder.ts'
import { attachPicture, expect, networkFailure, test, wordOf } from './harness.ts'
import { wantLook } from './look.ts'

test.use({ hasOwnLine: true, hasWorker: true })

test('without signal a part and a kit are found from the keyboard alone, and opened', async ({
  openBrowser,
  server,
  allowErrors,
}) => {
  allowErrors(networkFailure)
  const desk = await openBrowser('desk')
  const { page } = desk
  await startSyncedBuild(page, { name: 'Oil filter', partNumber: 'LX 1006/1D', price: '11.49' })
  await page.getByRole('button', { name: 'Try 2008 Audi S4' }).click()
  await addLine(page, { name: 'Drain plug' })
  await page.getByRole('textbox', { name: 'Kit Name' }).fill('Weekend oil change')
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')
  await loseSignal(desk, server)
  await page.goto('/about')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toBeVisible()
  // The handler of its shortcut loads after the footer.
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
  const link = footer.getByRole('link', { name: 'Contact' })
  await link.focus()

  await page.keyboard.press('Control+K')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const field = dialog.getByRole('combobox')
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(link).toBeFocused()

  await page.keyboard.press('Control+K')
  await page.keyboard.type('audi lx10061d')
  const part = dialog.getByRole('option', { name: /^Oil filter/ })
  await expect(part).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute(
    'aria-activedescendant',
    (await part.getAttribute('id')) ?? '',
  )
  await expect(dialog.getByRole('status')).toHaveText('1 result')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Part name, line 1' })).toBeFocused()

  // Actions of the screen, with their shortcuts.
  await page.keyboard.press('Control+K')
  await page.keyboard.type(wordOf('Save').toLowerCase())
  const save = dialog.getByRole('option', { name: /^Save Kit/ })
  await expect(save).toContainText('Ctrl S')
  await expect(save).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Log in to save kits' })).toBeVisible()

  // The kit itself is found as well.
  await page.keyboard.press('Control+K')
  await page.keyboard.type('weekend')
  await expect(dialog.getByRole('option', { name: /^Weekend oil change/ }).first()).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await attachPicture(page, 'search-desk')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Weekend oil change' })).toBeFocused()
})

test('on the phone it fills the screen, with its field at the top and rows a finger hits @all', async ({
  openBrowser,
}) => {
  const { page } = await openBrowser('phone')
  await startBuild(page)
  const opening = page.getByRole('button', { name: 'Search' })
  const box = (await opening.boundingBox()) ?? { width: 0, height: 0 }
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(48)
  await opening.tap()
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await expect(dialog.getByRole('combobox')).toBeFocused()
  expect(await dialog.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 })
  expect((await dialog.getByRole('combobox').boundingBox())?.y).toBeLessThan(60)
  for (const option of await dialog.getByRole('option').all())
    expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(48)
  await expectAccessible(page)
  await attachPicture(page, 'search-phone-light')
  await wantLook(page, { colorScheme: 'dark' })
  await expectAccessible(page)
  await attachPicture(page, 'search-phone-dark')
  await dialog.getByRole('option', { name: 'Maintenance log' }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'Maintenance log' })).toBeFocused()
  await page.getByRole('button', { name: 'Search' }).tap()
  // The entry used last comes first.
  await expect(dialog.getByRole('option').first()).toHaveText('Maintenance log')
  await dialog.getByRole('button', { name: 'Close' }).tap()
  await expect(page.getByRole('button', { name: 'Search' })).toBeFocused()
})
