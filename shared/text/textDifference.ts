/** Line-by-line difference of two texts. */

export interface TextPiece {
  kind: 'same' | 'added' | 'removed'
  lines: string[]
}

/** Limit on cells of the LCS table; larger texts count as replaced. */
const MAX_CELLS = 250_000

/** Pieces of two texts in order. Trailing spaces and trailing blank lines are ignored. */
export function textDifference(before: string, after: string): TextPiece[] {
  const [was, is] = [linesOf(before), linesOf(after)]
  let start = 0
  while (start < Math.min(was.length, is.length) && was[start] === is[start]) start++
  let end = 0
  const most = Math.min(was.length, is.length) - start
  while (end < most && was.at(-1 - end) === is.at(-1 - end)) end++
  const pieces: TextPiece[] = []
  put(pieces, 'same', is.slice(0, start))
  compare(pieces, was.slice(start, was.length - end), is.slice(start, is.length - end))
  put(pieces, 'same', is.slice(is.length - end))
  return pieces
}

function linesOf(text: string): string[] {
  return text === ''
    ? []
    : text
        .trimEnd()
        .split('\n')
        .map((line) => line.trimEnd())
}

/** Longest common subsequence of lines. */
function compare(pieces: TextPiece[], was: readonly string[], is: readonly string[]): void {
  if ((was.length + 1) * (is.length + 1) > MAX_CELLS) {
    put(pieces, 'removed', was)
    put(pieces, 'added', is)
    return
  }
  const width = is.length + 1
  // Length of the longest common subsequence from here on.
  const common = new Uint16Array((was.length + 1) * width)
  const at = (row: number, column: number) => common[row * width + column] ?? 0
  for (let row = was.length - 1; row >= 0; row--) {
    for (let column = is.length - 1; column >= 0; column--) {
      common[row * width + column] =
        was[row] === is[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  let [row, column] = [0, 0]
  while (row < was.length || column < is.length) {
    const [old, fresh] = [was[row], is[column]]
    if (old !== undefined && old === fresh) {
      put(pieces, 'same', [old])
      row++
      column++
    } else if (
      old !== undefined &&
      (fresh === undefined || at(row + 1, column) >= at(row, column + 1))
    ) {
      put(pieces, 'removed', [old])
      row++
    } else if (fresh !== undefined) {
      put(pieces, 'added', [fresh])
      column++
    }
  }
}

function put(pieces: TextPiece[], kind: TextPiece['kind'], lines: readonly string[]): void {
  if (lines.length === 0) return
  const last = pieces.at(-1)
  if (last?.kind === kind) last.lines.push(...lines)
  else pieces.push({ kind, lines: [...lines] })
}
