import type { Line, LineStatus } from '#shared/kinds/kit.ts'
import { type Later, later, many, t } from '#shared/words/words.ts'

export const STATUS_WORDS: Readonly<Record<LineStatus, Later>> = {
  need: later('Need'),
  have: later('Have'),
  ordered: later('Ordered'),
  fitted: later('Fitted'),
}

/** What a tap can mark a part as; a second tap takes that back. */
export const MARKS = ['have', 'ordered', 'fitted'] as const
export type MarkStatus = (typeof MARKS)[number]

const BEFORE: Readonly<Record<MarkStatus, LineStatus>> = {
  have: 'need',
  ordered: 'need',
  // What comes off the vehicle again is in one's hands.
  fitted: 'have',
}

/** What a part is after a tap that marks `mark`. */
export function afterTap(status: LineStatus, mark: MarkStatus): LineStatus {
  return status === mark ? BEFORE[mark] : mark
}

/** What a line is called where there is room for one word of it. */
export function lineTitle({ name, manufacturer, partNumber }: Line): string {
  return name.trim() || [manufacturer, partNumber].join(' ').trim() || t('Part without a name')
}

export type Counts = Readonly<Record<LineStatus, number>> & { all: number }

/** How many parts are how far. */
export function countStatuses(
  lines: readonly Line[],
  statusOf: (id: string) => LineStatus,
): Counts {
  const counts = { need: 0, have: 0, ordered: 0, fitted: 0, all: lines.length }
  for (const { id } of lines) counts[statusOf(id)]++
  return counts
}

/** "2 to buy, 1 ordered, 1 here"; '' when there is nothing left of these. */
export function restWords({ need, have, ordered }: Counts): string {
  return [
    need && many(need, '{count} to buy', '{count} to buy'),
    ordered && many(ordered, '{count} ordered', '{count} ordered'),
    have && many(have, '{count} here', '{count} here'),
  ]
    .filter(Boolean)
    .join(', ')
}
