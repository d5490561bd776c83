import type { SyncStatus, SyncSummary } from '../sync/send/useSyncStatus.ts'
import type { Restored } from '../unsent/restoreUnsent.ts'
import type { Waiting } from './readOutbox.ts'

import { endWords } from '../device/sessionEnd.ts'
import { counted } from './syncWords.ts'

/**
 * The sentence under the state's name in the drawer.
 * @param options.isShared other accounts' work waits on this device as well
 * @param options.rest why the server takes nothing for now
 * @param options.limited how many of the changes wait for a limit, which is said below
 */
export function drawerText(
  sync: SyncSummary,
  options: {
    sendsWhenClosed: boolean
    isShared: boolean
    limited?: number
    rest?: string | undefined
  },
): string {
  const { status, waiting, ended } = sync
  const { sendsWhenClosed, isShared, limited = 0, rest } = options
  if (ended === 'deleted' || (ended === 'suspended' && waiting > 0)) {
    const { title, text } = endWords(ended)
    return `${title} ${text}`
  }
  if (waiting === 0) {
    if (status === 'attention') return 'Everything else is on the server.'
    if (status === 'synced') {
      return `The server has everything that is ${isShared ? 'yours' : 'on this device'}.`
    }
    return 'Nothing is waiting. What you store here is sent by itself.'
  }
  const safe = `${counted(waiting, 'change')} ${waiting === 1 ? 'is' : 'are'} safe on this device.`
  if (ended) return `${safe} Sign in again to upload ${waiting === 1 ? 'it' : 'them'}.`
  if (rest) return `${safe} ${rest}`
  if (!sync.isOffline) {
    if (limited === 0) return `${safe} Sending to the server.`
    return limited < waiting ? `${safe} Sending what the server takes.` : safe
  }
  const they = waiting === 1 ? 'It sends itself' : 'They send themselves'
  return sendsWhenClosed
    ? `${safe} ${they} when the connection is back, even if you close Wrenchlist.`
    : `${safe} ${they} when you open Wrenchlist with a signal.`
}

/** The state the drawer is headed by: what was refused has cards of its own below it. */
export function drawerStatus({ status, waiting, isOffline }: SyncSummary): SyncStatus {
  return status === 'attention' && waiting > 0 && isOffline ? 'waiting' : status
}

/** "4 part edits" of "Plugs and coilpacks", "Comment" "on Valley pan" */
export function waitingText({ what, title, changes }: Waiting): { name: string; about: string } {
  const one = changes === 1
  switch (what) {
    case 'save':
      return { name: one ? 'Kit saved' : `Kit saved ${changes} times`, about: title }
    case 'comment':
      return { name: one ? 'Comment' : `${changes} comments`, about: `on ${title}` }
    case 'parts':
      return { name: counted(changes, 'part edit'), about: title }
    case 'kit':
      return { name: counted(changes, 'change'), about: title }
    case 'task':
      return { name: one ? 'New task' : `${changes} new tasks`, about: 'For your own list' }
    case 'log':
      return { name: one ? 'Job' : `${changes} jobs`, about: 'In the maintenance log' }
    case 'message':
      return { name: one ? 'Message' : `${changes} messages`, about: 'To the people behind this' }
  }
}

/** From here on a clock is wrong, and not only a little late. */
const WRONG_MS = 5 * 60_000
const UNITS: [ms: number, name: string][] = [
  [365 * 86_400_000, 'year'],
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
]

/** What is said of a clock that differs from the server's; '' for one that is right enough. */
export function clockText(offset: number): string {
  const away = Math.abs(offset)
  if (away < WRONG_MS) return ''
  const [ms, name] = UNITS.find(([unit]) => away >= unit) ?? [60_000, 'minute']
  const way = offset > 0 ? 'behind' : 'ahead'
  const by = counted(Math.round(away / ms), name)
  return `This device’s clock is ${by} ${way}. Your changes are dated by the server’s.`
}

/** What a file of unsent work would bring, or has brought: "12 changes of 3 kits". */
export function restoredText({ changes, kits, copies, known, left }: Restored): string {
  if (changes === 0 && left === 0) return 'Everything in this file is on this device already.'
  const of = kits > 0 ? ` of ${counted(kits, 'kit')}` : ''
  const come = copies === 1 ? '1 kit comes in as a copy' : `${copies} kits come in as copies`
  return [
    `${counted(changes, 'change')}${of}.`,
    copies > 0 && `${come}, begun on another device or account.`,
    known > 0 && `${counted(known, 'other')} ${known === 1 ? 'is' : 'are'} here already.`,
    left > 0 && `${left} cannot be used here.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** What to do first where the work is of an account this device does not know. */
export function strangersText({ strangers }: Restored): string {
  if (strangers.length === 0) return ''
  return ` Sign in as ${strangers.join(' or ')} first to have it under that account.`
}
