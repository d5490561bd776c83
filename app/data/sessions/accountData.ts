import { ApiError, readText } from '../api/api.ts'

/** Years of kits on a bad line. */
const TIMEOUT_MS = 10 * 60_000
/** End of a complete file from the server. */
const END = /"complete": true\}\s*$/

/**
 * The account's full server data as a file.
 * @throws ApiError, also for a truncated file
 */
export async function fetchAccountData(): Promise<Blob> {
  const text = await readText('/api/account/data', TIMEOUT_MS)
  if (!END.test(text.slice(-40))) throw new ApiError(0, 'cut off', undefined)
  return new Blob([text], { type: 'application/json' })
}
