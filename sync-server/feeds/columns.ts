/**
 * Maps a file's headings to columns, by name or as the operator says. It also samples the values,
 * so that a column whose meaning changed since the last run is noticed.
 */
import type { FeedColumn, FeedHeading, FeedMapping } from '#shared/catalogue/feed.ts'
import type { Cells } from './refusedFile.ts'

import { cleanText } from '#shared/define.ts'
import { FEED_COLUMNS, REQUIRED_COLUMNS } from '#shared/catalogue/feed.ts'
import { type Cell, headOf } from '#shared/tables/columnHeads.ts'
import { fold } from '#shared/text/fold.ts'
import { RefusedFile } from './refusedFile.ts'
import { tell, type Told } from '../words/told.ts'

const MAX_VALUE_SHOWN = 40
const MAX_HEADING = 120
export const SAMPLES = 3
const MAX_HEADINGS = 200
/** Headings shown to an operator. */
const MAX_SHOWN = 60
/** Share of a column's values that must agree on a kind. */
const MOST = 0.8

const KINDS = ['number', 'link', 'words'] as const

/** Kind of most values in a column, and the heading it was read from. */
export interface Shape {
  heading: string
  kind: (typeof KINDS)[number] | 'mixed'
}
export type Shapes = Partial<Record<FeedColumn, Shape>>

/** A row under our own column names. */
export type Fields = Partial<Record<FeedColumn, string>>

const cut = (text: string, most = MAX_VALUE_SHOWN): string => cleanText(text.slice(0, most))

/** "Verfügbarkeit" as "verfugbarkeit". */
const plain = (name: string): string => fold(name).replaceAll(/[^a-z0-9]/g, '')

/** A column, and how good its name is: 0 for the first of its names, -1 where the operator says so. */
interface Named {
  column: FeedColumn
  rank: number
}

const NAMES = new Map<string, Named>(
  (Object.keys(FEED_COLUMNS) as FeedColumn[]).flatMap((column) =>
    FEED_COLUMNS[column].split(' ').map((name, rank) => [plain(name), { column, rank }] as const),
  ),
)

/** Columns of the heads that all tables know. */
const OF_CELLS: Partial<Record<Cell, FeedColumn>> = {
  name: 'name',
  manufacturer: 'brand',
  partNumber: 'partNumber',
  price: 'price',
  link: 'link',
}
/** Any name of a feed is better. */
const BEHIND = 100

/** A column by its heading. A nested value, such as "program.price", has a name of its own. */
function nameOf(heading: string): Named | null {
  const own = NAMES.get(plain(heading))
  if (own || heading.length > MAX_HEADING || /[a-z]\.[a-z]/.test(heading)) return own ?? null
  const head = headOf(heading)
  const column = head && OF_CELLS[head.cell]
  return column ? { column, rank: BEHIND + head.rank } : null
}

/** How Shopify's files call a product. */
const SHOPIFY = /^(?:URL )?handle$/i

interface Seen {
  column: FeedColumn | null
  rank: number
  samples: string[]
  counts: Record<(typeof KINDS)[number], number>
}

export type Columns = ReturnType<typeof columnsBy>

/** @param hasMerchant one merchant for all rows, which then need not name it */
export function columnsBy(mapping: FeedMapping, hasMerchant: boolean) {
  const said = new Map<string, Named>(
    (Object.entries(mapping) as [FeedColumn, string][]).map(([column, heading]) => [
      heading,
      { column, rank: -1 },
    ]),
  )
  said.delete('')
  /** Heading of what Shopify calls a product; '' for files of others. */
  let handle = ''
  let first: { product: string; fields: Fields } = { product: '', fields: {} }
  const seen = new Map<string, Seen>()

  /** A column mapped by the operator takes no other heading. */
  function namedBy(heading: string): Named | null {
    const known = nameOf(heading)
    return said.get(heading) ?? (known && mapping[known.column] === undefined ? known : null)
  }

  function seenOf(heading: string, isBehind = false): Seen | null {
    const known = seen.get(heading)
    if (known || seen.size >= MAX_HEADINGS) return known ?? null
    const named = isBehind ? null : namedBy(heading)
    const { column, rank } = named ?? { column: null, rank: 0 }
    const fresh = { column, rank, samples: [], counts: { number: 0, link: 0, words: 0 } }
    seen.set(heading, fresh)
    return fresh
  }

  /** Fills what Shopify says of a product in the first row of its variants only. */
  function filledDown(cells: Cells, fields: Fields): Fields {
    const product = (handle && cells[handle]) || ''
    if (product === '') return fields
    if (product !== first.product) first = { product, fields }
    const { name = '', brand = '', category = '', image = '' } = first.fields
    return { name, brand, category, image, ...fields }
  }

  return {
    /** The first row's headings. @throws RefusedFile for unusable ones */
    check(headings: readonly string[]): void {
      handle = headings.find((name) => SHOPIFY.test(name)) ?? ''
      // Shopify's vendor is who made it.
      if (handle && headings.includes('Vendor') && !said.has('Vendor') && !('brand' in mapping))
        said.set('Vendor', { column: 'brand', rank: -1 })
      const named = headings.map(namedBy)
      // One heading per column: the maker's number over the shop's, the price over the net price.
      const columns = named.map((own) => {
        const isBehind = named.some(
          (one) => own && one?.column === own.column && one.rank < own.rank,
        )
        return isBehind ? null : (own?.column ?? null)
      })
      for (const [at, heading] of headings.entries())
        if (heading !== '') seenOf(heading, columns[at] === null)
      const twice = columns.find((column, at) => column && columns.indexOf(column) !== at)
      if (twice) throw new RefusedFile(tell('Two columns are called {column}.', { column: twice }))
      const gone = [...said].find(([heading]) => !headings.includes(heading))
      if (gone) {
        throw new RefusedFile(
          tell('The column “{heading}”, which was read as {column}, is not in the file any more.', {
            heading: cut(gone[0]),
            column: gone[1].column,
          }),
        )
      }
      const has = (column: FeedColumn) => columns.includes(column)
      const required = hasMerchant ? REQUIRED_COLUMNS : [...REQUIRED_COLUMNS, 'merchant' as const]
      const missing = required.filter(
        (column) => !has(column) && !(column === 'partNumber' && has('gtin')),
      )
      if (missing.length === 0) return
      throw new RefusedFile(
        tell('The first row has to name the columns; missing: {missing}. It reads: {headings}', {
          missing: missing.join(', '),
          headings: cut(headings.join(', '), 200),
        }),
      )
    },
    fieldsOf(cells: Cells): Fields {
      const fields: Fields = {}
      const ranks: Partial<Record<FeedColumn, number>> = {}
      for (const heading in cells) {
        const value = cells[heading] ?? ''
        if (value === '' || heading === '') continue
        const known = seenOf(heading)
        if (!known) continue
        if (known.samples.length < SAMPLES) known.samples.push(cut(value))
        if (!known.column) continue
        known.counts[kindOf(value)]++
        if (known.rank >= (ranks[known.column] ?? Infinity)) continue
        ranks[known.column] = known.rank
        fields[known.column] = value
      }
      return filledDown(cells, fields)
    },
    headings: (): FeedHeading[] =>
      [...seen].slice(0, MAX_SHOWN).map(([heading, { column, samples }]) => ({
        heading: cut(heading, MAX_HEADING),
        column,
        samples,
      })),
    /** Headings without a column. */
    ignored: (): string[] =>
      [...seen].filter(([, { column }]) => !column).map(([heading]) => cut(heading)),
    shapes(): Shapes {
      const shapes: Shapes = {}
      for (const [heading, { column, counts }] of seen) {
        const all = counts.number + counts.link + counts.words
        if (!column || all === 0 || shapes[column]) continue
        const kind = KINDS.find((each) => counts[each] >= all * MOST) ?? 'mixed'
        shapes[column] = { heading: cut(heading, MAX_HEADING), kind }
      }
      return shapes
    },
  }
}

function kindOf(value: string): (typeof KINDS)[number] {
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
    const heading = cut(was.heading)
    if (!is) {
      return tell('The column “{heading}”, which is read as {column}, is gone or empty.', {
        heading,
        column,
      })
    }
    if (is.heading !== was.heading) {
      return tell('{column} is read from “{heading}” now; it was “{before}”.', {
        column,
        heading: cut(is.heading),
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
