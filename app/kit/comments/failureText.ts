import { ApiError } from '../../data/api/api.ts'
import { t } from '#shared/words/words.ts'

/** Sentence about a failure, the server's own where it has one. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return t('Something went wrong')
  if (error.status === 0) return t('This needs a signal. Try again when there is one.')
  return error.sentence || t('Something went wrong')
}
