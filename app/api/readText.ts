/** Reads an answer that is no JSON, such as a file to save. */
import { signedIn } from '../device/device.ts'
import { ApiError } from './api.ts'

const TIMEOUT_MS = 60_000

/** @throws ApiError for every failure, also without a network */
export async function readText(path: string): Promise<string> {
  const token = localStorage.getItem('authToken')
  // Another account signed in in another tab: what this page shows is not its.
  if (!token || signedIn()?.token !== token) throw new ApiError(0, 'signed in anew', undefined)
  try {
    const response = await fetch(path, {
      credentials: 'include',
      cache: 'no-store',
      headers: { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.ok) return await response.text()
    throw new ApiError(response.status, response.statusText, undefined)
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError(0, 'no answer', undefined)
  }
}
