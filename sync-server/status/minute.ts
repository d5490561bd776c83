/** Every minute: what waits to be mailed or told, and the figures of the hour that is over. */
import type { Logger } from 'pino'

import type { MailBookDeps } from '../mail/mailBook.ts'
import type { AlertDeps } from './alerts.ts'
import type { ReadingsDeps } from './readings.ts'

import { noteRound } from '../jobs/noteRound.ts'
import { startRounds, type Rounds } from '../jobs/rounds.ts'
import { sendWaiting } from '../mail/mailBook.ts'
import { tellAlerts } from './alerts.ts'
import { clearBackups, type BackupsDeps } from './backups.ts'
import { takeReading } from './readings.ts'

const FIRST_AFTER_MS = 20_000
const EVERY_MS = 60_000

export type MinuteDeps = MailBookDeps & AlertDeps & ReadingsDeps & BackupsDeps & { log: Logger }

/** Does all of it once. @returns the steps that failed; they are logged, and tried again */
export async function runMinute(
  deps: MinuteDeps,
  isStopping: () => boolean = () => false,
): Promise<string[]> {
  const failed: string[] = []
  const steps: [string, () => Promise<unknown>][] = [
    ['mail', () => sendWaiting(deps)],
    ['alerts', () => tellAlerts(deps)],
    ['figures', () => takeReading(deps)],
    ['backups', () => clearBackups(deps)],
  ]
  for (const [what, step] of steps) {
    if (isStopping()) break
    try {
      await step()
    } catch (error) {
      failed.push(what)
      deps.log.error({ err: error, what }, 'a step of the minute failed')
    }
  }
  return failed
}

export const startMinute = (deps: MinuteDeps): Rounds =>
  startRounds((isStopping) => noteRound(deps, 'minute', () => runMinute(deps, isStopping)), {
    firstAfterMs: FIRST_AFTER_MS,
    everyMs: EVERY_MS,
  })
