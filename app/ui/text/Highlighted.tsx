/** A text with the words of a search marked in it; how, is the list's to say. */
export function Highlighted({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text
  return marked(text, words).map(([at, part, isFound]) =>
    isFound ? <mark key={at}>{part}</mark> : part,
  )
}

type Part = [at: number, text: string, isFound: boolean]

function marked(text: string, words: readonly string[]): Part[] {
  const lower = text.toLowerCase()
  // A few letters, such as İ, are longer in lower case: no place in one is a place in the other.
  if (lower.length !== text.length) return [[0, text, false]]
  const parts: Part[] = []
  for (let at = 0; at < text.length;) {
    const [from, to] = nextWord(lower, words, at)
    if (from > at) parts.push([at, text.slice(at, from), false])
    if (to > from) parts.push([from, text.slice(from, to), true])
    at = to
  }
  return parts
}

/** The first of the words from a place on, the longest where two begin; the end without one. */
function nextWord(lower: string, words: readonly string[], at: number): [number, number] {
  let found: [number, number] = [lower.length, lower.length]
  for (const word of words) {
    const from = lower.indexOf(word, at)
    if (from < 0 || from > found[0]) continue
    const to = from + word.length
    if (from < found[0] || to > found[1]) found = [from, to]
  }
  return found
}
