/**
 * A part being typed in one line: its text, and kinds set by hand. Stored as drafts of the kit
 * until it is added. Pure.
 */
import type { NamedPiece } from '#shared/typed/readTypedLine.ts'
import type { Span } from '#shared/typed/typedText.ts'

import { type Cell, LINE_COLUMNS } from '#shared/tables/columnHeads.ts'
import { ADDING, ADDING_AS } from '../rows/entryDraft.ts'

export interface Entry {
  text: string
  named: readonly NamedPiece[]
}

/** Serializes kinds set by hand; null for none. */
export function packNamed(named: readonly NamedPiece[]): string | null {
  return named.length > 0 ? JSON.stringify(named.map(({ cell, text }) => [cell, text])) : null
}

/** The inverse; ignores foreign text. */
export function unpackNamed(packed: string | undefined): NamedPiece[] {
  if (packed === undefined) return []
  try {
    const list: unknown = JSON.parse(packed)
    if (!Array.isArray(list)) return []
    return list.flatMap((pair: unknown) => {
      if (!Array.isArray(pair)) return []
      const [name, text] = pair as unknown[]
      const cell = LINE_COLUMNS.find((one) => one === name)
      return cell && typeof text === 'string' ? [{ cell, text }] : []
    })
  } catch {
    return []
  }
}

/** The kit's entry among its drafts. */
export function entryIn(drafts: ReadonlyMap<string, string>, kitId: string): Entry {
  return {
    text: drafts.get(`${kitId}:${ADDING}`) ?? '',
    named: unpackNamed(drafts.get(`${kitId}:${ADDING_AS}`)),
  }
}

/**
 * Changes a piece's kind and words.
 * @param spans its places; it ends up in the first
 * @param words '' removes it
 */
export function changePiece(
  entry: Entry,
  spans: readonly Span[],
  cell: Cell,
  words: string,
): { entry: Entry; span: Span } {
  const [first = { from: entry.text.length, to: entry.text.length }, ...others] = spans
  const olds = spans.map(({ from, to }) => entry.text.slice(from, to).trim())
  let { text } = entry
  for (const { from, to } of others.toReversed()) text = text.slice(0, from) + text.slice(to)
  text = text.slice(0, first.from) + words + text.slice(first.to)
  const said = words.trim()
  const isAlone = cell === 'price' || cell === 'qty' || cell === 'link'
  const kept = entry.named.filter(
    (piece) =>
      !olds.includes(piece.text) && piece.text !== said && !(isAlone && piece.cell === cell),
  )
  return {
    entry: { text, named: said === '' ? kept : [...kept, { cell, text: said }] },
    span: { from: first.from, to: first.from + words.length },
  }
}

/** Entry of a known part, with the typed amounts. */
export function entryOf(
  part: Readonly<Record<'name' | 'manufacturer' | 'partNumber', string>>,
  amounts: { price: string; qty: string },
): Entry {
  const words = (['name', 'manufacturer', 'partNumber'] as const).flatMap((cell) =>
    part[cell] === '' ? [] : [{ cell, text: part[cell] }],
  )
  const price = amounts.price === '' ? [] : [{ cell: 'price' as const, text: amounts.price }]
  const texts = [...words, ...price].map(({ text }) => text)
  return {
    text: [...texts, ...(amounts.qty === '' ? [] : [`x${amounts.qty}`])].join(' '),
    named: [...words, ...price],
  }
}
