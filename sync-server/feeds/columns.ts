/**
 * Maps a file's headings to columns, by name or as the operator says. It also samples the values,
 * so that a column whose meaning changed since the last run is noticed.
 */
import type { FeedColumn, FeedHeading, FeedMapping } from '#shared/catalogue/feed.ts'
import type { Cells } from './refusedFile.ts'

import { cleanText } from '#shared/define.ts'
import { FEED_COLUMNS, REQUIRED_COLUMNS } from '#shared/catalogue/feed.ts'
import { fold } from '#shared/text/fold.ts'
import { RefusedFile } from './refusedFile.ts'
import { tell, type Told } from '../words/told.ts'

const MAX_HEADING_SHOWN = 40
const MAX_HEADING = 120
const MAX_SAMPLE = 40
export const SAMPLES = 3
const MAX_HEADINGS = 200
/** Headings shown to an operator. */
const MAX_SHOWN = 60
/** Share of a column's values that must agree on a kind. */
const MOST = 0.8

/** Kind of most values in a column, and the heading it was read from. */
export interface Shape {
  heading: string
  kind: 'number' | 'link' | 'words' | 'mixed'
}
export type Shapes = Partial<Record<FeedColumn, Shape>>

/** A row under our own column names. */
export type Fields = Partial<Record<FeedColumn, string>>

/** "Verfügbarkeit" as "verfugbarkeit". */
const plain = (name: string): string => fold(name).replaceAll(/[^a-z0-9]/g, '')

/** Column of each known heading, with its rank among that column's names. */
const COLUMNS = new Map(
  (Object.keys(FEED_COLUMNS) as FeedColumn[]).flatMap((column) =>
    FEED_COLUMNS[column].split(' ').map((name, rank) => [plain(name), { column, rank }] as const),
  ),
)

interface Seen {
  column: FeedColumn | null
  samples: string[]
  counts: { number: number; link: number; words: number }
}

export interface Columns {
  /** The first row's headings. @throws RefusedFile for unusable ones */
  check(headings: readonly string[]): void
  fieldsOf(cells: Cells): Fields
  headings(): FeedHeading[]
  /** Headings without a column. */
  ignored(): string[]
  shapes(): Shapes
}

/** @param hasMerchant one merchant for all rows, which then need not name it */
export function columnsBy(mapping: FeedMapping, hasMerchant: boolean): Columns {
  const said = new Map(
    Object.entries(mapping).flatMap(([column, heading]): [string, FeedColumn][] =>
      heading === '' ? [] : [[heading, column as FeedColumn]],
    ),
  )
  const isSaid = (column: FeedColumn) => mapping[column] !== undefined
  const seen = new Map<string, Seen>()

  /** A column mapped by the operator takes no other heading. */
  function columnOf(heading: string): FeedColumn | null {
    const column = said.get(heading)
    if (column) return column
    const byName = COLUMNS.get(plain(heading))?.column ?? null
    return byName && isSaid(byName) ? null : byName
  }

  /** Whether another heading has a better name for the same column. */
  function isBehind(
    headings: readonly string[],
    columns: readonly (FeedColumn | null)[],
    at: number,
  ): boolean {
    const rankAt = (index: number) =>
      said.has(headings[index] ?? '') ? -1 : (COLUMNS.get(plain(headings[index] ?? ''))?.rank ?? 0)
    return columns.some((column, index) => column === columns[at] && rankAt(index) < rankAt(at))
  }

  function seenOf(heading: string): Seen | null {
    const known = seen.get(heading)
    if (known) return known
    if (seen.size >= MAX_HEADINGS) return null
    const fresh = {
      column: columnOf(heading),
      samples: [],
      counts: { number: 0, link: 0, words: 0 },
    }
    seen.set(heading, fresh)
    return fresh
  }

  return {
    check(headings) {
      const columns = headings.map(columnOf)
      // One heading per column: the maker's number over the shop's, the price over the net price.
      for (const [at, column] of columns.entries()) {
        if (column && isBehind(headings, columns, at)) columns[at] = null
      }
      for (const [at, heading] of headings.entries()) {
        const one = heading === '' ? null : seenOf(heading)
        if (one) one.column = columns[at] ?? null
      }
      const twice = columns.find((column, index) => column && columns.indexOf(column) !== index)
      if (twice) throw new RefusedFile(tell('Two columns are called {column}.', { column: twice }))
      const gone = Object.entries(mapping).find(
        ([, heading]) => heading !== '' && !headings.includes(heading),
      )
      if (gone) {
        throw new RefusedFile(
          tell('The column “{heading}”, which was read as {column}, is not in the file any more.', {
            heading: cleanText(gone[1].slice(0, MAX_HEADING_SHOWN)),
            column: gone[0],
          }),
        )
      }
      const required: FeedColumn[] = [
        ...REQUIRED_COLUMNS,
        ...(hasMerchant ? [] : (['merchant'] as const)),
      ]
      const missing = required.filter(
        (column) =>
          !columns.includes(column) && !(column === 'partNumber' && columns.includes('gtin')),
      )
      if (missing.length === 0) return
      throw new RefusedFile(
        tell('The first row has to name the columns; missing: {missing}. It reads: {headings}', {
          missing: missing.join(', '),
          headings: cleanText(headings.join(', ').slice(0, 200)),
        }),
      )
    },
    fieldsOf(cells) {
      const fields: Fields = {}
      for (const heading in cells) {
        const value = cells[heading] ?? ''
        if (value === '' || heading === '') continue
        const known = seenOf(heading)
        if (!known) continue
        if (known.samples.length < SAMPLES)
          known.samples.push(cleanText(value.slice(0, MAX_SAMPLE)))
        if (!known.column) continue
        known.counts[kindOf(value)]++
        fields[known.column] ??= value
      }
      return fields
    },
    headings: () =>
      [...seen].slice(0, MAX_SHOWN).map(([heading, { column, samples }]) => ({
        heading: cleanText(heading).slice(0, MAX_HEADING),
        column,
        samples,
      })),
    ignored: () =>
      [...seen]
        .filter(([, { column }]) => !column)
        .map(([heading]) => cleanText(heading.slice(0, MAX_HEADING_SHOWN))),
    shapes() {
      const shapes: Shapes = {}
      for (const [name, { column, counts }] of seen) {
        const all = counts.number + counts.link + counts.words
        if (!column || all === 0 || shapes[column]) continue
        const kinds = ['number', 'link', 'words'] as const
        const kind = kinds.find((each) => counts[each] >= all * MOST) ?? 'mixed'
        shapes[column] = { heading: cleanText(name).slice(0, MAX_HEADING), kind }
      }
      return shapes
    },
  }
}

function kindOf(value: string): 'number' | 'link' | 'words' {
  if (/^https?:\/\//i.test(value)) return 'link'
  return /^[^\p{L}]{0,3}\d[\d.,\s]*[^\d]{0,4}$/u.test(value) ? 'number' : 'words'
}

/** Columns that prices depend on; others may come and go. */
const WATCHED: readonly FeedColumn[] = [
  'partNumber',
  'brand',
  'name',
  'price',
  'merchant',
  'currency',
  'shipping',
  'availability',
]
const WORDS = {
  number: tell('numbers'),
  link: tell('addresses'),
  words: tell('words'),
  mixed: tell('all kinds of things'),
}

/** A sentence that names the column whose meaning changed; '' for none. */
export function changedMeaning(before: Shapes, now: Shapes): Told | '' {
  for (const column of WATCHED) {
    const [was, is] = [before[column], now[column]]
    if (!was) continue
    const heading = was.heading.slice(0, MAX_HEADING_SHOWN)
    if (!is) {
      return tell('The column “{heading}”, which is read as {column}, is gone or empty.', {
        heading,
        column,
      })
    }
    if (is.heading !== was.heading) {
      return tell('{column} is read from “{heading}” now; it was “{before}”.', {
        column,
        heading: is.heading.slice(0, MAX_HEADING_SHOWN),
        before: heading,
      })
    }
    const isOther = was.kind !== 'mixed' && is.kind !== 'mixed' && is.kind !== was.kind
    if (isOther) {
      return tell(
        'The column “{heading}”, which is read as {column}, held {before} and holds {now} now.',
        { heading, column, before: [WORDS[was.kind]], now: [WORDS[is.kind]] },
      )
    }
  }
  return ''
}
