/** Words about the sync state: chip, drawer and announcements. */
import type { SyncStatus, SyncSummary } from '../../data/sync/send/useSyncStatus.ts'
import { type Later, later, many, say, t } from '#shared/words/words.ts'

const NAMES: Record<SyncStatus, Later> = {
  attention: later('Needs attention'),
  waiting: later('Waiting for signal'),
  syncing: later('Syncing'),
  device: later('On this device'),
  synced: later('Synced'),
}

/** "Waiting for signal" */
export function statusName(status: SyncStatus): string {
  return say(NAMES[status])
}

type Counts = Pick<SyncSummary, 'status' | 'waiting' | 'locked' | 'problems'>

/** Text of the chip. */
export function chipText({ status, waiting, problems }: Omit<Counts, 'locked'>): string {
  if (status === 'attention') {
    return many(problems, '{count} needs attention', '{count} need attention')
  }
  if (status === 'waiting') return t('{waiting} waiting', { waiting })
  return status === 'syncing' ? t('Syncing...') : statusName(status)
}

const LABELS = {
  syncing: later('Sync: syncing'),
  device: later('Sync: on this device'),
  synced: later('Sync: synced'),
}

/** Accessible name of the chip, with its visible words: "Sync: 3 waiting for signal". */
export function chipLabel(counts: Counts): string {
  const { status, waiting, locked } = counts
  if (status === 'attention') return t('Sync: {what}', { what: chipText(counts) })
  if (status === 'waiting') return t('Sync: {waiting} waiting for signal', { waiting })
  const name = say(LABELS[status])
  return waiting + locked > 0 ? `${name}, ${changesText(waiting + locked)}` : name
}

/** "1 change", "3 changes" */
export const changesText = (count: number): string =>
  many(count, '{count} change', '{count} changes')

/**
 * Announcement for a change of state; null for none. An ordinary edit, stored, sent and confirmed,
 * has none: it would talk over all typing.
 */
export function announcement(before: SyncStatus, after: SyncStatus): string | null {
  if (after === 'waiting') return say(NAMES.waiting)
  const wasTrouble = before === 'waiting' || before === 'attention'
  return wasTrouble && after === 'synced' ? say(NAMES.synced) : null
}
