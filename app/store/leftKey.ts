/** Where a page that was left keeps what it had not stored yet; each page under a key of its own. */
export const LEFT_PREFIX = 'left:'

/** Whether a page has left something behind. */
export function hasLeft(): boolean {
  return Object.keys(localStorage).some((key) => key.startsWith(LEFT_PREFIX))
}
