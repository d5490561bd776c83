/** Chips of a typed line's pieces, in words. Pure. */
import type { TypedLine } from '#shared/typed/readTypedLine.ts'
import type { Span, Why } from '#shared/typed/typedText.ts'
import type { PastedLine } from '#shared/kinds/partLines.ts'

import { formatPrice } from '#shared/money/money.ts'
import { type Cell, LINE_COLUMNS } from '#shared/tables/columnHeads.ts'
import { quoted } from '#shared/text/quoted.ts'
import { say, t } from '#shared/words/words.ts'
import { LINE_FIELDS } from '#shared/kinds/line.ts'
import { FIELD_RULES } from '../rows/fieldRules.ts'

/** A piece of the line, or a number in its name that may be something else. */
export interface Chip {
  cell: Cell
  /** Label of the kind. */
  kind: string
  /** As typed. */
  text: string
  /** As it will be listed. */
  shown: string
  spans: readonly Span[]
  /** Why the piece may be wrong, or is. */
  doubt: string | null
  isBad: boolean
}

/** @param line cells the line will have */
export function chipsOf({ pieces, doubts }: TypedLine, { cells, drafts }: PastedLine): Chip[] {
  const taken = LINE_COLUMNS.flatMap((cell): Chip[] => {
    const piece = pieces[cell]
    if (!piece) return []
    const { text, spans, why } = piece
    const value = cells[cell]
    const shown =
      cell === 'price' && (typeof value === 'number' || typeof value === 'string')
        ? formatPrice(value)
        : text
    const bad = drafts[cell]
    const doubt = bad === undefined ? why && WHYS[why](quoted(shown)) : problemOf(cell, bad)
    return [
      {
        cell,
        kind: say(LINE_FIELDS[cell].short),
        text,
        shown,
        spans,
        doubt,
        isBad: bad !== undefined,
      },
    ]
  })
  const left = doubts.map(({ text, span }): Chip => {
    const doubt = t('{text} stays in the name. Press it to make it the price or the quantity.', {
      text: quoted(text),
    })
    const kind = t('Price or qty')
    return { cell: 'name', kind, text, shown: text, spans: [span], doubt, isBad: false }
  })
  return [...taken, ...left]
}

const WHYS: Readonly<Record<Why, (text: string) => string>> = {
  amount: (text) => t('{text} may be a price or a quantity.', { text }),
  several: (text) => t('More than one number could be this: {text} was taken.', { text }),
  size: (text) => t('{text} may be a size.', { text }),
  all: (text) => t('{text} was taken for one of them: look whether that is right.', { text }),
}

function problemOf(cell: Cell, text: string): string {
  const read = FIELD_RULES[cell].settle(text)
  if (read.kind === 'value') return ''
  // Unlike in a left field, an unreadable price does not become 0 here.
  const isNoPrice = cell === 'price' && read.standIn !== undefined
  return isNoPrice
    ? t('{text} is no price, for example 12.50.', { text: quoted(text) })
    : read.problem
}

/** Distinct doubts. */
export const doubtsIn = (chips: readonly Chip[]): string[] => [
  ...new Set(chips.flatMap(({ doubt }) => doubt ?? [])),
]

/** The chips for screen readers. */
export function sayChips(chips: readonly Chip[]): string {
  const words = chips.map(({ kind, shown }) => `${kind} ${shown}`)
  return [t('Read as {words}.', { words: words.join(', ') }), ...doubtsIn(chips)].join(' ')
}
