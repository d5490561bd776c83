import { ApiError } from '../api/api.ts'
import { t } from '#shared/words/words.ts'

/** What to say about something that failed, in the server's words where it has any. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return t('Something went wrong')
  if (error.status === 0) return t('This needs a signal. Try again when there is one.')
  return error.sentence || t('Something went wrong')
}
