/** Which usernames are available. */
import type { Knex } from 'knex'

import { username as usernameRule, usernameKey } from '#shared/account.ts'
import { t } from '#shared/words/words.ts'

const HOUR_MS = 3_600_000

/** How long a name stays reserved after a registration with an address that has an account. */
const RESERVED_MS = 24 * HOUR_MS

export const nameTakenWords = () => t('Username already exists')

// Names that would pass for the site's own, or that programs read as a value.
const RESERVED = new Set(
  `about abuse account accounts admin administrator administrators admins anonymous api billing
  builder contact deleted deleteduser everyone false guest help helpdesk host hostmaster info kit
  kits legal login logout mail me mod moderator moderators mods myaccount nobody noreply null
  official operator owner owners postmaster privacy register root security self server settings
  signin signup sshd staff superuser support sys sysadmin sysop system team terms test true
  undefined unknown user username users verify webmaster www you`.split(/\s+/),
)

/** Whether a name is reserved; punctuation between its letters does not make another one. */
export function isReservedUsername(username: string): boolean {
  const letters = usernameKey(username).replaceAll(/[._-]/g, '')
  return RESERVED.has(letters) || letters.includes('wrenchlist')
}

/** Why a name is not available, in words for people; '' when it is. */
export async function usernameProblem(db: Knex, username: unknown, at: number): Promise<string> {
  const parsed = usernameRule.safeParse(username)
  if (!parsed.success) return parsed.error.issues[0]?.message ?? t('Username is required')
  if (isReservedUsername(parsed.data)) return t('This username is reserved')
  return (await isTaken(db, parsed.data, at)) ? nameTakenWords() : ''
}

/** Whether an account or a reservation has the name. */
export async function isTaken(db: Knex, username: string, at: number): Promise<boolean> {
  const key = usernameKey(username)
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `select 1 from users where username_key = :key
     union all select 1 from username_reservations where username_key = :key and until > :at`,
    { key, at: new Date(at) },
  )
  return rows.length > 0
}

/** Reserves a name as if an account had been made with it. */
export async function reserveUsername(trx: Knex, username: string, at: number): Promise<void> {
  await trx('username_reservations')
    .insert({ username_key: usernameKey(username), until: new Date(at + RESERVED_MS) })
    .onConflict('username_key')
    .merge()
}
