/** Sends letters in the background: an answer never waits for the mail server, nor tells of it. */
import type { Logger } from 'pino'

export interface Letter {
  to: string
  subject: string
  text: string
  html: string
  replyTo?: string
  /** Where a mail program ends this sort of mail by itself (RFC 8058). */
  unsubscribe?: string
}

/** Writes a letter when its turn comes; null is none. */
export type Draft = () => Promise<Letter | null>

export interface Mailer {
  /** Queues a letter. Throws for a line break in what becomes a header. */
  send(letter: Letter | Draft): void
  /**
   * Sends a letter that somebody keeps, in one try. @returns whether it left, or never can: false
   * for what may be tried again
   */
  sendKept(letter: Letter): Promise<boolean>
  /** Resolves when all letters are sent or given up. */
  idle(): Promise<void>
}

/** Takes one letter to where it goes. @returns what the log may say of it */
export type Deliver = (letter: Letter) => Promise<Record<string, unknown>>

/** Waits before the second and the third try. */
const RETRIES_MS = [2_000, 15_000]
/** More than this waiting means that the mail server is away; memory must not fill with letters. */
const MAX_WAITING = 1_000

export function createMailer(
  deliver: Deliver,
  log: Pick<Logger, 'info' | 'warn' | 'error'>,
  { retriesMs = RETRIES_MS } = {},
): Mailer {
  const underWay = new Set<Promise<void>>()

  async function post(letter: Letter | Draft): Promise<void> {
    const written = typeof letter === 'function' ? await letter() : letter
    if (!written) return
    checkHeaders(written)
    for (let tries = 0; ; tries++) {
      try {
        const told = await deliver(written)
        const line = { ...told, to: maskEmail(written.to), subject: written.subject }
        log.info(line, 'file' in told ? 'mail written to a file' : 'mail sent')
        return
      } catch (error) {
        const waitMs = retriesMs[tries]
        const line = { ...reasonOf(error), to: maskEmail(written.to), tries: tries + 1 }
        if (waitMs === undefined || isRefused(error)) {
          log.error(line, 'a mail could not be sent')
          return
        }
        log.warn(line, 'a mail could not be sent yet')
        await new Promise((resolve) => setTimeout(resolve, waitMs).unref())
      }
    }
  }

  return {
    async sendKept(letter) {
      checkHeaders(letter)
      const line = { to: maskEmail(letter.to), subject: letter.subject }
      try {
        log.info({ ...(await deliver(letter)), ...line }, 'mail sent')
        return true
      } catch (error) {
        const isOver = isRefused(error)
        log.warn({ ...reasonOf(error), ...line }, `a mail could not be sent${isOver ? '' : ' yet'}`)
        return isOver
      }
    },
    send(letter) {
      if (typeof letter !== 'function') checkHeaders(letter)
      if (underWay.size >= MAX_WAITING) {
        log.error({ waiting: underWay.size }, 'a mail was dropped: too many wait')
        return
      }
      // Begun in a later turn: what it reads must not be in the way of the answer.
      const sent: Promise<void> = new Promise((resolve) => setImmediate(resolve))
        .then(() => post(letter))
        .catch((error: unknown) => log.error({ err: error }, 'a mail could not be written'))
        .finally(() => underWay.delete(sent))
      underWay.add(sent)
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

/** One address and no line break: a header must not become two, nor a recipient a list. */
function checkHeaders({ to, replyTo, subject, unsubscribe = '' }: Letter): void {
  for (const address of replyTo === undefined ? [to] : [to, replyTo]) {
    if (!/^[^\s,;:<>()"@]+@[^\s,;:<>()"@]+$/.test(address)) {
      throw new Error('A letter goes to one plain address')
    }
  }
  if (/[\r\n]/.test(subject)) throw new Error('The subject of a letter is one line')
  if (/[\s<>]/.test(unsubscribe)) throw new Error('A way out of mail is one plain address')
}

/** For logs: "j…@example.com". */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '…' : `${email.charAt(0)}…${email.slice(at)}`
}

/** Mail servers quote addresses in their answers, so of those only the numbers are kept. */
function reasonOf(error: unknown): Record<string, unknown> {
  const { code, responseCode, command } = error as Record<string, unknown>
  return { code, responseCode, command }
}

/** A final no (5xx) of the mail server: asking again changes nothing. */
function isRefused(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: number }
  return responseCode !== undefined && responseCode >= 500
}
