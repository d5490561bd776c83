/** Transports: the mail server of SMTP_URL, else .eml files in a folder. */
import type { Env } from '../env/env.ts'
import type { Deliver, Letter } from './mailer.ts'

import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createTransport } from 'nodemailer'

type MailEnv = Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'MAIL_DIR'>

/** `close` ends pooled connections. */
export type Delivery = { deliver: Deliver; close(): void }

export function createDelivery(env: MailEnv): Delivery {
  return env.SMTP_URL ? bySmtp(env, env.SMTP_URL) : intoFolder(env)
}

function bySmtp(env: MailEnv, url: string): Delivery {
  const transport = createTransport({
    url,
    // A password goes over TLS only.
    requireTLS: new URL(url).username !== '',
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    dnsTimeout: 10_000,
  })
  return {
    async deliver(letter) {
      await transport.sendMail(message(letter, env.MAIL_FROM))
      return {}
    },
    close: () => transport.close(),
  }
}

function intoFolder(env: MailEnv): Delivery {
  const transport = createTransport({ streamTransport: true, buffer: true })
  const folder = resolve(env.MAIL_DIR)
  return {
    async deliver(letter) {
      const { message: eml } = await transport.sendMail(message(letter, env.MAIL_FROM))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const time = new Date().toISOString().replaceAll(/[:.]/g, '-')
      const file = join(folder, `${time}-${randomBytes(4).toString('hex')}.eml`)
      // The letter's links open accounts: only this user may read the file.
      await writeFile(file, eml as Buffer, { mode: 0o600, flag: 'wx' })
      return { file }
    },
    close: () => undefined,
  }
}

function message({ to, subject, text, html, replyTo, unsubscribe }: Letter, from: string) {
  return {
    from,
    // As objects: a string would be parsed as a list of addresses.
    to: { name: '', address: to },
    ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    html,
    // Keeps vacation replies away (RFC 3834).
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe !== undefined && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
