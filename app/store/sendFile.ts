/** Sends a file as it is, whatever its size: read off the disk while it travels. */
import type { Json } from '#shared/cells.ts'

import { ApiError } from './api.ts'
import { signedIn } from './device.ts'

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
  let response: Response
  let answer: Json
  try {
    response = await fetch(path, {
      method: 'POST',
      credentials: 'include',
      cache: 'no-store',
      headers: { 'Content-Type': type, Authorization: `Bearer ${token}` },
      body: file,
      signal,
    })
    answer = (await response.json()) as Json
  } catch {
    throw new ApiError(0, 'no answer', undefined)
  }
  if (response.ok) return answer
  const retryAfter = Number(response.headers.get('Retry-After')) || undefined
  throw new ApiError(response.status, response.statusText, answer, retryAfter)
}
