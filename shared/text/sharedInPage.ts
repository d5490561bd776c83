/** Shares the server received without a worker: how the page carries them. */
import { later, say } from '../words/words.ts'

/** Share target of the manifest. */
export const SHARE_PATH = '/share'

/** A list may have 8 MB, plus the form's own overhead. */
export const MAX_SHARED_BYTES = 9 * 1024 * 1024

/** Sentences for a share above the limit, and for an invalid form. */
export const TOO_LARGE = later('This is too large to be shared. Choose the file here instead.')
export const UNREADABLE = later('What was shared could not be read. Please paste it here.')

/** As JSON; `base64` is last, because it is streamed. */
export interface SharedInPage {
  /** Why the share is missing, else ''. */
  problem: string
  /** Content-Type of the form, with its boundary. */
  contentType: string
  /** The form's raw bytes. */
  base64: string
}

export interface Shared {
  title: string
  text: string
  url: string
  file: File | null
  /** Why the share is missing, else ''. */
  problem: string
}

export const nothingShared = (problem: string): Shared => ({
  title: '',
  text: '',
  url: '',
  file: null,
  problem,
})

/** Parses a shared form; an invalid one becomes a problem. */
export async function readShared(sent: Response): Promise<Shared> {
  const form = await sent.formData().catch(() => null)
  if (!form) return nothingShared(say(UNREADABLE))
  const textOf = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const found = form.get('files')
  const file = found instanceof File && found.size > 0 ? found : null
  return { title: textOf('title'), text: textOf('text'), url: textOf('url'), file, problem: '' }
}

export async function readSharedInPage(shared: SharedInPage): Promise<Shared> {
  if (shared.problem) return nothingShared(shared.problem)
  const bytes = Uint8Array.from(atob(shared.base64), (letter) => letter.charCodeAt(0))
  return readShared(new Response(bytes, { headers: { 'Content-Type': shared.contentType } }))
}
