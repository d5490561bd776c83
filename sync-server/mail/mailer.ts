/** Sends letters in the background: no answer waits for the mail server, or reveals its result. */
import type { Logger } from 'pino'

export interface Letter {
  to: string
  subject: string
  text: string
  html: string
  replyTo?: string
  /** URL for one-click unsubscribe (RFC 8058). */
  unsubscribe?: string
}

/** Composes a letter when its turn comes; null sends none. */
export type Draft = () => Promise<Letter | null>

export interface Mailer {
  /** Queues a letter. Throws for a line break in a header. */
  send(letter: Letter | Draft): void
  /** Sends a stored letter, in one try. */
  attempt(letter: Letter): Promise<Attempt>
  /** Sends and logs a stored letter. @returns whether it is sent or refused; false for a retry */
  sendKept(letter: Letter): Promise<boolean>
  /** Resolves when all letters are sent or given up. */
  idle(): Promise<void>
}

/** Result of a try. */
export interface Attempt {
  /** `refused`: for good. `later`: a retry may work. */
  state: 'sent' | 'refused' | 'later'
  /** SMTP status or Node error code; '' for none. */
  reason: string
}

/** Logs a letter after its last try for now. */
export type NoteMail = (letter: Letter, attempt: Attempt, tries: number) => Promise<void>

/** Transport of a letter. @returns what the log may say of it */
export type Deliver = (letter: Letter) => Promise<Record<string, unknown>>

/** Backoff before the second and third try. */
const RETRIES_MS = [2_000, 15_000]
/** A longer queue means that the mail server is away; letters must not fill the memory. */
const MAX_WAITING = 1_000

export function createMailer(
  deliver: Deliver,
  log: Pick<Logger, 'info' | 'warn' | 'error'>,
  {
    retriesMs = RETRIES_MS,
    note = () => Promise.resolve(),
  }: { retriesMs?: readonly number[]; note?: NoteMail } = {},
): Mailer {
  const underWay = new Set<Promise<void>>()

  async function post(letter: Letter | Draft): Promise<void> {
    const written = typeof letter === 'function' ? await letter() : letter
    if (!written) return
    checkHeaders(written)
    for (let tries = 1; ; tries++) {
      const result = await attempt(written, tries)
      const waitMs = result.state === 'later' ? retriesMs[tries - 1] : undefined
      if (waitMs === undefined) {
        await note(written, result, tries).catch((error: unknown) =>
          log.warn({ err: error }, 'a mail could not be noted'),
        )
        return
      }
      await new Promise((resolve) => setTimeout(resolve, waitMs).unref())
    }
  }

  async function attempt(letter: Letter, tries = 1): Promise<Attempt> {
    const line = { to: maskEmail(letter.to), subject: letter.subject }
    try {
      const told = await deliver(letter)
      log.info({ ...told, ...line }, 'file' in told ? 'mail written to a file' : 'mail sent')
      return { state: 'sent', reason: '' }
    } catch (error) {
      const why = { ...reasonOf(error), ...line, tries }
      const isOver = isRefused(error)
      if (isOver || tries > retriesMs.length) log.error(why, 'a mail could not be sent')
      else log.warn(why, 'a mail could not be sent yet')
      const { responseCode, code } = error as { responseCode?: number; code?: string }
      const reason = String(responseCode ?? code ?? 'no answer')
      return { state: isOver ? 'refused' : 'later', reason }
    }
  }

  return {
    attempt(letter) {
      checkHeaders(letter)
      return attempt(letter)
    },
    async sendKept(letter) {
      checkHeaders(letter)
      const result = await attempt(letter)
      // Its keeper stores a letter that may be retried.
      if (result.state === 'later') return false
      await note(letter, result, 1).catch((error: unknown) =>
        log.warn({ err: error }, 'a mail could not be noted'),
      )
      return true
    },
    send(letter) {
      if (typeof letter !== 'function') checkHeaders(letter)
      if (underWay.size >= MAX_WAITING) {
        log.error({ waiting: underWay.size }, 'a mail was dropped: too many wait')
        return
      }
      // In a later turn: its queries must not delay the answer.
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

/** One address and no line break: no injected headers or recipients. */
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

/** Codes only: mail servers quote addresses in their replies. */
function reasonOf(error: unknown): Record<string, unknown> {
  const { code, responseCode, command } = error as Record<string, unknown>
  return { code, responseCode, command }
}

/** A permanent refusal (5xx): a retry changes nothing. */
function isRefused(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: number }
  return responseCode !== undefined && responseCode >= 500
}
