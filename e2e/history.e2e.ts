// An earlier version of a kit is restored without signal, and syncs like any edit.
import { createAccount, signIn } from './account.ts'
import { expectAccessible } from './axe.ts'
import { addLine, chip, loseSignal, startSyncedBuild } from './builder.ts'
import { expect, networkFailure, test } from './harness.ts'

test.use({ hasOwnLine: true, hasWorker: true })

test('without a signal a version is restored, and with one the server has it @all', async ({
  openBrowser,
  server,
  request,
  allowErrors,
}) => {
  allowErrors(networkFailure)
  const desk = await openBrowser('desk')
  const { page } = desk
  await createAccount(server, 'maria')
  await signIn(page, server.nameOf('maria'))
  const buildId = await startSyncedBuild(page, { name: 'Oil filter', price: '11.49' })
  await page.getByRole('textbox', { name: 'Kit Name' }).fill('Garage kit')
  const save = async () => {
    await page.getByRole('button', { name: 'Save Kit' }).click()
    await expect(page).toHaveURL(new RegExp(`/kit/${buildId}$`))
  }
  await save()
  await page.getByRole('link', { name: 'Edit Kit' }).click()
  await addLine(page, { name: 'Drain plug', price: '6.25' })
  await save()
  const history = page.getByRole('region', { name: /^History/ })
  await expect(history.getByText('Drain plug added')).toBeVisible()
  await history.getByRole('button', { name: 'Show changes' }).click()
  await expect(history.getByText('+ Added')).toBeVisible()
  await expectAccessible(page)
  await expect(chip(page)).toHaveAccessibleName('Sync: synced')

  await loseSignal(desk, server)
  await page.reload()
  await history.getByRole('button', { name: /^Restore/ }).click()
  await expect(page.getByText('Version restored', { exact: true }).first()).toBeVisible()
  await expect(history.getByText('Drain plug removed')).toBeVisible()

  await server.start()
  await desk.goOnline()
  await expect(chip(page)).toHaveAccessibleName('Sync: synced', { timeout: 30_000 })
  const token = await page.evaluate(() => localStorage.getItem('authToken'))
  const headers = { Authorization: `Bearer ${token}` }
  const names = async (query: string) => {
    const list = await (await request.get(`/api/lists/${buildId}${query}`, { headers })).json()
    return list.parts.map((part: { name: string }) => part.name)
  }
  await expect.poll(() => names('?live=1')).toEqual(['Oil filter'])
  // Others keep seeing the saved version, until it is saved again.
  expect(await names('')).toEqual(['Oil filter', 'Drain plug'])
})
