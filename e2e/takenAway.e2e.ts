// Takedowns by an operator: the owner's device learns of them with the next answer, and no screen
// goes on saying that others see the kit or that the server has it.
import type { Page } from '@playwright/test'

import { createAccount, createAdministrator, PASSWORD, signIn } from './account.ts'
import { addLine, chip, startBuild, waitForWorker } from './builder.ts'
import { attachPicture, expect, test } from './harness.ts'

test.use({ hasOwnServer: true, hasWorker: true })

/** Text of a kit that others can open. */
const OPEN = /Anyone with this link can|\bLive\b/

async function noneSaysOpen(page: Page): Promise<void> {
  await expect(page.locator('main')).not.toContainText(OPEN)
}

test('a kit that is hidden, and an account that is deleted, say so on every screen of their owner @all', async ({
  openBrowser,
  server,
  allowErrors,
}) => {
  allowErrors(/401/)
  await createAdministrator(server, 'boss')
  await createAccount(server, 'maria')
  const call = async (token: string, path: string, body: object) => {
    const answer = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    expect(answer.status, path).toBeLessThan(300)
    return (await answer.json()) as Record<string, unknown>
  }
  const tokenOf = async (username: string) =>
    String((await call('', '/api/auth/login', { username, password: PASSWORD }))['token'])
  const boss = await tokenOf('boss')

  const { page } = await openBrowser('desk')
  await signIn(page, 'maria')
  const buildId = await startBuild(page)
  await page.getByRole('textbox', { name: 'Kit Name' }).fill('S4 oil change')
  await addLine(page, { name: 'Oil filter', price: '11.49' })
  await expect(page.getByRole('region', { name: 'Total and saving' })).toContainText(
    'Public: listed under Kits',
  )
  await attachPicture(page, 'beside Save')
  await page.getByRole('button', { name: 'Save Kit' }).click()
  await expect(page).toHaveURL(/\/kit\//)
  await expect(page.getByText('Live.', { exact: true })).toBeVisible()

  await call(boss, `/api/admin/kits/${buildId}`, { hidden: true })
  await expect(page.getByText('Hidden.')).toBeVisible({ timeout: 90_000 })
  await noneSaysOpen(page)
  await attachPicture(page, 'hidden: its page')
  await page.getByRole('link', { name: 'Edit Kit' }).click()
  await expect(page.getByText(/^Hidden from others\. Saved and synced/)).toBeVisible()
  await noneSaysOpen(page)
  await attachPicture(page, 'hidden: the builder')
  // Without a worker the server answers, and tells everybody that nothing is there.
  await waitForWorker(page)
  await page.goto(`/list/${buildId}`)
  await expect(page.getByText(/^Hidden\. An administrator has hidden this kit/)).toBeVisible()
  await noneSaysOpen(page)
  await page.goto('/create-kits')
  await expect(page.getByRole('row', { name: /S4 oil change/ })).toContainText('Hidden')
  await attachPicture(page, 'hidden: the list')

  const maria = await tokenOf('maria')
  const asked = await call(maria, '/api/request-account-deletion', { username: 'maria' })
  expect(asked['message']).toBe('Account deletion requested')
  const requests = await fetch(`${server.url}/api/admin/deletion-requests`, {
    headers: { Authorization: `Bearer ${boss}` },
  })
  const [request] = ((await requests.json()) as { requests: { id: string }[] }).requests
  await call(boss, `/api/admin/deletion-requests/${request?.id}`, { action: 'process' })
  await page.reload()
  await expect(page.getByText('Your account was deleted.')).toBeVisible({ timeout: 90_000 })
  await expect(chip(page)).toHaveAccessibleName('Sync: on this device')
  await expect(page.getByRole('row', { name: /S4 oil change/ })).toContainText(
    'On this device only',
  )
  await attachPicture(page, 'deleted: the list')
  await page.getByRole('link', { name: 'S4 oil change', exact: true }).click()
  await expect(page.getByText('Not shared.')).toBeVisible()
  await noneSaysOpen(page)
  await attachPicture(page, 'deleted: its page')
  await page.getByRole('link', { name: 'Edit Kit' }).click()
  await expect(page.getByText(/^Account deleted\. Saved on this device/)).toBeVisible()
  await noneSaysOpen(page)
  await page.getByRole('link', { name: 'Save a backup' }).click()
  await expect(page.getByText('Backup of everything on this device')).toBeVisible()
  await attachPicture(page, 'deleted: the account')
})
