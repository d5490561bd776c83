/** What a failed call is called in front of people. Never more than is known. */
import { ApiError } from '../api/api.ts'
import { clockTime } from '../ui/text/time.ts'
import { t } from '#shared/words/words.ts'

/** Nothing of ours answered, so nothing is known of what was sent. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0
}

export function isStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status
}

export const noAnswer = () => t('The server did not answer. Check your signal and try again.')

/** The server's own words, with the time to wait where there is one; else `otherwise`. */
export function serverWords(error: unknown, otherwise: string): string {
  if (!(error instanceof ApiError)) return otherwise
  const { status, sentence, retryAfter } = error
  if (status !== 429) return sentence || otherwise
  const words = sentence || t('Too many tries.')
  // The server may have said it already.
  const hasTime = /\d/.test(words)
  return retryAfter && !hasTime ? `${words} ${waitWords(retryAfter)}` : words
}

/** "Try again in 40 seconds.", and from an hour on the time of day. */
export function waitWords(seconds: number): string {
  if (seconds < 90) return t('Try again in {seconds} seconds.', { seconds })
  if (seconds < 3_600)
    return t('Try again in {minutes} minutes.', { minutes: Math.ceil(seconds / 60) })
  return t('Try again at {time}.', { time: clockTime(Date.now() + seconds * 1_000) })
}
