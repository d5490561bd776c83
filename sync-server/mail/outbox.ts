/** Letters written as files, without a mail server: listed for administrators, old ones deleted. */
import type { Outbox, OutboxLetter } from '#shared/admin/people.ts'
import type { Env } from '../env/env.ts'

import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { emailKey } from '#shared/account.ts'

const MAX_LETTERS = 50
/** Longer than any link in a letter is valid. */
const KEPT_MS = 30 * 86_400_000
const MAX_BYTES = 256 * 1024
const FILE = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3})Z-[0-9a-f]{8}\.eml$/

/**
 * The newest 50. Account links are removed from letters to others: an administrator looks after
 * accounts, and does not enter them.
 * @param reader address of the administrator
 */
export async function readOutbox(
  { SMTP_URL, MAIL_DIR }: Pick<Env, 'SMTP_URL' | 'MAIL_DIR'>,
  reader: string,
): Promise<Outbox> {
  if (SMTP_URL) return { isOutbox: false, letters: [] }
  const names = await readdir(MAIL_DIR).catch(() => [])
  const newest = names
    .filter((name) => FILE.test(name))
    .sort()
    .toReversed()
    .slice(0, MAX_LETTERS)
  const letters = await Promise.all(newest.map((name) => readLetter(MAIL_DIR, name, reader)))
  return { isOutbox: true, letters: letters.filter((letter) => letter !== null) }
}

/** Deletes letters older than 30 days, and no other file. @param now milliseconds since 1970 */
export async function clearOutbox({ MAIL_DIR }: Pick<Env, 'MAIL_DIR'>, now: number): Promise<void> {
  const names = await readdir(MAIL_DIR).catch(() => [])
  for (const name of names) {
    if (FILE.test(name) && timeOf(name) < now - KEPT_MS) await rm(join(MAIL_DIR, name))
  }
}

/** Milliseconds since 1970. */
const timeOf = (name: string) => Date.parse(name.replace(FILE, '$1:$2:$3.$4Z'))

async function readLetter(
  folder: string,
  name: string,
  reader: string,
): Promise<OutboxLetter | null> {
  try {
    const path = join(folder, name)
    if ((await stat(path)).size > MAX_BYTES) return null
    const eml = await readFile(path, 'utf8')
    const to = addressIn(headerOf(eml, 'To'))
    const isOwn = emailKey(to) === emailKey(reader)
    const text = textPart(eml)
    const shown = isOwn ? text : text.replaceAll(/token=[\w-]+/g, 'token=…')
    return {
      id: name.slice(0, -'.eml'.length),
      to,
      subject: headerOf(eml, 'Subject'),
      text: shown,
      at: timeOf(name),
    }
  } catch {
    // Somebody deleted the file meanwhile.
    return null
  }
}

const addressIn = (to: string) => /<([^<>]*)>/.exec(to)?.[1] ?? to

/** A header of our own letters: reads only the MIME that nodemailer writes. */
function headerOf(eml: string, name: string): string {
  const head = eml.slice(0, eml.search(/\r?\n\r?\n/)).replaceAll(/\r?\n[ \t]+/g, ' ')
  const field = `${name.toLowerCase()}:`
  const line = head.split(/\r?\n/).find((one) => one.toLowerCase().startsWith(field)) ?? ''
  return line
    .slice(field.length)
    .trim()
    .replaceAll(/(\?=)\s+(=\?)/g, '$1$2')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, coded: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(coded, 'base64').toString('utf8')
        : quoted(coded.replaceAll('_', ' ')),
    )
}

function textPart(eml: string): string {
  const at = eml.search(/^content-type: text\/plain/im)
  if (at < 0) return ''
  const rest = eml.slice(at)
  const from = /\r?\n\r?\n/.exec(rest)
  if (!from) return ''
  const body = rest.slice(from.index + from[0].length)
  const end = body.search(/\r?\n--[\w-]+/)
  const coded = end < 0 ? body : body.slice(0, end)
  const encoding = /^content-transfer-encoding: *(\S+)/im.exec(rest.slice(0, from.index))?.[1] ?? ''
  if (encoding === 'base64') return Buffer.from(coded, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? quoted(coded.replaceAll(/=\r?\n/g, '')) : coded
}

function quoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
