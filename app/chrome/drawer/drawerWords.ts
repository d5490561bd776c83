import type { SyncStatus, SyncSummary } from '../../data/sync/send/useSyncStatus.ts'
import type { Restored } from '../../data/backup/restoreBackup.ts'
import type { Waiting } from './readOutbox.ts'

import { endWords } from '../../data/device/sessionEnd.ts'
import { eitherOf, many, t, worded } from '#shared/words/words.ts'

/**
 * Sentence under the state in the drawer.
 * @param options.rest the operator's message while the server rests
 * @param options.limited count of changes held by a limit, which is explained below
 */
export function drawerText(
  sync: SyncSummary,
  options: {
    sendsWhenClosed: boolean
    limited?: number
    rest?: string | undefined
  },
): string {
  const { status, waiting, locked, ended } = sync
  const { sendsWhenClosed, limited = 0, rest } = options
  if (ended === 'deleted' || (ended === 'suspended' && waiting > 0)) {
    const { title, text } = endWords(ended)
    return `${title} ${text}`
  }
  if (waiting === 0) {
    if (locked > 0) return t('Nothing of yours is waiting. The rest here waits for its account.')
    if (status === 'attention') return t('Everything else is on the server.')
    if (status === 'synced') return t('The server has everything that is on this device.')
    return t('Nothing is waiting. What you store here is sent by itself.')
  }
  const safe = many(
    waiting,
    '{count} change is safe on this device.',
    '{count} changes are safe on this device.',
  )
  if (ended) {
    const upload = many(waiting, 'Sign in again to upload it.', 'Sign in again to upload them.')
    return `${safe} ${upload}`
  }
  if (rest) return `${safe} ${worded(rest)}`
  if (!sync.isOffline) {
    if (limited === 0) return `${safe} ${t('Sending to the server.')}`
    return limited < waiting ? `${safe} ${t('Sending what the server takes.')}` : safe
  }
  const next = sendsWhenClosed
    ? many(
        waiting,
        'It sends itself when the connection is back, even if you close Wrenchlist.',
        'They send themselves when the connection is back, even if you close Wrenchlist.',
      )
    : many(
        waiting,
        'It sends itself when you open Wrenchlist with a signal.',
        'They send themselves when you open Wrenchlist with a signal.',
      )
  return `${safe} ${next}`
}

/** State in the drawer's head: refused changes have cards of their own below. */
export function drawerStatus({ status, waiting, isOffline }: SyncSummary): SyncStatus {
  return status === 'attention' && waiting > 0 && isOffline ? 'waiting' : status
}

/** "4 part edits" of "Plugs and coilpacks", "Comment" "on Valley pan" */
export function waitingText({ what, title, changes }: Waiting): { name: string; about: string } {
  switch (what) {
    case 'save':
      return {
        name:
          changes === 1
            ? t('Kit saved')
            : many(changes, 'Kit saved {count} time', 'Kit saved {count} times'),
        about: title,
      }
    case 'comment':
      return {
        name: changes === 1 ? t('Comment') : many(changes, '{count} comment', '{count} comments'),
        about: t('on {title}', { title }),
      }
    case 'parts':
      return { name: many(changes, '{count} part edit', '{count} part edits'), about: title }
    case 'kit':
      return { name: many(changes, '{count} change', '{count} changes'), about: title }
    case 'task':
      return {
        name: many(changes, 'New task', '{count} new tasks'),
        about: t('For your own list'),
      }
    case 'log':
      return {
        name: many(changes, 'Job', '{count} jobs'),
        about: t('In the maintenance log'),
      }
    case 'message':
      return {
        name: changes === 1 ? t('Message') : many(changes, '{count} message', '{count} messages'),
        about: t('To the people behind this'),
      }
  }
}

/** From here on a clock counts as wrong, not just late. */
const WRONG_MS = 5 * 60_000
const UNITS: [ms: number, words: (count: number) => string][] = [
  [365 * 86_400_000, (count) => many(count, '{count} year', '{count} years')],
  [86_400_000, (count) => many(count, '{count} day', '{count} days')],
  [3_600_000, (count) => many(count, '{count} hour', '{count} hours')],
]
const minutes = (count: number) => many(count, '{count} minute', '{count} minutes')

/** Warning about a clock that differs from the server's; '' for a good one. */
export function clockText(offset: number): string {
  const away = Math.abs(offset)
  if (away < WRONG_MS) return ''
  const [ms, words] = UNITS.find(([unit]) => away >= unit) ?? [60_000, minutes]
  const by = words(Math.round(away / ms))
  return offset > 0
    ? t('This device’s clock is {by} behind. Your changes are dated by the server’s.', { by })
    : t('This device’s clock is {by} ahead. Your changes are dated by the server’s.', { by })
}

/** Content of a backup, before or after the restore: "12 changes of 3 kits". */
export function restoredText({ changes, kits, copies, known, left }: Restored): string {
  if (changes === 0 && left === 0) return t('Everything in this file is on this device already.')
  const ofKits = many(kits, '{count} kit', '{count} kits')
  return [
    kits > 0
      ? many(changes, '{count} change of {ofKits}.', '{count} changes of {ofKits}.', { ofKits })
      : many(changes, '{count} change.', '{count} changes.'),
    copies > 0 &&
      many(
        copies,
        '{count} kit comes in as a copy, begun on another device or account.',
        '{count} kits come in as copies, begun on another device or account.',
      ),
    known > 0 && many(known, '{count} other is here already.', '{count} others are here already.'),
    left > 0 && t('{left} cannot be used here.', { left }),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Advice for work of an account that is unknown to this device. */
export function strangersText({ strangers }: Restored): string {
  if (strangers.length === 0) return ''
  return t('Sign in as {strangers} first to have it under that account.', {
    strangers: eitherOf(strangers),
  })
}
