// Accounts for tests, made over HTTP where registration itself is not under test.
import type { Page } from '@playwright/test'

import type { TestServer } from './server.ts'

import { expect } from './expect.ts'
import { openMailbox, type Mailbox } from './mail.ts'

export const PASSWORD = 'Torque 30 Nm, dry!'

/** @returns the username, unique among tests that share the server */
export async function createAccount(server: TestServer, name: string): Promise<string> {
  const username = server.nameOf(name)
  const answer = await fetch(`${server.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...server.headers },
    body: JSON.stringify({ username, email: `${username}@example.com`, password: PASSWORD }),
  })
  expect(answer.status).toBe(201)
  return username
}

/** Creates an administrator: restarts the server with ADMIN_EMAILS and verifies the address. */
export async function createAdministrator(server: TestServer, username: string): Promise<void> {
  const mail = await openMailbox()
  const address = `${username}@example.com`
  await server.restart({ SMTP_URL: mail.url, ADMIN_EMAILS: address })
  await createAccount(server, username)
  const token = /token=([\w-]{43})/.exec(await mail.linkTo(address, 'verify-email'))?.[1]
  const answer = await fetch(`${server.url}/api/auth/verify-email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token, password: PASSWORD }),
  })
  expect(answer.status).toBe(200)
  await mail.close()
}

/** Registers through the screen, up to the verification mail. */
export async function askToJoin(page: Page, username: string, email: string): Promise<void> {
  await page.goto('/register')
  await page.getByRole('textbox', { name: 'Username' }).fill(username)
  await expect(page.getByRole('status', { name: 'Username availability' })).toHaveText(/Available/)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Confirm email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('checkbox', { name: /I accept the Terms of Service/ }).check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Registration successful', { exact: true }).first()).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
}

/** Opens the link that came by mail and confirms with the password. */
export async function confirmAddress(page: Page, link: string, password = PASSWORD): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Verify Email' }).click()
}

/** Registers through the screen and confirms by the link that comes by mail, which signs in. */
export async function register(
  page: Page,
  mail: Mailbox,
  username: string,
  email: string,
): Promise<void> {
  await askToJoin(page, username, email)
  await confirmAddress(page, await mail.linkTo(email, 'verify-email'))
  await expect(page.getByRole('heading', { name: 'Email Verified!' })).toBeVisible()
}

/** Signs in through the screen. */
export async function signIn(page: Page, username: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Username or email').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Welcome back!', { exact: true }).first()).toBeVisible()
}

/** Confirms the user's identity with the password, where an action asks for it. */
export async function confirmAct(page: Page): Promise<void> {
  const question = page.getByRole('alertdialog', { name: 'Confirm that it is you' })
  await question.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
}
