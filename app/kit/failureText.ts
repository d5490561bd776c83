import { ApiError } from '../api/api.ts'

/** What to say about something that failed, in the server's words where it has any. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong'
  if (error.status === 0) return 'This needs a signal. Try again when there is one.'
  return error.sentence || 'Something went wrong'
}
