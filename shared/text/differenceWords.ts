/** A difference in one sentence. */
import type { Difference, RowChange } from './difference.ts'
import type { Line } from '../kinds/kit.ts'

import { parts } from '../kinds/partCounts.ts'
import { linkHost } from '../links.ts'

/** So many lines are named with what became of them; more are counted. */
const MOST_NAMED = 2
const LONGEST_NAME = 40

/** "2 parts added, Oil filter $11.49 → $12.99, notes changed"; '' for no difference. */
export function differenceInWords({ values, notes, lines, steps }: Difference): string {
  const changed = lines.filter((line) => line.kind === 'changed' && line.values.length > 0)
  const moved = lines.filter((line) => line.kind === 'changed' && line.values.length === 0)
  const sentence = [
    named(lines, 'added'),
    named(lines, 'removed'),
    ...(changed.length > MOST_NAMED
      ? [`${parts(changed.length)} changed`]
      : changed.map(lineWords)),
    moved.length > 0 && `${parts(moved.length)} moved`,
    ...values.map(({ field, after }) => {
      const what = field.toLowerCase()
      return after === '' ? `no ${what} any more` : `${what} now ${cut(after)}`
    }),
    notes && 'notes changed',
    steps.length > 0 && 'job sheet changed',
  ]
    .filter(Boolean)
    .join(', ')
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

/** What a line is called, when nobody gave it a name. */
export function lineTitle({ name, partNumber, manufacturer, link }: Line): string {
  return name.trim() || partNumber.trim() || manufacturer.trim() || linkHost(link) || 'part'
}

function named(lines: readonly RowChange<Line>[], kind: 'added' | 'removed'): string {
  const rows = lines.filter((line) => line.kind === kind)
  const [only] = rows
  if (!only) return ''
  return rows.length === 1 ? `${cut(lineTitle(only.row))} ${kind}` : `${rows.length} parts ${kind}`
}

function lineWords(line: RowChange<Line>): string {
  const values = line.kind === 'changed' ? line.values : []
  const title = cut(lineTitle(line.row))
  const [only] = values
  if (!only || values.length > 1) return `${title} changed`
  const { field, before, after } = only
  if (field === 'Unit price')
    return `${title} ${becomes(before || 'no price', after || 'no price')}`
  if (field === 'Quantity') return `${title} quantity ${becomes(before, after)}`
  if (field === 'Part name') return `${cut(before || 'part')} renamed ${cut(after || 'part')}`
  return `${field.toLowerCase()} of ${title} changed`
}

/** On one line: the arrow alone at the end of one says nothing. */
const becomes = (before: string, after: string): string =>
  `${before} → ${after}`.replaceAll(' ', '\u00a0')

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  if (line.length <= LONGEST_NAME) return line
  // Not through the middle of a letter of two halves.
  const start = line.slice(0, LONGEST_NAME - 1).replace(/[\ud800-\udbff]$/, '')
  return `${start.trimEnd()}…`
}
