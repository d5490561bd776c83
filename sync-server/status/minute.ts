/** Every minute: letters, alerts, and the last hour's statistics. */
import type { Logger } from 'pino'

import { noteRound } from '../rounds/noteRound.ts'
import { startRounds, type Rounds } from '../rounds/rounds.ts'
import { type MailBookDeps, sendWaiting } from '../mail/mailBook.ts'
import { type AlertDeps, tellAlerts } from './alerts.ts'
import { clearBackups, type BackupsDeps } from './backups.ts'
import { type ReadingsDeps, takeReading } from './readings.ts'

const FIRST_AFTER_MS = 20_000
const EVERY_MS = 60_000

export type MinuteDeps = MailBookDeps & AlertDeps & ReadingsDeps & BackupsDeps & { log: Logger }

/**
 * Does all of it once, each beside the others: a mail server that hangs must not hold what tells of it.
 * @returns the steps that failed; they are logged, and tried again
 */
export async function runMinute(deps: MinuteDeps): Promise<string[]> {
  const failed: string[] = []
  const steps: [string, () => Promise<unknown>][] = [
    ['mail', () => sendWaiting(deps)],
    ['alerts', () => tellAlerts(deps)],
    ['figures', () => takeReading(deps)],
    ['backups', () => clearBackups(deps)],
  ]
  const doing = steps.map(async ([what, step]) => {
    try {
      await step()
    } catch (error) {
      failed.push(what)
      deps.log.error({ err: error, what }, 'a step of the minute failed')
    }
  })
  await Promise.all(doing)
  return failed
}

export const startMinute = (deps: MinuteDeps): Rounds =>
  startRounds(() => noteRound(deps, 'minute', () => runMinute(deps)), {
    firstAfterMs: FIRST_AFTER_MS,
    everyMs: EVERY_MS,
  })
