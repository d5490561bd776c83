/** Pending alerts for the desk; status/alerts.ts mails them. */
import type { Knex } from 'knex'

import { type Later, later } from '#shared/words/words.ts'

/** `server` is an error of its own, `stranger` one that somebody without an account reports. */
export type Tidings = 'server' | 'error' | 'stranger' | 'report' | 'run' | 'message' | 'deletion'
/** Each sort of act by itself: one that is harmless must not hide another for an hour. */
export type AlertKind = Tidings | `act:${string}`

/** Acts that need a proof and alert all administrators. */
export const ACTS: Record<string, Later> = {
  make_backup: later('Somebody made a backup'),
  download_backup: later('Somebody downloaded a backup'),
  remove_backup: later('Somebody removed a backup'),
  make_admin: later('Somebody made an administrator'),
  give_role: later('Somebody gave a role'),
  unmake_admin: later('Somebody took an administrator’s rights'),
  force_reset: later('Somebody took the password of an account'),
  sign_out: later('Somebody signed an account out everywhere'),
  make_source: later('Somebody made a source'),
  change_source: later('Somebody changed a source'),
  remove_source: later('Somebody removed a source'),
  begin_maintenance: later('Somebody began a maintenance'),
  end_maintenance: later('Somebody ended the maintenance'),
  add_factor: later('An administrator added a second factor'),
  remove_factor: later('An administrator removed a second factor'),
  renew_codes: later('An administrator made new recovery codes'),
}

/** Records an alert about an act, in the act's transaction. */
export async function noteAct(trx: Knex, action: string): Promise<void> {
  if (ACTS[action]) await noteAlert(trx, `act:${action}`)
}

export async function noteAlert(db: Knex, kind: AlertKind) {
  await db('alerts')
    .insert({ kind, waiting: 1 })
    .onConflict('kind')
    .merge({ waiting: db.raw('alerts.waiting + 1') })
}
