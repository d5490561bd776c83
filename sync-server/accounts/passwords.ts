/** Hashing of passwords: Argon2id, off the event loop, few at once. */
import { hash as argonHash, parseOptions, verify as argonVerify } from '@node-rs/argon2'

import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { places } from '../http/turns/places.ts'

// OWASP Password Storage Cheat Sheet: Argon2id (the library's default), 19 MiB, 2 passes, 1 lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each takes a thread of the pool that files and gzip need too, and 19 MiB. */
const AT_ONCE = 2
/** About two seconds of work; whoever comes later is asked to come back. */
const MAX_WAITING = 200

export interface Passwords {
  /** What to store. Throws Problem busy, 503, when too many wait. */
  hash(password: string): Promise<string>
  /** Whether it is the password; for no stored hash the same work, and false. */
  verify(stored: string | null, password: string): Promise<boolean>
  /** Whether a stored hash was made with other costs than today's. */
  isOutdated(stored: string): boolean
}

/** The work itself; tests count through it. */
export interface Hasher {
  hash(password: string, cost: typeof COST): Promise<string>
  verify(stored: string, password: string): Promise<boolean>
}

const argon2: Hasher = { hash: argonHash, verify: argonVerify }

export function createPasswords(
  hasher: Hasher = argon2,
  { atOnce = AT_ONCE, maxWaiting = MAX_WAITING } = {},
): Passwords {
  const inTurn = places(atOnce, {
    maxWaiting,
    refuse: () => {
      throw new Problem('busy', 503, t('Wrenchlist is busy. Please try again in a moment.'), {
        retryAfter: 5,
      })
    },
  })

  const hash = (password: string) => inTurn(() => hasher.hash(sameForm(password), COST))

  return {
    hash,
    async verify(stored, password) {
      if (stored !== null) return inTurn(() => hasher.verify(stored, sameForm(password)))
      // No account: nobody may tell by the time it takes.
      await hash(password)
      return false
    },
    isOutdated(stored) {
      const { memoryCost, timeCost, parallelism } = parseOptions(stored)
      return (
        memoryCost !== COST.memoryCost ||
        timeCost !== COST.timeCost ||
        parallelism !== COST.parallelism ||
        !stored.startsWith('$argon2id$')
      )
    },
  }
}

/** Keyboards differ in how they compose a letter (NIST 800-63B-4, 3.1.1.2). */
function sameForm(password: string): string {
  return password.normalize('NFKC')
}
