/**
 * A part that is being typed in one line: its text, and what was said by hand of pieces of it. Kept as
 * drafts of the kit until it is added. Pure.
 */
import type { NamedPiece } from '#shared/text/typed/readTypedLine.ts'
import type { LineCell, Span } from '#shared/text/typed/typedText.ts'

import { LINE_COLUMNS } from '#shared/text/pastedColumns.ts'
import { ADDING, ADDING_AS } from './entryDraft.ts'

export interface Entry {
  text: string
  named: readonly NamedPiece[]
}

/** What was said of pieces, as it is kept; null for nothing. */
export function packNamed(named: readonly NamedPiece[]): string | null {
  return named.length > 0 ? JSON.stringify(named.map(({ cell, text }) => [cell, text])) : null
}

/** The other way around; a text from elsewhere says nothing. */
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

/** The entry of a kit among its drafts. */
export function entryIn(drafts: ReadonlyMap<string, string>, kitId: string): Entry {
  return {
    text: drafts.get(`${kitId}:${ADDING}`) ?? '',
    named: unpackNamed(drafts.get(`${kitId}:${ADDING_AS}`)),
  }
}

/**
 * Says what a piece is, and writes it anew.
 * @param spans where it stands; it stands in the first of them from then on
 * @param words what it is now, '' to take it out
 */
export function changePiece(
  entry: Entry,
  spans: readonly Span[],
  cell: LineCell,
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

/** A part that is known, with the amounts that were typed. */
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
