/** Sends a file as it is, whatever its size: read off the disk while it travels. */
import type { Json } from '#shared/sync/cells.ts'
import { languageTag, later, say } from '#shared/words/words.ts'

import { ApiError } from './api.ts'
import { signedIn } from '../device/device.ts'

/** The server gives a file a minute to arrive, and then takes some seconds to look at it. */
const TIMEOUT_MS = 75_000
const LATE = later(
  'The file did not arrive within a minute. Send it in parts, or from a faster line.',
)

/**
 * @param type how the server is to read it
 * @param signal ends it early
 * @returns the parsed answer
 * @throws ApiError for every failure, also without a network or when it was ended
 */
export async function sendFile(
  path: string,
  file: File,
  type: string,
  signal: AbortSignal,
): Promise<Json> {
  const token = localStorage.getItem('authToken')
  // Another account signed in in another tab: what this page shows is not its.
  if (!token || signedIn()?.token !== token) throw new ApiError(0, 'signed in anew', undefined)
  const ending = new AbortController()
  const end = () => ending.abort()
  signal.addEventListener('abort', end)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    end()
  }, TIMEOUT_MS)
  const late = () => new ApiError(408, 'late', { error: say(LATE) })
  try {
    const response = await fetch(path, {
      method: 'POST',
      credentials: 'include',
      cache: 'no-store',
      headers: {
        'Content-Type': type,
        Authorization: `Bearer ${token}`,
        'Accept-Language': languageTag(),
      },
      body: file,
      signal: ending.signal,
    })
    // The server cuts it off without a word of its own.
    if (response.status === 408) throw late()
    const answer = (await response.json()) as Json
    if (response.ok) return answer
    const retryAfter = Number(response.headers.get('Retry-After')) || undefined
    throw new ApiError(response.status, response.statusText, answer, retryAfter)
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw isLate ? late() : new ApiError(0, 'no answer', undefined)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}
