// Maintenance begun by the operator: devices work on, say why nothing arrives, and lose nothing.
import { confirmAct, createAccount, register, signIn } from './account.ts'
import { chip, oneLine, startBuild } from './builder.ts'
import { expect, networkFailure } from './harness.ts'
import { CHIEF, test } from './office.ts'

const SENTENCE = 'We move to a larger garage. Back at noon.'

test('while the server rests a kit is saved on the phone, which says why, and then it arrives @all', async ({
  openBrowser,
  server,
  mail,
  request,
  allowErrors,
}) => {
  allowErrors(networkFailure)
  allowErrors(/status of (403|404|503)/)
  const { page: desk } = await openBrowser('desk')
  await register(desk, mail, 'chief', CHIEF)
  const { page: phone } = await openBrowser('phone')
  await createAccount(server, 'maria')
  await signIn(phone, 'maria')

  await desk.goto('/admin/status')
  await desk.getByRole('textbox', { name: /What devices show/ }).fill(SENTENCE)
  await desk.getByRole('button', { name: 'Begin a maintenance' }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Begin' }).click()
  await confirmAct(desk)
  await expect(desk.getByRole('button', { name: 'End the maintenance' })).toBeVisible()

  const buildId = await startBuild(phone)
  await phone.getByRole('textbox', { name: 'Kit Name' }).fill('Saved meanwhile')
  await oneLine(phone).fill('Drain plug')
  await phone.keyboard.press('Enter')
  await phone.getByRole('button', { name: 'Save Kit' }).click()
  await expect(phone).toHaveURL(new RegExp(`/kit/${buildId}$`))
  await expect(phone.getByText(SENTENCE)).toBeVisible()
  await expect(phone.getByText('No answer from the server.')).toBeHidden()
  await chip(phone).click()
  const drawer = phone.getByRole('dialog', { name: 'Sync' })
  await expect(drawer.getByRole('heading', { name: 'Waiting for the server' })).toBeVisible()
  await expect(
    drawer.getByText(/safe on this device\./).filter({ hasText: SENTENCE }),
  ).toBeVisible()
  expect((await request.get(`/api/lists/${buildId}`)).status()).toBe(404)
  // Typed text survives a reload.
  await phone.reload()
  await expect(phone.getByRole('heading', { name: 'Saved meanwhile' })).toBeVisible()
  await expect(phone.getByText(SENTENCE)).toBeVisible()

  await desk.getByRole('button', { name: 'End the maintenance' }).click()
  await confirmAct(desk)
  await expect(desk.getByRole('button', { name: 'Begin a maintenance' })).toBeVisible()
  await chip(phone).click()
  await phone.getByRole('button', { name: 'Try now' }).click()
  await expect(phone.getByRole('dialog').getByRole('heading', { name: 'Synced' })).toBeVisible()
  await phone.keyboard.press('Escape')
  await expect(chip(phone)).toHaveAccessibleName('Sync: synced')
  await expect(phone.getByText(SENTENCE)).toBeHidden()
  const list = async () => (await request.get(`/api/lists/${buildId}`)).json()
  await expect.poll(async () => (await list()).version).not.toBeNull()
  const { kit, parts } = await list()
  expect(kit.name).toBe('Saved meanwhile')
  expect(parts).toMatchObject([{ name: 'Drain plug' }])
})

test('an announcement reaches a device that is open, and is closed there for good @all', async ({
  openBrowser,
  mail,
}) => {
  const { page: desk } = await openBrowser('desk')
  await register(desk, mail, 'chief', CHIEF)
  const { page: phone } = await openBrowser('phone')
  await startBuild(phone)
  await desk.goto('/admin/status')
  await desk.getByLabel('Text').fill('New on Friday: prices in euros.')
  await desk.getByRole('button', { name: 'Announce', exact: true }).click()
  await expect(desk.getByText('Shown', { exact: true })).toBeVisible()
  await oneLine(phone).fill('Drain plug')
  await phone.keyboard.press('Enter')
  await expect(phone.getByText('New on Friday: prices in euros.')).toBeVisible()
  await phone.getByRole('button', { name: 'Close the announcement' }).click()
  await oneLine(phone).fill('Washer')
  await phone.keyboard.press('Enter')
  await expect(chip(phone)).toHaveAccessibleName('Sync: synced')
  await expect(phone.getByText('New on Friday: prices in euros.')).toBeHidden()
})
