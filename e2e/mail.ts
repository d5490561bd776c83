// A mail server that keeps the mail it gets, for tests that follow the links of real mail.
import type { AddressInfo } from 'node:net'

import { expect } from '@playwright/test'
import { SMTPServer } from 'smtp-server'

export interface Mailbox {
  /** For the server's SMTP_URL. */
  readonly url: string
  /** The path and fragment of the last link to `page` in mail to `address`; waits for it to come. */
  linkTo(address: string, page: 'verify-email' | 'reset-password' | 'unsubscribe'): Promise<string>
  /** Subjects of all mail to an address, in order. */
  subjects(address: string): string[]
  close(): Promise<void>
}

interface Mail {
  to: string[]
  source: string
}

/** Starts it on a free port. It takes plain SMTP without a login, as a relay in a workshop would. */
export async function openMailbox(): Promise<Mailbox> {
  const mails: Mail[] = []
  const server = new SMTPServer({
    authOptional: true,
    // Connections the product keeps open would hold its end up for half a minute.
    closeTimeout: 1,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map((recipient) => recipient.address)
        mails.push({ to, source: Buffer.concat(chunks).toString('utf8') })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const mailTo = (address: string) => mails.filter((mail) => mail.to.includes(address))
  return {
    url: `smtp://127.0.0.1:${port}`,
    async linkTo(address, page) {
      const find = () =>
        mailTo(address)
          .map(
            (mail) =>
              new RegExp(`/${page}#token=[\\w-]{43,44}(&new-address)?`).exec(
                decoded(mail.source),
              )?.[0],
          )
          .findLast((link) => link !== undefined)
      await expect.poll(find, `a mail to ${address} that links to /${page}`).toBeDefined()
      return find() ?? ''
    },
    subjects: (address) =>
      mailTo(address).map((mail) => {
        const [, subject = ''] = /^Subject: (.*(?:\r?\n[ \t].*)*)$/m.exec(mail.source) ?? []
        return inWords(subject).trim()
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Quoted-printable (RFC 2045, 6.7) as far as links need it. */
function decoded(source: string): string {
  return source
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)))
}

/** A header unfolded, with its encoded words (RFC 2047) decoded to UTF-8. */
function inWords(header: string): string {
  const encoded = /=\?utf-8\?([BQ])\?([^?]*)\?=/gi
  return header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/\r?\n(?=[ \t])/g, '')
    .replaceAll(encoded, (_all, how: string, text: string) => {
      if (how.toUpperCase() === 'B') return Buffer.from(text, 'base64').toString('utf8')
      return Buffer.from(decoded(text.replaceAll('_', ' ')), 'latin1').toString('utf8')
    })
}
