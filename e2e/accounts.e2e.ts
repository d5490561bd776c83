// An account from its first day to its last, over several devices and real mail.
import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import { askToJoin, confirmAddress, PASSWORD, register } from './account.ts'
import { expectAccessible } from './axe.ts'
import { addLine, chip, startBuild } from './builder.ts'
import { attachPicture, expect, networkFailure } from './harness.ts'
import { CHIEF, test, toast, type Told } from './office.ts'

const NEW_PASSWORD = 'Torque 50 Nm, oiled!'

/** Open redirect: passes a check of its text, but the URL resolves to another site. */
const FOREIGN_NEXT = '/login?next=/.//evil.example/x'

async function logIn(page: Page, name: string, password = PASSWORD) {
  await page.goto(FOREIGN_NEXT)
  await page.getByLabel('Username or email').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

async function tellTheStory({ openBrowser, server, mail, request, allowErrors }: Told) {
  // Expired sessions, and lookups of a deleted username, are answered with these.
  allowErrors(/status of (401|403|404|410)/)
  allowErrors(networkFailure)
  const desk = await openBrowser('desk')
  const buildId = await startBuild(desk.page)
  await addLine(desk.page, { name: 'Oil filter', price: '11.49' })
  // Save Kit shows guests that it is disabled, and says why if pressed anyway.
  await desk.page.getByRole('button', { name: 'Save Kit' }).click({ force: true })
  await expect(desk.page.getByRole('link', { name: 'Log in to save kits' })).toBeVisible()
  await expect(chip(desk.page)).toHaveAccessibleName('Sync: synced')

  await askToJoin(desk.page, 'maria', 'maria@workshop.example')
  await confirmAddress(desk.page, await mail.linkTo('maria@workshop.example', 'verify-email'))
  const question = desk.page.getByRole('dialog', {
    name: '1 draft on this device: add it to your account?',
  })
  // The page reloads before she has answered: she does not have to sign in again.
  await expect(question).toBeVisible()
  await desk.page.reload()
  await question.getByRole('button', { name: 'Add to my account' }).click()
  await expect(toast(desk.page, 'Email verified!')).toBeVisible()
  await expect(desk.page.getByRole('link', { name: 'maria' })).toBeVisible()

  // The draft is hers now: she names it and saves it.
  await desk.page.goto(`/builder?build=${buildId}`)
  await desk.page.getByRole('textbox', { name: 'Kit Name' }).fill('S4 oil change')
  await desk.page.getByRole('textbox', { name: /^Notes/ }).fill('Drain bolt **30 Nm**')
  await desk.page.getByRole('button', { name: 'Save Kit' }).click()
  await expect(toast(desk.page, 'Kit saved successfully!')).toBeVisible()
  // A save that takes the server longer than 3 s completes "on this device" instead.
  const saved = toast(desk.page, 'Saved 1 parts to kit "S4 oil change"')
  const savedHere = /^Saved 1 parts to kit "S4 oil change" on this device\./
  await expect(saved.or(desk.page.getByText(savedHere)).first()).toBeVisible()
  await expect(desk.page).toHaveURL(new RegExp(`/kit/${buildId}$`))
  await expect(desk.page.getByRole('heading', { name: 'S4 oil change' })).toBeVisible()
  await expect(desk.page.locator('strong', { hasText: '30 Nm' })).toBeVisible()

  await desk.page.getByLabel('Add a comment').fill('Use a *new* washer.')
  await desk.page.getByRole('button', { name: 'Post Comment' }).click()
  await expect(toast(desk.page, 'Comment posted!')).toBeVisible()
  await expect(desk.page.getByRole('listitem').filter({ hasText: 'washer' })).toContainText('maria')
  // Everything is synced before anybody else looks.
  await expect(chip(desk.page)).toHaveAccessibleName('Sync: synced')

  // A guest with the link and no account.
  const guest = await openBrowser('desk')
  await guest.page.goto(`/kit/${buildId}`)
  await expect(guest.page.getByRole('listitem').filter({ hasText: 'washer' })).toContainText(
    'maria',
  )
  await expect(guest.page.getByRole('link', { name: 'Edit Kit' })).toBeHidden()
  await expect(guest.page.getByRole('link', { name: 'Log in to post a comment' })).toBeVisible()

  // Her phone: login by username.
  const phone = await openBrowser('phone')
  await logIn(phone.page, 'Maria')
  await expect(toast(phone.page, 'Welcome back!')).toBeVisible()
  await phone.page.goto(FOREIGN_NEXT)
  await phone.page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(phone.page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/$/)
  await phone.page.goto('/create-kits')
  // The kit link, not the Edit link, which appears once the phone knows the owner.
  await phone.page.getByRole('link', { name: /^S4 oil change/ }).click()
  await phone.page.goto(`/kit/${buildId}`)
  await expect(phone.page.getByText('washer')).toBeVisible()

  // A new password on the phone signs the desk out; edits typed there meanwhile are kept.
  await phone.page.goto('/my-account')
  await phone.page.getByRole('link', { name: 'Change Password' }).click()
  await phone.page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await phone.page.getByLabel(/^Confirm/).fill(NEW_PASSWORD)
  await phone.page.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD)
  await phone.page.getByRole('button', { name: 'Change Password' }).click()
  await expect(toast(phone.page, 'Password changed successfully!')).toBeVisible()
  await expect(phone.page).toHaveURL(/\/my-account$/)

  await desk.page.getByRole('link', { name: 'Edit Kit' }).click()
  await expect(desk.page).toHaveURL(new RegExp(`build=${buildId}$`))
  await addLine(desk.page, { name: 'Crush washer', price: '0.99' })
  await expect(desk.page.getByRole('link', { name: /Sign in/ }).first()).toBeVisible()
  await desk.page.reload()
  await expect(desk.page.getByRole('textbox', { name: 'Part name, line 2' })).toHaveValue(
    'Crush washer',
  )
  await logIn(desk.page, 'maria', PASSWORD)
  await expect(toast(desk.page, 'Login failed')).toBeVisible()
  await logIn(desk.page, 'maria@workshop.example', NEW_PASSWORD)
  await expect(toast(desk.page, 'Welcome back!')).toBeVisible()
  await expect(chip(desk.page)).toHaveAccessibleName('Sync: synced')
  await phone.page.goto(`/builder?build=${buildId}`)
  await expect(phone.page.getByText('Crush washer')).toBeVisible()
  // The link still shows the saved version only.
  const shown = await (await request.get(`/api/lists/${buildId}`)).json()
  expect(shown.parts).toHaveLength(1)

  // Export of her data, before the account is deleted.
  await phone.page.goto('/my-account')
  const taking = phone.page.waitForEvent('download')
  await phone.page.getByRole('button', { name: 'Download my data' }).click()
  const data = JSON.parse(await readFile(await (await taking).path(), 'utf8'))
  expect(data).toMatchObject({ account: { username: 'maria' }, complete: true })
  expect(JSON.stringify(data.rows)).toContain('Crush washer')
  await phone.page.getByRole('button', { name: 'Delete Account' }).click()
  const sure = phone.page.getByRole('alertdialog')
  await sure.getByRole('textbox').fill('maria')
  await sure
    .getByRole('button', { name: /Delete|Request/ })
    .last()
    .click()
  await expect(toast(phone.page, 'Account deletion requested')).toBeVisible()

  const office = await openBrowser('desk')
  await office.page.goto('/admin/accounts')
  await expect(office.page.getByText('Access Denied')).toBeVisible()
  await register(office.page, mail, 'chief', CHIEF)
  await request.post('/api/tasks', { data: { name: 'Bleed the clutch' } })
  await office.page.goto('/admin/accounts')
  await office.page.getByLabel('What was decided').selectOption('Tasks of everybody')
  await office.page.getByRole('button', { name: 'Approve Bleed the clutch' }).click()
  const withdraw = office.page.getByRole('button', { name: 'Withdraw Bleed the clutch' })
  await expect(withdraw).toBeVisible()
  await expectAccessible(office.page)
  await withdraw.click()
  await expect(office.page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(office.page)
  await attachPicture(office.page, 'admin-question')
  await office.page.getByRole('button', { name: 'Withdraw the task' }).click()
  await expect(office.page.getByText('Asks to be deleted')).toBeVisible()
  await expectAccessible(office.page)
  await attachPicture(office.page, 'admin')
  await office.page.getByRole('button', { name: 'Process the request of maria' }).click()
  await office.page.getByRole('alertdialog').getByLabel('Reason').fill('As you asked.')
  await office.page.getByRole('button', { name: 'Delete the account' }).click()
  await expect(
    office.page.getByRole('button', { name: 'Process the request of maria' }),
  ).toBeHidden()

  await logIn(guest.page, 'maria', NEW_PASSWORD)
  await expect(toast(guest.page, 'Login failed')).toBeVisible()
  // Mail goes out after the answer.
  await expect.poll(() => mail.subjects('maria@workshop.example').length).toBeGreaterThan(2)
  expect(server.output()).not.toContain(PASSWORD)
  expect(server.output()).not.toContain('maria@workshop.example')
}

test(
  'register, mail, verify, log in, claim, save, comment, second device, new password, deletion',
  tellTheStory,
)
