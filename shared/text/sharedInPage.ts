/** What was shared with the app where only the server could take it: how the page carries it. */

/** Where the manifest sends what is shared. */
export const SHARE_PATH = '/share'

/** A list may have 8 MB, and a form has words of its own around it. */
export const MAX_SHARED_BYTES = 9 * 1024 * 1024

/** What is said of more than that, and of what is no form. */
export const TOO_LARGE = 'This is too large to be shared. Choose the file here instead.'
export const UNREADABLE = 'What was shared could not be read. Please paste it here.'

export interface SharedInPage {
  title: string
  text: string
  url: string
  file: { name: string; type: string; base64: string } | null
  /** Why nothing of it is here, '' when it is. */
  problem: string
}
