import type { Line, LineStatus } from '#shared/kinds/kit.ts'
import { type Later, later, many, t } from '#shared/words/words.ts'

export const STATUS_WORDS: Readonly<Record<LineStatus, Later>> = {
  need: later('Need'),
  have: later('Have'),
  ordered: later('Ordered'),
  fitted: later('Fitted'),
}

/** Marks of a tap; a second tap takes one back. */
export const MARKS = ['have', 'ordered', 'fitted'] as const
export type MarkStatus = (typeof MARKS)[number]

const BEFORE: Readonly<Record<MarkStatus, LineStatus>> = {
  have: 'need',
  ordered: 'need',
  // A removed part is in one's hands.
  fitted: 'have',
}

/** Status after a tap with `mark`. */
export function afterTap(status: LineStatus, mark: MarkStatus): LineStatus {
  return status === mark ? BEFORE[mark] : mark
}

/** One-word title of a line. */
export function lineTitle({ name, manufacturer, partNumber }: Line): string {
  return name.trim() || [manufacturer, partNumber].join(' ').trim() || t('Part without a name')
}

export type Counts = Readonly<Record<LineStatus, number>> & { all: number }

/** Count of parts by status. */
export function countStatuses(
  lines: readonly Line[],
  statusOf: (id: string) => LineStatus,
): Counts {
  const counts = { need: 0, have: 0, ordered: 0, fitted: 0, all: lines.length }
  for (const { id } of lines) counts[statusOf(id)]++
  return counts
}

/** "2 to buy, 1 ordered, 1 here"; '' when none is left. */
export function restWords({ need, have, ordered }: Counts): string {
  return [
    need && many(need, '{count} to buy', '{count} to buy'),
    ordered && many(ordered, '{count} ordered', '{count} ordered'),
    have && many(have, '{count} here', '{count} here'),
  ]
    .filter(Boolean)
    .join(', ')
}
