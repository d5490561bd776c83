/**
 * Simple formatting of notes and comments: text -> tree. Never produces HTML, and runs in linear
 * time, because anybody may write what everybody else has to render.
 */
import type { Inline } from './markupInline.ts'

import { readInline } from './markupInline.ts'

export type Block =
  | { kind: 'paragraph' | 'quote'; content: Inline[] }
  | { kind: 'list'; items: Inline[][] }
  | { kind: 'code'; text: string }

type LineKind = Block['kind'] | 'blank'

/** Parses blocks: first the lines that start one, then the text inside. */
export function parseMarkup(text: string): Block[] {
  const blocks: Block[] = []
  let open: { kind: LineKind; lines: string[] } = { kind: 'blank', lines: [] }
  for (const line of text.split(/\r\n?|\n/)) {
    const { kind, cut } = lineKind(line)
    if (kind !== open.kind) {
      if (open.kind !== 'blank') blocks.push(blockOf(open.kind, open.lines))
      open = { kind, lines: [] }
    }
    open.lines.push(line.slice(cut))
  }
  if (open.kind !== 'blank') blocks.push(blockOf(open.kind, open.lines))
  return blocks
}

/** Kind of block a line starts, and the length of its marker. */
function lineKind(line: string): { kind: LineKind; cut: number } {
  if (line.trim() === '') return { kind: 'blank', cut: 0 }
  if (line.startsWith('    ')) return { kind: 'code', cut: 4 }
  if (line.startsWith('> ')) return { kind: 'quote', cut: 2 }
  if (line.startsWith('* ')) return { kind: 'list', cut: 2 }
  return { kind: 'paragraph', cut: 0 }
}

function blockOf(kind: Block['kind'], lines: string[]): Block {
  if (kind === 'list') return { kind, items: lines.map((line) => readInline(line)) }
  const text = lines.join('\n')
  return kind === 'code' ? { kind, text } : { kind, content: readInline(text) }
}
