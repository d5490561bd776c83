import type { Difference, RowChange } from './difference.ts'
import type { Line } from './kit.ts'

import { linkHost } from '../links.ts'
import { many, t, worded } from '../words/words.ts'

/** Lines named in the sentence; the rest are counted. */
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
      ? [many(changed.length, '{count} part changed', '{count} parts changed')]
      : changed.map(lineWords)),
    moved.length > 0 && many(moved.length, '{count} part moved', '{count} parts moved'),
    ...values.map(({ field, after }) => valueWords(field, cut(after))),
    notes && t('notes changed'),
    steps.length > 0 && t('job sheet changed'),
  ]
    .filter(Boolean)
    .join(', ')
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

/** Name of a line without one. */
export function lineTitle({ name, partNumber, manufacturer, link }: Line): string {
  return name.trim() || partNumber.trim() || manufacturer.trim() || linkHost(link) || t('part')
}

function named(lines: readonly RowChange<Line>[], kind: 'added' | 'removed'): string {
  const rows = lines.filter((line) => line.kind === kind)
  const [only] = rows
  if (!only) return ''
  const isAdded = kind === 'added'
  if (rows.length > 1) {
    return isAdded
      ? many(rows.length, '{count} part added', '{count} parts added')
      : many(rows.length, '{count} part removed', '{count} parts removed')
  }
  const part = cut(lineTitle(only.row))
  return isAdded ? t('{part} added', { part }) : t('{part} removed', { part })
}

function valueWords(field: string, value: string): string {
  switch (field) {
    case 'Kit name':
      return value ? t('kit name now {value}', { value }) : t('no kit name any more')
    case 'Vehicle':
      return value ? t('vehicle now {value}', { value }) : t('no vehicle any more')
    case 'Task':
      return value ? t('task now {value}', { value: worded(value) }) : t('no task any more')
    default:
      return t('currency now {value}', { value })
  }
}

function lineWords(line: RowChange<Line>): string {
  const values = line.kind === 'changed' ? line.values : []
  const part = cut(lineTitle(line.row))
  const [only] = values
  if (!only || values.length > 1) return t('{part} changed', { part })
  const { field, before, after } = only
  const none = t('no price')
  switch (field) {
    case 'Unit price':
      return `${part} ${becomes(before || none, after || none)}`
    case 'Quantity':
      return t('{part} quantity {change}', { part, change: becomes(before, after) })
    case 'Part name':
      return t('{before} renamed {after}', {
        before: cut(before || t('part')),
        after: cut(after || t('part')),
      })
    case 'Manufacturer':
      return t('manufacturer of {part} changed', { part })
    case 'Part number':
      return t('part number of {part} changed', { part })
    case 'Link':
      return t('link of {part} changed', { part })
    default:
      return t('{part} changed', { part })
  }
}

/** No line break inside: an arrow alone at a line's end says nothing. */
const becomes = (before: string, after: string): string =>
  `${before} → ${after}`.replaceAll(' ', '\u00a0')

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  if (line.length <= LONGEST_NAME) return line
  // Not through a surrogate pair.
  const start = line.slice(0, LONGEST_NAME - 1).replace(/[\ud800-\udbff]$/, '')
  return `${start.trimEnd()}…`
}
