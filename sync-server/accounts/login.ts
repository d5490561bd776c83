import type { z } from 'zod/mini'
import type { AccountUser, loginBody } from '#shared/account.ts'
import type { RateRule } from '../http/rateLimit.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { liftIfOver } from './administrators.ts'
import { guessesOfDevice, guessesOfLogin, guessOnce } from './guesses.ts'
import { passSecond } from './secondFactor.ts'
import { startSession } from './sessions.ts'
import {
  findLogin,
  letterFor,
  loginKey,
  sessionAnswer,
  type AccountDeps,
  type User,
} from './users.ts'
import { newDeviceLetter } from '../mail/secondLetters.ts'

/** Wrong passwords per address, for any account. */
const LOGINS_OF_ADDRESS: RateRule = { burst: 100, perMs: 36_000 }

/**
 * Signs in with a username or an address. Throws bad_login, too_many, and, to a caller with the
 * right password, suspended and not_verified. Up to the password the cost is the same whether the
 * account exists or not.
 */
export async function login(
  deps: AccountDeps,
  form: z.infer<typeof loginBody>,
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
  // Known only after a second factor: the password alone could make any number known.
  const device = found?.has_second ? from.device : null
  const asked = { about: device ?? '', device }
  const hasSecond = await passSecond(deps, user, form.second, asked)
  const token = await openSession(deps, user, { ...from, hasSecond })
  await renewHash(deps, user, form.password)
  const answer = await sessionAnswer(deps, token)
  if (!answer) throw badLogin()
  return answer
}

/**
 * Starts a session, unless the checked password was reset meanwhile. The lock orders the two: the
 * reset sees this session, or this login sees the reset.
 */
export async function openSession(
  deps: AccountDeps,
  user: User,
  from: { device: string | null; label: string; hasSecond: boolean },
): Promise<string> {
  const { id, password_hash } = user
  const tell = await newsOfDevice(deps, user, from)
  const token = await deps.db.transaction(async (trx) => {
    const same = await trx('users')
      .where({ id, password_hash })
      .whereNull('deleted_at')
      .forShare()
      .first('id')
    if (!same) throw badLogin()
    return startSession(trx, { userId: id, ...from, at: deps.now(), random: deps.random })
  })
  tell()
  return token
}

function badLogin(): Problem {
  return new Problem('bad_login', 401, t('Invalid username or password'))
}

/** Counts a try before any hashing, and takes it back unless the password was wrong. */
async function withGuessesCounted(
  deps: AccountDeps,
  login: {
    by: ReturnType<typeof loginKey>
    found: { id: string; knows_device: boolean } | null
    from: { address: string; device: string | null }
  },
  check: () => Promise<User | null>,
): Promise<User | null> {
  const { limits } = deps
  const { by, found, from } = login
  const device = found?.knows_device ? from.device : null
  const guesses =
    found && device
      ? guessesOfDevice(found.id, device)
      : guessesOfLogin('email_key' in by ? by.email_key : by.username_key, from.address)
  const addressKey = `login:${from.address}`
  // A stranger behind the same router must not lock out a known device.
  if (!device) await limits.take(addressKey, LOGINS_OF_ADDRESS)
  let user: User | null = null
  let isWrong = false
  try {
    isWrong = !(await guessOnce(deps, guesses, async () => {
      user = await check()
      return user !== null
    }))
    return user
  } finally {
    if (!isWrong && !device) await limits.giveBack(addressKey, LOGINS_OF_ADDRESS)
  }
}

/** Rehashes with today's cost: only a login has the password at hand. */
async function renewHash({ db, passwords }: AccountDeps, user: User, password: string) {
  const { id, password_hash } = user
  if (password_hash === null || !passwords.isOutdated(password_hash)) return
  const renewed = await passwords.hash(password, `user:${id}`)
  await db('users').where({ id, password_hash }).update({ password_hash: renewed })
}

/** An older account without sessions is not new: housekeeping cleared them. */
const NEW_MS = 86_400_000
/** A thief may sign in again and again; the first letters say it. */
const LETTERS = { burst: 3, perMs: 3_600_000 }

/**
 * Call before a session starts. @returns a function for afterwards, which mails the owner if the
 * device was new, unless it is the first one of a new account
 */
async function newsOfDevice(
  { db, env, limits, mailer, now }: AccountDeps,
  user: User,
  { device, label }: { device: string | null; label: string },
): Promise<() => void> {
  const found: { is_known: boolean } | undefined = await db('sessions')
    .where({ user_id: user.id })
    .first(
      db.raw(
        `coalesce(bool_or(coalesce(device = ?, false)),
           (select created_at > ? from users where id = ?)) as is_known`,
        [device, new Date(now() - NEW_MS), user.id],
      ),
    )
  if (found?.is_known) return () => undefined
  return () =>
    mailer.send(async () => {
      if ((await limits.tryTake(`device-letter:${user.id}`, LETTERS)) > 0) return null
      return letterFor(env, user, (post) => newDeviceLetter(post, label, now()))
    })
}
