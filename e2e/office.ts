/** A server with a mail server beside it, for tests of accounts and administrators. */
import type { APIRequestContext, Locator, Page } from '@playwright/test'

import type { Device, ScreenName } from './device.ts'
import type { TestServer } from './server.ts'

import { test as base } from './harness.ts'
import { openMailbox, type Mailbox } from './mail.ts'

/** Address that makes its account an administrator. */
export const CHIEF = 'chief@workshop.example'

interface Fixtures {
  mail: Mailbox
}

/** Fixtures of a test, as one argument. */
export interface Told {
  openBrowser: (screen?: ScreenName) => Promise<Device>
  server: TestServer
  mail: Mailbox
  request: APIRequestContext
  allowErrors: (pattern: RegExp) => void
}

export const test = base.extend<Fixtures>({
  hasOwnServer: true,

  mail: async ({ server }, provide) => {
    const mail = await openMailbox()
    await server.restart({ SMTP_URL: mail.url, ADMIN_EMAILS: CHIEF })
    await provide(mail)
    await mail.close()
  },
})

/** Text of the visible toast; the copy for screen readers matches too. */
export const toast = (page: Page, text: string): Locator =>
  page.getByText(text, { exact: true }).first()
