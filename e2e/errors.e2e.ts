// From a fault on a device to the administrator who marks it as resolved.
import { createAdministrator, signIn } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, networkFailure, test } from './harness.ts'

test.use({ hasOwnServer: true })

test('what went wrong without signal reaches an administrator, in places of the sources @all', async ({
  openBrowser,
  server,
  allowErrors,
}) => {
  allowErrors(networkFailure)
  allowErrors(/Test (script|component) error/)
  await createAdministrator(server, 'chief')

  const { page, context } = await openBrowser('phone')
  await page.goto('/test-errors?token=hush-hush')
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await context.setOffline(true)
  for (let i = 0; i < 5; i++) await page.getByRole('button', { name: 'Script error' }).click()
  await page.getByRole('button', { name: 'Component error' }).click()
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await context.setOffline(false)

  const { page: desk } = await openBrowser('desk')
  await signIn(desk, 'chief')
  await desk.goto('/admin/errors')
  const scriptError = desk.getByRole('button', { name: /Test script error.*5 times/ })
  const componentError = desk.getByRole('button', { name: /Test component error/ })
  // Reports are batched for a second each, and may arrive one after the other.
  await expect(async () => {
    await desk.getByRole('button', { name: 'Refresh' }).click()
    await expect(scriptError).toBeVisible({ timeout: 5_000 })
    await expect(componentError).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await componentError.click()
  const pane = desk.getByRole('region', { name: 'Chosen error' })
  await expect(pane.getByRole('region', { name: 'Stack', exact: true })).toContainText(
    /at .*\(app\/pages\/TestErrorsScreen\.tsx:\d+:\d+\)/,
  )
  await expect(pane.getByRole('region', { name: 'Component stack' })).toContainText(
    'app/routes.tsx',
  )
  await expect(pane).toContainText('/test-errors?token=…')
  await expectAccessible(desk)

  // A report made just before the page is left arrives too, without opening another page.
  await page.goto('/test-errors')
  // The reporting code loads after the screen, as the footer does.
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await page.getByRole('button', { name: 'Log warning' }).click()
  await page.goto('about:blank')
  await expect(async () => {
    await desk.getByRole('button', { name: 'Refresh' }).click()
    const last = desk.getByRole('button', { name: /Test message at level warning/ })
    await expect(last).toBeVisible({ timeout: 5_000 })
  }).toPass()

  await pane.getByRole('button', { name: 'Mark as resolved' }).click()
  await expect(componentError).toBeHidden()
})
