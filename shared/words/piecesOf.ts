/** One hole of a sentence, with what stands before it: a placeholder, or a tag around `inner`. */
export interface Piece {
  before: string
  name: string
  /** Null for a placeholder. */
  inner: string | null
}

/** A sentence with mark-up in pieces, and its rest. A tag that is not closed is text. Takes linear time. */
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
