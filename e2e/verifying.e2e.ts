// Links in mail that verify an address: who opens them, who may confirm, and who is signed out.
import type { Page } from '@playwright/test'

import { askToJoin, confirmAddress, PASSWORD, signIn } from './account.ts'
import { expectAccessible } from './axe.ts'
import { addLine, chip, namesOnServer, startSyncedBuild, waitForWorker } from './builder.ts'
import { attachPicture, expect, networkFailure } from './harness.ts'
import { CHIEF, test, toast, type Told } from './office.ts'

test.use({ hasWorker: true })

const OWN_PASSWORD = 'Torque 50 Nm, oiled!'

/** Account of the session that a browser holds; status 401 when it holds none any more. */
function accountOf(page: Page): Promise<{ status: number; verified?: boolean; admin?: boolean }> {
  return page.evaluate(async () => {
    const token = localStorage.getItem('authToken')
    const headers = { Authorization: `Bearer ${token}` }
    const answer = await fetch('/api/auth/user', { headers })
    const { emailVerified, isAdmin } = await answer.json()
    return { status: answer.status, verified: emailVerified, admin: isAdmin }
  })
}

/** Opens a link like a mail scanner: in a browser of its own, with scripts, pressing buttons. */
async function scan(page: Page, link: string): Promise<void> {
  await page.goto('/')
  await waitForWorker(page)
  const answer = await page.goto(link)
  expect(answer?.fromServiceWorker()).toBe(true)
  expect(answer?.headers()['referrer-policy']).toBe('no-referrer')
  await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible()
  // The secret is removed from the URL.
  await expect(page).toHaveURL(/\/verify-email$/)
  await page.getByRole('button', { name: 'Verify Email' }).click()
  await expect(page.getByText('Password is required')).toBeVisible()
  await page.getByRole('button', { name: 'Set a new password' }).click()
  await page.getByRole('button', { name: 'Set Password and Verify' }).click()
  await page.getByRole('button', { name: 'I know the password' }).click()
  await page.waitForLoadState('networkidle')
}

async function confirmOwn({ openBrowser, mail, server, allowErrors }: Told) {
  allowErrors(/status of (401|403)/)
  const desk = await openBrowser('desk')
  await askToJoin(desk.page, 'chief', CHIEF)
  await signIn(desk.page, 'chief')
  const buildId = await startSyncedBuild(desk.page, { name: 'Oil filter', price: '11.49' })
  const link = await mail.linkTo(CHIEF, 'verify-email')

  const phone = await openBrowser('phone')
  await scan(phone.page, link)
  expect(await accountOf(desk.page)).toEqual({ status: 200, verified: false, admin: false })
  await expectAccessible(phone.page)
  await attachPicture(phone.page, 'verify')

  await phone.page.goto('/')
  await confirmAddress(phone.page, link, 'Torque 3O Nm, dry!')
  await expect(
    phone.page.getByText('This is not the password of this account.').last(),
  ).toBeVisible()
  await expect(phone.page.getByLabel('Password', { exact: true })).toHaveValue('Torque 3O Nm, dry!')
  await expectAccessible(phone.page)
  await attachPicture(phone.page, 'verify-wrong')
  expect(await accountOf(desk.page)).toEqual({ status: 200, verified: false, admin: false })

  await phone.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await phone.page.getByRole('button', { name: 'Verify Email' }).click()
  await expect(phone.page.getByRole('heading', { name: 'Email Verified!' })).toBeFocused()
  await expectAccessible(phone.page)
  await attachPicture(phone.page, 'verified')
  await phone.page.getByRole('link', { name: 'Go to Account' }).click()
  await expect(phone.page.getByText('Verified', { exact: true })).toBeVisible()
  expect(await accountOf(phone.page)).toEqual({ status: 200, verified: true, admin: true })

  // The device she registered on stays signed in; admin rights take a login after this.
  await addLine(desk.page, { name: 'Drain plug', price: '6.25' })
  await expect.poll(() => namesOnServer(server, buildId)).toEqual(['Oil filter', 'Drain plug'])
  await expect(chip(desk.page)).toHaveAccessibleName('Sync: synced')
  await expect(desk.page.getByRole('link', { name: /Sign in/ })).toHaveCount(0)
  expect(await accountOf(desk.page)).toEqual({ status: 200, verified: true, admin: false })
}

test(
  // T27
  'a link that is opened changes nothing; with the password it confirms, and other devices stay signed in @all',
  confirmOwn,
)

async function takeBack({ openBrowser, mail, allowErrors }: Told) {
  allowErrors(/status of (401|403)/)
  const stranger = await openBrowser('desk')
  await askToJoin(stranger.page, 'stranger', CHIEF)
  await signIn(stranger.page, 'stranger')
  const owner = await openBrowser('phone')
  await scan(owner.page, await mail.linkTo(CHIEF, 'verify-email'))
  expect(await accountOf(stranger.page)).toMatchObject({ verified: false, admin: false })

  await owner.page.getByRole('button', { name: 'Set a new password' }).click()
  await expect(owner.page.getByRole('heading', { name: 'Set a new password' })).toBeFocused()
  await expectAccessible(owner.page)
  await attachPicture(owner.page, 'new-password')
  await owner.page.getByLabel('New password', { exact: true }).fill(OWN_PASSWORD)
  await owner.page.getByLabel('Confirm new password').fill(OWN_PASSWORD)
  await owner.page.getByRole('button', { name: 'Set Password and Verify' }).click()
  await expect(owner.page.getByRole('heading', { name: 'Email Verified!' })).toBeVisible()
  expect(await accountOf(owner.page)).toEqual({ status: 200, verified: true, admin: true })

  expect((await accountOf(stranger.page)).status).toBe(401)
  await stranger.page.goto('/admin')
  await expect(stranger.page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await stranger.page.goto('/login')
  await stranger.page.getByLabel('Username or email').fill('stranger')
  await stranger.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await stranger.page.getByRole('button', { name: 'Sign In' }).click()
  await expect(toast(stranger.page, 'Login failed')).toBeVisible()
}

// T26
test('whoever finds the address taken sets a password, and the stranger is out @all', takeBack)

async function confirmHere({ openBrowser, mail, server, allowErrors }: Told) {
  allowErrors(/status of 401/)
  allowErrors(networkFailure)
  const { page, newPage, context } = await openBrowser('desk')
  const address = 'maria@workshop.example'
  await askToJoin(page, 'maria', address)
  await signIn(page, 'maria')
  const buildId = await startSyncedBuild(page, { name: 'Oil filter', price: '11.49' })
  await context.route('**/api/sync', (route) => route.abort())
  await addLine(page, { name: 'Drain plug', price: '6.25' })
  expect(await namesOnServer(server, buildId)).toEqual(['Oil filter'])

  // An old-style link, with its secret in the query, in a tab of its own.
  const tab = await newPage()
  const link = await mail.linkTo(address, 'verify-email')
  await confirmAddress(tab, link.replace('#', '?'))
  await expect(tab).toHaveURL(/\/verify-email$/)
  await expect(tab.getByRole('heading', { name: 'Email Verified!' })).toBeVisible()
  await expect(tab.getByText('This device is signed in as maria.')).toBeVisible()
  await context.unroute('**/api/sync')
  await tab.goto(`/builder?build=${buildId}`)
  await expect(tab.getByRole('textbox', { name: 'Part name, line 2' })).toHaveValue('Drain plug')
  await expect.poll(() => namesOnServer(server, buildId)).toEqual(['Oil filter', 'Drain plug'])
  await expect(tab.getByRole('link', { name: 'maria' })).toBeVisible()
  expect(await accountOf(tab)).toMatchObject({ status: 200, verified: true })
}

test(
  'on a device that is signed in, confirming goes on with the same account and all unsent work @all',
  confirmHere,
)
