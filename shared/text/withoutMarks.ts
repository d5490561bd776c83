/** Text from a forum, chat or note, without its markup. */
export interface Unmarked {
  text: string
  /** First link in it. */
  link: string | null
}

/** Markdown's `[text](address)`, and forums' `[url=address]text[/url]`. */
const LINKS = [
  /\[([^[\]]+)\]\((https?:\/\/[^\s()]+)\)/i,
  /\[url="?(https?:\/\/[^\s"[\]]+)"?\]([^[\]]+)\[\/url\]/i,
  /\[url\](https?:\/\/[^\s[\]]+)(\[\/url\])/i,
] as const
const BB_CODE = /\[\/?(?:b|i|u|s|size|color|font|code|quote|list|\*|center)(?:=[^[\]]*)?\]/gi
const BOLD = /\*\*([^*\s][^*]*)\*\*|`([^`\s][^`]*)`/g

/** Strips markup and keeps the text inside. */
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
