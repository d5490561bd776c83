// Passwords can be stolen: an administrator adds a passkey, and the backup asks for it.
import type { Device } from './device.ts'

import { readFileSync } from 'node:fs'

import { confirmAct, PASSWORD, register } from './account.ts'
import { expectAccessible } from './axe.ts'
import { attachPicture, expect } from './harness.ts'
import { CHIEF, test as office, toast } from './office.ts'

const test = office.extend({
  // A passkey is bound to a host name, and an IP address is none.
  origin: async ({ server }, provide) => provide(`http://localhost:${server.port}`),
})

/** Adds Chromium's virtual authenticator: a phone with a fingerprint sensor. */
async function holdAuthenticator({ context, page }: Device) {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('an administrator signs in and downloads a backup with a passkey', async ({
  openBrowser,
  server,
  mail,
  origin,
  ownFolder,
  allowErrors,
}) => {
  // Requests that need confirmation, or the second factor, are refused at first.
  allowErrors(/status of (401|403)/)
  await server.restart({ SMTP_URL: mail.url, ADMIN_EMAILS: CHIEF, PUBLIC_URL: origin })
  const device = await openBrowser('desk')
  const { page } = device
  await holdAuthenticator(device)
  const section = page.getByRole('region', { name: 'Two-step sign-in' })
  const question = page.getByRole('alertdialog', { name: 'Confirm that it is you' })
  const passkey = page.getByRole('button', { name: 'Use your passkey' })

  await test.step('the passkey is added after the password', async () => {
    await register(page, mail, 'chief', CHIEF)
    await page.goto('/my-account')
    await section.getByRole('button', { name: 'Add a passkey' }).click()
    await confirmAct(page)
    await section.getByLabel('What to call it').fill('Chief’s phone')
    await attachPicture(page, 'add')
    await page.keyboard.press('Enter')
    await expect(section.getByRole('heading', { name: 'Keep these recovery codes' })).toBeFocused()
    await attachPicture(page, 'codes')
    await section.getByRole('button', { name: 'I have kept them' }).click()
    await expect(section.getByText('Chief’s phone')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('signing in asks for it', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Log Out' }).click()
    await expect(page).toHaveURL(`${origin}/`)
    await page.goto('/login?next=%2Fadmin%2Fstatus')
    await page.getByLabel('Username or email').fill('chief')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(passkey).toBeFocused()
    await expectAccessible(page)
    await attachPicture(page, 'login')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Welcome back!')).toBeVisible()
  })

  await test.step('a backup is made and downloaded, each after one press more', async () => {
    await page.getByRole('button', { name: 'Make a backup' }).click()
    await expect(question).toBeVisible()
    await expect(passkey).toBeFocused()
    await attachPicture(page, 'confirm')
    await page.keyboard.press('Enter')
    await expect(question).toBeHidden()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    await expect(passkey).toBeFocused()
    await page.keyboard.press('Enter')
    const download = await downloading
    expect(download.url()).not.toContain('ticket')
    await download.saveAs(`${ownFolder}/whole.backup`)
    // The file begins as gzip does.
    expect([...readFileSync(`${ownFolder}/whole.backup`).subarray(0, 2)]).toEqual([0x1f, 0x8b])
    await expect(page).toHaveURL(`${origin}/admin/status`)
  })
})
