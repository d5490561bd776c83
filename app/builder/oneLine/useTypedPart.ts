import { useMemo, useState } from 'react'

import type { LineCell, Span } from '#shared/text/typed/typedText.ts'
import type { Build } from '../../kits/open/builds.ts'
import type { KnownPart } from './knownParts.ts'

import { DOLLARS, formatPrice } from '#shared/money.ts'
import { readTypedLine } from '#shared/text/typed/readTypedLine.ts'
import { vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { setDraft } from '../../sync/write/pump.ts'
import { FIELD_RULES } from '../fields/fieldRules.ts'
import { cellsOf } from './addTyped.ts'
import { changePiece, entryIn, entryOf, packNamed, type Entry } from './entry.ts'
import { ADDING_AS } from './entryDraft.ts'
import { useSuggestions } from './useSuggestions.ts'

/**
 * The part that a typed line is: what is read of it, what it may mean, and how to change it.
 * @param isTyping whether somebody is at it
 */
export function useTypedPart(
  build: Build,
  text: string,
  isTyping: boolean,
  onText: (text: string) => void,
) {
  const { kit } = build
  const { currency = DOLLARS } = kit
  const [named, setNamed] = useState(() => entryIn(build.drafts, kit.id).named)
  const [query, setQuery] = useState('')
  const { found, brands } = useSuggestions(build, query, isTyping)
  const words = useMemo(
    () => (kit.vehicle ? vehicleTitle(kit.vehicle).split(' ') : []),
    [kit.vehicle],
  )
  const known = useMemo(
    () => ({ brands, words, named, currency }),
    [brands, words, named, currency],
  )
  const reading = useMemo(() => readTypedLine(text, known), [text, known])
  const line = useMemo(() => cellsOf(reading, currency), [reading, currency])
  const asked = queryOf(reading.pieces, named)
  if (asked !== query) setQuery(asked)

  function change(entry: Entry) {
    setNamed(entry.named)
    setDraft(kit.id, ADDING_AS, packNamed(entry.named))
    onText(entry.text)
  }

  return {
    reading,
    line,
    /** Another text as a part. */
    lineOf: (other: string) => cellsOf(readTypedLine(other, known), currency),
    found,
    clear: () => change({ text: '', named: [] }),
    /** Says what a piece is and writes it anew. @returns where it stands now */
    changePiece(spans: readonly Span[], cell: LineCell, piece: string): Span {
      const changed = changePiece({ text, named }, spans, cell, piece)
      change(changed.entry)
      return changed.span
    },
    /** Takes a part that is known; amounts that were typed stay. */
    take(part: KnownPart) {
      const { price, qty } = reading.pieces
      // A sign may be of another dollar here.
      const paid =
        typeof part.price === 'number' && currency === DOLLARS
          ? formatPrice(part.price)
          : FIELD_RULES.price.format(part.price, '')
      change(entryOf(part, { price: price?.text ?? paid, qty: qty?.text ?? '' }))
    },
  }
}

type Pieces = ReturnType<typeof readTypedLine>['pieces']

/** What is asked for: the words of a part, unless it was chosen already. */
function queryOf(pieces: Pieces, named: Entry['named']): string {
  if (named.some(({ cell }) => cell === 'name')) return ''
  const { name, manufacturer, partNumber } = pieces
  return [name, manufacturer, partNumber].flatMap((piece) => piece?.text ?? []).join(' ')
}
