import { fold } from '#shared/text/fold.ts'

/** Text with search words, folded, in <mark>; the list styles them. */
export function Highlighted({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text
  return marked(text, words).map(([at, part, isFound]) =>
    isFound ? <mark key={at}>{part}</mark> : part,
  )
}

type Part = [at: number, text: string, isFound: boolean]

function marked(text: string, words: readonly string[]): Part[] {
  const { plain, places } = withPlaces(text)
  const parts: Part[] = []
  for (let at = 0; at < plain.length;) {
    const [from, to] = nextWord(plain, words, at)
    const [start = 0, begin = 0, end = 0] = [places[at], places[from], places[to]]
    if (begin > start) parts.push([start, text.slice(start, begin), false])
    if (end > begin) parts.push([begin, text.slice(begin, end), true])
    at = to
  }
  return parts
}

/** Folded text, and where each of its letters, and its end, stands in the text. */
function withPlaces(text: string): { plain: string; places: number[] } {
  let plain = ''
  const places: number[] = []
  // A letter with the marks behind it.
  for (const { 0: letter, index } of text.matchAll(/.[\u0300-\u036f]*/gsu)) {
    const folded = fold(letter)
    plain += folded
    places.push(...Array<number>(folded.length).fill(index))
  }
  places.push(text.length)
  return { plain, places }
}

/** Next word from an offset on, the longest of equal starts; the end without one. */
function nextWord(plain: string, words: readonly string[], at: number): [number, number] {
  let found: [number, number] = [plain.length, plain.length]
  for (const word of words) {
    const from = plain.indexOf(word, at)
    if (from < 0 || from > found[0]) continue
    const to = from + word.length
    if (from < found[0] || to > found[1]) found = [from, to]
  }
  return found
}
