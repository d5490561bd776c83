/** Sentences about failed calls. Never more than is known. */
import { ApiError } from '../data/api/api.ts'
import { clockTime } from '../ui/text/time.ts'
import { t } from '#shared/words/words.ts'

/** No answer: the request may or may not have been processed. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0
}

/** Code of a call whose proof the user cancelled. */
export const CANCELLED = 'cancelled'

export const isCancelled = (error: unknown) => error instanceof ApiError && error.code === CANCELLED

export function isStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status
}

export const noAnswer = () => t('The server did not answer. Check your signal and try again.')

/** serverWords(), also for missing answers. */
export const callWords = (error: unknown, otherwise: string) =>
  isUnanswered(error) ? noAnswer() : serverWords(error, otherwise)

/** The server's own sentence, with the time to wait; else `otherwise`. */
export function serverWords(error: unknown, otherwise: string): string {
  if (!(error instanceof ApiError)) return otherwise
  const { status, sentence, retryAfter } = error
  if (status !== 429) return sentence || otherwise
  const words = sentence || t('Too many tries.')
  // The server's sentence may contain the time.
  const hasTime = /\d/.test(words)
  return retryAfter && !hasTime ? `${words} ${waitWords(retryAfter)}` : words
}

/** "Try again in 40 seconds.", and above an hour the time of day. */
export function waitWords(seconds: number): string {
  if (seconds < 90) return t('Try again in {seconds} seconds.', { seconds })
  if (seconds < 3_600)
    return t('Try again in {minutes} minutes.', { minutes: Math.ceil(seconds / 60) })
  return t('Try again at {time}.', { time: clockTime(Date.now() + seconds * 1_000) })
}
