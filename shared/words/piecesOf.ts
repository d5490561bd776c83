/** One hole of a sentence and the text before it: a placeholder, or a tag around `inner`. */
export interface Piece {
  before: string
  name: string
  /** Null for a placeholder. */
  inner: string | null
}

/** Splits a sentence with markup into pieces and a rest. Unclosed tags are text. Linear time. */
export function piecesOf(text: string): { pieces: Piece[]; rest: string } {
  const pieces: Piece[] = []
  const holes = /<(\w+)>|\{(\w+)\}/g
  let from = 0
  for (let hole = holes.exec(text); hole; hole = holes.exec(text)) {
    const [whole, tag, placeholder = ''] = hole
    let to = hole.index + whole.length
    let inner: string | null = null
    if (tag !== undefined) {
      const end = text.indexOf(`</${tag}>`, to)
      if (end < 0) continue
      inner = text.slice(to, end)
      to = end + tag.length + 3
    }
    pieces.push({ before: text.slice(from, hole.index), name: tag ?? placeholder, inner })
    from = to
    holes.lastIndex = to
  }
  return { pieces, rest: text.slice(from) }
}
