import { useMemo, useState, useEffect } from 'react'

import type { Cell } from '#shared/tables/columnHeads.ts'
import type { Span } from '#shared/typed/typedText.ts'
import type { Build } from '../../data/kits/open/builds.ts'

import { DOLLARS, formatPrice } from '#shared/money/money.ts'
import { readTypedLine } from '#shared/typed/readTypedLine.ts'
import { vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { setDraft } from '../../data/sync/write/writeQueue.ts'
import { FIELD_RULES } from '../rows/fieldRules.ts'
import { cellsOf } from './addTyped.ts'
import { changePiece, entryIn, entryOf, packNamed, type Entry } from './entry.ts'
import { ADDING_AS } from '../rows/entryDraft.ts'
import { useSync } from '../../data/device/syncState.ts'
import { findParts, inCatalogue, type KnownPart, onePart, readKnownParts } from './knownParts.ts'

/**
 * Parsed part of a typed line, its suggestions, and edits of it.
 * @param isTyping whether the line or a piece has the focus
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
    /** Parses another text as a part. */
    lineOf: (other: string) => cellsOf(readTypedLine(other, known), currency),
    found,
    clear: () => change({ text: '', named: [] }),
    /** Changes a piece. @returns its new position */
    changePiece(spans: readonly Span[], cell: Cell, piece: string): Span {
      const changed = changePiece({ text, named }, spans, cell, piece)
      change(changed.entry)
      return changed.span
    },
    /** Takes a suggested part; typed amounts stay. */
    take(part: KnownPart) {
      const { price, qty } = reading.pieces
      // "$" may mean another dollar here.
      const paid =
        typeof part.price === 'number' && currency === DOLLARS
          ? formatPrice(part.price)
          : FIELD_RULES.price.format(part.price, '')
      change(entryOf(part, { price: price?.text ?? paid, qty: qty?.text ?? '' }))
    },
  }
}

type Pieces = ReturnType<typeof readTypedLine>['pieces']

/** Search words; none once a part was chosen. */
function queryOf(pieces: Pieces, named: Entry['named']): string {
  if (named.some(({ cell }) => cell === 'name')) return ''
  const { name, manufacturer, partNumber } = pieces
  return [name, manufacturer, partNumber].flatMap((piece) => piece?.text ?? []).join(' ')
}

const MOST_SHOWN = 5
/** Fewer letters match too much. */
const LEAST_ASKED = 3
const ASK_AFTER_MS = 300
/** Catalogue answers kept in this page. */
const MOST_KEPT = 300
const NONE: readonly KnownPart[] = []

/**
 * Suggestions: this device's parts at once, the catalogue's once it has answered, if online.
 * Nothing waits for it, and errors are silent.
 * @param words typed name, maker and number
 * @param isAsked whether somebody is typing
 */
function useSuggestions(build: Build, words: string, isAsked: boolean) {
  const { kit } = build
  const [here, setHere] = useState(NONE)
  const [answered, setAnswered] = useState(NONE)
  const isOnline = useSync((state) => state.isOnline)
  const vehicle = kit.vehicle && vehicleTitle(kit.vehicle)
  const typed = words.trim()

  useEffect(() => {
    if (!isAsked) return
    let isCurrent = true
    readKnownParts(kit.vehicle, kit.id).then(
      (parts) => isCurrent && setHere(parts),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- its title says which vehicle it is
  }, [kit.id, vehicle, isAsked])

  useEffect(() => {
    if (!isAsked || !isOnline || typed.length < LEAST_ASKED) return
    let isCurrent = true
    const timer = setTimeout(() => {
      ask(typed).then(
        (parts) =>
          isCurrent && setAnswered((known) => onePart([...parts, ...known]).slice(0, MOST_KEPT)),
        () => undefined,
      )
    }, ASK_AFTER_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [typed, isAsked, isOnline])

  const all = useMemo(() => onePart([...here, ...answered]), [here, answered])
  const found = useMemo(
    () => (isAsked ? findParts(all, typed, MOST_SHOWN) : NONE),
    [all, typed, isAsked],
  )
  const brands = useMemo(
    () => [...new Set(all.map(({ manufacturer }) => manufacturer.trim()).filter(Boolean))],
    [all],
  )
  return { found, brands }
}

async function ask(words: string): Promise<KnownPart[]> {
  const { askSearch } = await import('../../data/prices/askParts.ts')
  return (await askSearch(words, null)).parts.map(inCatalogue)
}
