/**
 * A text without the given characters at its end. A pattern such as `/[),.]+$/` starts anew at each
 * of them, which takes hours where a stranger wrote a hundred thousand.
 * @param characters each of them alone, one UTF-16 unit long
 */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** A text with one space where it has blanks of any kind and number, and none at its ends. */
export function collapseBlanks(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
