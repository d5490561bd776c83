/** Signing in. */
import type { AccountUser } from '#shared/account.ts'
import type { RateRule } from '../http/rateLimit.ts'

import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { liftIfOver } from './administrators.ts'
import { countGuess, guessesOfDevice, guessesOfLogin, takeBackGuess } from './guesses.ts'
import { startSession } from './sessions.ts'
import { findLogin, loginKey, sessionAnswer, type AccountDeps, type User } from './users.ts'

/** Wrong passwords from one address, whatever accounts they are for. */
const LOGINS_OF_ADDRESS: RateRule = { burst: 100, perMs: 36_000 }

/**
 * Signs in with a username or an address. Throws bad_login, too_many, and, to whoever knows the
 * password, suspended and not_verified. Everything up to the password costs the same whether the
 * account exists or not.
 */
export async function login(
  deps: AccountDeps,
  form: { username: string; password: string },
  from: { address: string; device: string | null; label: string },
): Promise<{ token: string; user: AccountUser }> {
  const by = loginKey(form.username)
  const found = await findLogin(deps.db, by, from.device)
  const party = found?.knows_device ? `user:${found.id}` : from.address
  const user = await withGuessesCounted(deps, { by, found, from }, async () => {
    const isRight = await deps.passwords.verify(found?.password_hash ?? null, form.password, party)
    return isRight ? found : null
  })
  if (!user) throw badLogin()
  if (user.suspended_at && !(await liftIfOver(deps, user))) {
    throw new Problem('suspended', 403, t('This account is suspended. Please write to us.'))
  }
  if (deps.env.REQUIRE_VERIFIED_EMAIL && !user.email_verified_at) {
    throw new Problem('not_verified', 403, t('Please verify your email address first.'))
  }
  const token = await openSession(deps, user, from)
  await renewHash(deps, user, form.password)
  const answer = await sessionAnswer(deps, token)
  if (!answer) throw badLogin()
  return answer
}

/**
 * Begins a session, only while the password that was right is still the password: one that was reset
 * in the meantime signs nobody in. The lock lets a reset see this session, or this login see the reset.
 */
export async function openSession(
  { db, now, random }: AccountDeps,
  { id, password_hash }: User,
  { device, label }: { device: string | null; label: string },
): Promise<string> {
  return db.transaction(async (trx) => {
    const same = await trx('users')
      .where({ id, password_hash })
      .whereNull('deleted_at')
      .forShare()
      .first('id')
    if (!same) throw badLogin()
    return startSession(trx, { userId: id, device, label, at: now(), random })
  })
}

function badLogin(): Problem {
  return new Problem('bad_login', 401, t('Invalid username or password'))
}

/** Counts a try before any hashing, and takes it back unless the password was wrong. */
async function withGuessesCounted(
  { db, limits, now }: AccountDeps,
  login: {
    by: ReturnType<typeof loginKey>
    found: { id: string; knows_device: boolean } | null
    from: { address: string; device: string | null }
  },
  check: () => Promise<User | null>,
): Promise<User | null> {
  const { by, found, from } = login
  const device = found?.knows_device ? from.device : null
  const guesses =
    found && device
      ? guessesOfDevice(found.id, device)
      : guessesOfLogin('email_key' in by ? by.email_key : by.username_key, from.address)
  const addressKey = `login:${from.address}`
  // A stranger behind the same router must not lock out a device that is known.
  if (!device) await limits.take(addressKey, LOGINS_OF_ADDRESS)
  let isWrong = false
  try {
    await countGuess(db, guesses, now())
    let user: User | null = null
    try {
      user = await check()
      isWrong = user === null
    } finally {
      if (!isWrong) await takeBackGuess(db, guesses, now())
    }
    return user
  } finally {
    if (!isWrong && !device) await limits.giveBack(addressKey, LOGINS_OF_ADDRESS)
  }
}

/** The only moment at which the password is at hand to be hashed by newer rules. */
async function renewHash({ db, passwords }: AccountDeps, user: User, password: string) {
  const { id, password_hash } = user
  if (password_hash === null || !passwords.isOutdated(password_hash)) return
  const renewed = await passwords.hash(password, `user:${id}`)
  await db('users').where({ id, password_hash }).update({ password_hash: renewed })
}
