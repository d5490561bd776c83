/** What the chip, the drawer and the announcements say about the device and the server. */
import type { SyncStatus, SyncSummary } from '../sync/send/useSyncStatus.ts'

const NAMES: Record<SyncStatus, string> = {
  attention: 'Needs attention',
  waiting: 'Waiting for signal',
  syncing: 'Syncing',
  device: 'On this device',
  synced: 'Synced',
}

/** "Waiting for signal" */
export function statusName(status: SyncStatus): string {
  return NAMES[status]
}

type Counts = Pick<SyncSummary, 'status' | 'waiting' | 'problems'>

/** The few words in the chip. */
export function chipText({ status, waiting, problems }: Counts): string {
  if (status === 'attention') return `${problems} ${problems === 1 ? 'needs' : 'need'} attention`
  if (status === 'waiting') return `${waiting} waiting`
  return status === 'syncing' ? 'Syncing...' : NAMES[status]
}

/** What the chip is called, its visible words within: "Sync: 3 waiting for signal". */
export function chipLabel(counts: Counts): string {
  const { status, waiting } = counts
  if (status === 'attention') return `Sync: ${chipText(counts)}`
  if (status === 'waiting') return `Sync: ${waiting} ${NAMES.waiting.toLowerCase()}`
  const name = `Sync: ${NAMES[status].toLowerCase()}`
  return waiting > 0 ? `${name}, ${counted(waiting, 'change')}` : name
}

/** "1 change", "3 changes" */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/**
 * What is worth saying aloud after a change of state; null for none. The usual round of an edit,
 * stored, sent and confirmed, is none: it would talk over everything that is typed.
 */
export function announcement(before: SyncStatus, after: SyncStatus): string | null {
  if (after === 'waiting') return NAMES.waiting
  const wasTrouble = before === 'waiting' || before === 'attention'
  return wasTrouble && after === 'synced' ? NAMES.synced : null
}
