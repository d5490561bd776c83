/**
 * Trims characters off the end of a text. A pattern such as `/[),.]+$/` restarts at each of them,
 * which takes hours on a stranger's hundred thousand.
 * @param characters each one UTF-16 unit long
 */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** Trims, and collapses whitespace to single spaces. */
export function collapseBlanks(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
