import { ApiError } from '../api/api.ts'
import { signedIn } from '../device/device.ts'

/** Kits of many years on a bad line. */
const TIMEOUT_MS = 10 * 60_000
/** How the server's file ends when nothing of it is missing. */
const END = /"complete": true\}\s*$/

/**
 * Everything the server has of the account that is shown, as a file.
 * @throws ApiError, also for a file that was cut off on its way
 */
export async function fetchAccountData(): Promise<Blob> {
  const token = signedIn()?.token ?? ''
  const cutOff = () => new ApiError(0, 'cut off', undefined)
  let response: Response
  try {
    response = await fetch('/api/account/data', {
      cache: 'no-store',
      headers: { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  } catch {
    throw cutOff()
  }
  if (!response.ok) {
    const answer = await response.json().catch(() => undefined)
    const retryAfter = Number(response.headers.get('Retry-After')) || undefined
    throw new ApiError(response.status, response.statusText, answer, retryAfter)
  }
  const file = await response.blob().catch(() => null)
  if (!file || !END.test(await file.slice(-40).text())) throw cutOff()
  return file
}
