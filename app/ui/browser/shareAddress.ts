import { copyText } from './copyText.ts'

/** Absent in many browsers at the desk, and on plain http, whatever the types say. */
export const canShare = (): boolean => 'share' in navigator

/**
 * Gives an address to the sheet of the system for sharing. Where there is none after all, it is
 * copied. Closing the sheet is no failure.
 */
export async function shareAddress(
  title: string,
  url: string,
): Promise<'shared' | 'closed' | 'copied' | 'failed'> {
  try {
    await navigator.share({ title, url })
    return 'shared'
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'closed'
    return (await copyText(url)) ? 'copied' : 'failed'
  }
}
