/** A text from a forum, a chat or a note without the marks that give it its looks there. */
export interface Unmarked {
  text: string
  /** The first address a word of it led to. */
  link: string | null
}

/** `[text](address)` of Markdown, and `[url=address]text[/url]` of forums. */
const LINKS = [
  /\[([^[\]]+)\]\((https?:\/\/[^\s()]+)\)/i,
  /\[url="?(https?:\/\/[^\s"[\]]+)"?\]([^[\]]+)\[\/url\]/i,
  /\[url\](https?:\/\/[^\s[\]]+)(\[\/url\])/i,
] as const
const BB_CODE = /\[\/?(?:b|i|u|s|size|color|font|code|quote|list|\*|center)(?:=[^[\]]*)?\]/gi
const BOLD = /\*\*([^*\s][^*]*)\*\*|`([^`\s][^`]*)`/g

/** Takes the marks off: what they stood around stays. */
export function withoutMarks(marked: string): Unmarked {
  let link: string | null = null
  let text = marked
  if (text.includes('[')) {
    text = text.replaceAll(BB_CODE, '')
    const [markdown, named, bare] = LINKS
    text = text
      .replace(markdown, (_whole, words: string, address: string) => keep(address, words))
      .replace(named, (_whole, address: string, words: string) => keep(address, words))
      .replace(bare, (_whole, address: string) => keep(address, ''))
  }
  if (/[*`]/.test(text)) text = text.replaceAll(BOLD, '$1$2')
  return { text: text.trim(), link }

  function keep(address: string, words: string): string {
    link ??= address
    return words
  }
}
