/** A server with a mail server beside it, for stories of accounts and of administrators. */
import type { APIRequestContext, Locator, Page } from '@playwright/test'

import type { Device, ScreenName } from './device.ts'
import type { TestServer } from './server.ts'

import { test as base } from './harness.ts'
import { openMailbox, type Mailbox } from './mail.ts'

/** Whoever registers with this address is an administrator. */
export const CHIEF = 'chief@workshop.example'

interface Fixtures {
  mail: Mailbox
}

/** What a story is told with. */
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

/** A part of the message that is shown; the one for screen readers holds it too. */
export const toast = (page: Page, text: string): Locator =>
  page.getByText(text, { exact: true }).first()
