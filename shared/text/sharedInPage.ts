/** What was shared with the app where only the server could take it: how the page carries it. */
import { later, say } from '../words/words.ts'

/** Where the manifest sends what is shared. */
export const SHARE_PATH = '/share'

/** A list may have 8 MB, and a form has words of its own around it. */
export const MAX_SHARED_BYTES = 9 * 1024 * 1024

/** What is said of more than that, and of what is no form. */
export const TOO_LARGE = later('This is too large to be shared. Choose the file here instead.')
export const UNREADABLE = later('What was shared could not be read. Please paste it here.')

/** As JSON; `base64` comes last, because it is written piece by piece. */
export interface SharedInPage {
  /** Why nothing of it is here, '' when it is. */
  problem: string
  /** Of the form, with its boundary, as it came. */
  contentType: string
  /** The form's bytes, as they came. */
  base64: string
}

export interface Shared {
  title: string
  text: string
  url: string
  file: File | null
  /** Why nothing of it is here, '' when it is. */
  problem: string
}

export const nothingShared = (problem: string): Shared => ({
  title: '',
  text: '',
  url: '',
  file: null,
  problem,
})

/** What a form brought; what is none says so. */
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

/** The same of one that came back in the page. */
export async function readSharedInPage(shared: SharedInPage): Promise<Shared> {
  if (shared.problem) return nothingShared(shared.problem)
  const bytes = Uint8Array.from(atob(shared.base64), (letter) => letter.charCodeAt(0))
  return readShared(new Response(bytes, { headers: { 'Content-Type': shared.contentType } }))
}
