import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { AddressInfo } from 'node:net'
import type { Letter } from './mailer.ts'

import { createLog } from '../log/log.ts'
import { call } from '../testClient.ts'
import { startTestServer } from '../testServer.ts'
import { createDelivery } from './deliver.ts'
import { addressInUseLetter, composeLetter, resetLetter, verifyLetter } from './letters.ts'
import { createMailer } from './mailer.ts'
import { withoutLinks } from './letters.ts'
import { noticeLetter } from '../notify/noticeLetter.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wrenchlist-mail-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const lines: string[] = []
const log = createLog('trace', { write: (line) => void lines.push(line) })
const letter: Letter = composeLetter({
  to: 'rosa@example.com',
  subject: 'Hello',
  before: ['One paragraph.'],
})
const MAIL_FROM = 'Wrenchlist <no-reply@wrenchlist.example>'

/** A mail server that accepts all mail, after the given refusals. */
async function openMailbox(refusals: (Error & { responseCode: number })[] = [], login = '') {
  const received: { from: string; to: string[]; raw: string }[] = []
  let connections = 0
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom(_address, _session, done) {
      connections++
      done(refusals.shift())
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map((recipient) => recipient.address),
          raw: Buffer.concat(chunks).toString('utf8'),
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  const delivery = createDelivery({
    SMTP_URL: `smtp://${login}127.0.0.1:${port}`,
    MAIL_FROM,
    MAIL_DIR: folder,
  })
  return {
    received,
    tries: () => connections,
    deliver: delivery.deliver,
    async close() {
      delivery.close()
      await new Promise<void>((resolve) => smtp.close(resolve))
    },
  }
}

const decoded = (raw: string): string => raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')

test('a mail server gets the verification of a registration, as text and as HTML', async () => {
  const mailbox = await openMailbox()
  const mailer = createMailer(mailbox.deliver, log)
  const env = { PUBLIC_URL: 'https://wrenchlist.example' }
  const server = await startTestServer({ mailer, env })
  try {
    const email = 'rosa@example.com'
    const body = { username: 'rosa', email, password: 'Torque 30 Nm, dry!' }
    expect((await call(server, 'POST', '/api/auth/register', { body })).status).toBe(201)
    await mailer.idle()
    expect(mailbox.received).toHaveLength(1)
    const [{ from, to, raw } = { from: '', to: [], raw: '' }] = mailbox.received
    expect({ from, to }).toEqual({ from: 'no-reply@wrenchlist.example', to: [email] })
    expect(raw).toMatch(/^From: Wrenchlist <no-reply@wrenchlist\.example>\r$/m)
    expect(raw).toMatch(/^To: rosa@example\.com\r$/m)
    expect(raw).toMatch(/^Subject: Verify your email address\r$/m)
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(raw).toMatch(/^Content-Type: multipart\/alternative;/m)
    expect(raw).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m)
    expect(raw).toMatch(/^Content-Type: text\/html; charset=utf-8\r$/m)
    const links = decoded(raw).match(/https:\/\/wrenchlist\.example\/verify-email#token=[\w-]{43}/g)
    expect(new Set(links).size).toBe(1)
    expect(links?.length).toBeGreaterThanOrEqual(3)
    const token = links?.[0]?.split('token=')[1]
    const verified = await call(server, 'POST', '/api/auth/verify-email', {
      body: { token, password: body.password },
    })
    expect(verified.status).toBe(200)
  } finally {
    await server.close()
    await mailbox.close()
  }
})

test('a mail server that is busy is asked again, one that says no is not', async () => {
  const answer = (text: string, responseCode: number) =>
    Object.assign(new Error(`${text} rosa@example.com`), { responseCode })
  const busy = await openMailbox([answer('later', 451), answer('later', 421)])
  const first = createMailer(busy.deliver, log, { retriesMs: [10, 20] })
  first.send(letter)
  await first.idle()
  expect([busy.received.length, busy.tries()]).toEqual([1, 3])
  await busy.close()

  const strict = await openMailbox([answer('never', 550)])
  const second = createMailer(strict.deliver, log, { retriesMs: [10, 20] })
  second.send(letter)
  await second.idle()
  expect([strict.received.length, strict.tries()]).toEqual([0, 1])
  await strict.close()

  const away = createMailer(busy.deliver, log, { retriesMs: [10, 20] })
  away.send(letter)
  await away.idle()
  expect(lines.at(-1)).toContain('"tries":3')
  expect(lines.join('')).not.toContain('rosa@example.com')
  expect(lines.join('')).toContain('r…@example.com')
})

test('a password is not said to a mail server that others can hear', async () => {
  const open = await openMailbox([], 'rosa:secret@')
  await expect(open.deliver(letter)).rejects.toMatchObject({ code: 'ETLS' })
  expect([open.received, open.tries()]).toEqual([[], 0])
  await open.close()
})

test('without a mail server each letter is a file that only its owner may read, and is named', async () => {
  const MAIL_DIR = join(folder, 'new', 'mail')
  const mailer = createMailer(
    createDelivery({ SMTP_URL: undefined, MAIL_FROM, MAIL_DIR }).deliver,
    log,
  )
  mailer.send({ ...letter, replyTo: 'sender@example.com' })
  mailer.send(async () => letter)
  mailer.send(async () => null)
  await mailer.idle()
  const files = readdirSync(MAIL_DIR)
  expect(files).toHaveLength(2)
  const texts = files.map((name) => readFileSync(join(MAIL_DIR, name), 'utf8'))
  for (const [n, text] of texts.entries()) {
    expect(text).toMatch(/^To: rosa@example\.com\r$/m)
    expect(statSync(join(MAIL_DIR, String(files[n]))).mode & 0o777).toBe(0o600)
    expect(lines.join('')).toContain(String(files[n]))
  }
  expect(texts.filter((text) => /^Reply-To: sender@example\.com\r$/m.test(text))).toHaveLength(1)
})

test('a line break in a header, or more than one address, is refused before anything is sent', async () => {
  const sent: Letter[] = []
  const mailer = createMailer(async (one) => {
    sent.push(one)
    return {}
  }, log)
  const bad: Partial<Letter>[] = [
    { to: 'a@example.com\r\nBcc: b@example.com' },
    { to: 'a@example.com\nBcc: b@example.com' },
    { to: 'a@example.com, b@example.com' },
    { to: 'Rosa <a@example.com>' },
    { to: '' },
    { subject: 'Hello\r\nBcc: b@example.com' },
    { subject: 'Hello\nX: y' },
    { replyTo: 'a@example.com\r\nBcc: b@example.com' },
    { replyTo: '' },
  ]
  for (const change of bad)
    expect(() => mailer.send({ ...letter, ...change })).toThrow(/A letter|subject/)
  mailer.send(async () => ({ ...letter, subject: 'late\r\nBcc: b@example.com' }))
  await mailer.idle()
  expect(sent).toEqual([])
  expect(lines.at(-1)).toContain('a mail could not be written')
})

test('a draft that fails is logged and holds nobody up', async () => {
  const mailer = createMailer(async () => ({}), log)
  mailer.send(() => Promise.reject(new Error('the database is away')))
  mailer.send(letter)
  await mailer.idle()
  expect(lines.join('')).toContain('the database is away')
  expect(lines.at(-1)).toContain('mail sent')
})

test('text of users is escaped in HTML, and links lead to this installation only', () => {
  const post = { to: 'a@example.com', publicUrl: 'https://wrenchlist.example' }
  const username = `<img src=x onerror=alert(1)>"'&`
  const token = 'T'.repeat(43)
  for (const made of [
    verifyLetter({ ...post, username, token }),
    resetLetter({ ...post, username, token }),
    addressInUseLetter({ ...post, username }),
  ]) {
    expect(made.html).not.toContain('<img')
    expect(made.html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;')
    expect(made.text).toContain(username)
    expect(made.subject).not.toContain('img')
    for (const url of made.html.match(/https?:\/\/[^/"<]+/g) ?? []) expect(url).toBe(post.publicUrl)
  }
})

test.each([
  ['See https://evil.example/a?b=1 now', 'See (a link) now'],
  ['HTTP://EVIL.example', '(a link)'],
  ['www.evil.example/x', '(a link)'],
  ['pay at evil.example.', 'pay at evil.\u200bexample.'],
  ['ok.Then 2.5 mm', 'ok.\u200bThen 2.5 mm'],
  // Mail clients find links in the middle of a word too.
  ['_http://evil.example', '(a link)'],
  ['1https:\\\\evil.example', '(a link)'],
  ['_www.evil.example', '(a link)'],
  ['参见https://evil.example', '参见(a link)'],
  ['cafe\u0301.example', 'cafe\u0301.\u200bexample'],
  ['\u{1f4a9}.la', '\u{1f4a9}.\u200bla'],
  ['evil.भारत', 'evil.\u200bभारत'],
  ['evil.xn--h2brj9c', 'evil.\u200bxn--h2brj9c'],
  // Outlook opens the share, and signs in to it.
  ['\\\\evil\\share', '(a link)'],
  ['evil。example', 'evil。\u200bexample'],
  // T56
])('what a stranger wrote, %j, leads nowhere in a letter', (written, mailed) => {
  expect(withoutLinks(written)).toBe(mailed)
  const told = { subject: 'x', title: 'evil.example commented', path: '/kit/x' }
  const post = { to: 'a@b.example', username: 'maria', publicUrl: 'https://w.example' } as const
  // A price notice names part and shop as feeds spell them.
  const letters = (['comment', 'price', 'stock'] as const).map((kind) =>
    noticeLetter(post, 'token', [{ ...told, kind, body: written }]),
  )
  for (const part of letters.flatMap(({ text, html, subject }) => [text, html, subject])) {
    expect(part.replaceAll(/https:\/\/w\.example\S*|a@b\.example/g, '')).not.toMatch(
      /evil\.example|:\/\/(?!w\.)/i,
    )
  }
})
