/** What was shared with the app where only the server could take it: how the page carries it. */

/** Where the manifest sends what is shared. */
export const SHARE_PATH = '/share'

/** A list may have 8 MB, and a form has words of its own around it. */
export const MAX_SHARED_BYTES = 9 * 1024 * 1024

export interface SharedInPage {
  title: string
  text: string
  url: string
  file: { name: string; type: string; base64: string } | null
  /** Why nothing of it is here, '' when it is. */
  problem: string
}
