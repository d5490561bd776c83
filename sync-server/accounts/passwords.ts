/** Hashing of passwords: Argon2id, off the event loop, few at once. */
import { hash as argonHash, parseOptions, verify as argonVerify } from '@node-rs/argon2'

import { networksAround } from '../http/networkOf.ts'
import { FairPlaces } from '../http/turns/fairPlaces.ts'

// OWASP Password Storage Cheat Sheet: Argon2id (the library's default), 19 MiB, 2 passes, 1 lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each takes a thread of the pool that files and gzip need too, and 19 MiB. */
const AT_ONCE = 2
/** About two seconds of work of one party; whoever of it comes later is asked to come back. */
const MAX_WAITING = 200

/**
 * Work on passwords is shared evenly among those who ask. A party is the network of whoever is not known
 * yet, all of an IPv6 /48 together, or an account: `user:` and its id, of a device that it knows, of a
 * session, or of a link from its mailbox.
 */
export interface Passwords {
  /** The hash to store. Throws Problem busy, 503, when too many of the party wait. */
  hash(password: string, party: string): Promise<string>
  /** Whether it is the password; for no stored hash the same work, and false. */
  verify(stored: string | null, password: string, party: string): Promise<boolean>
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
  const places = new FairPlaces(atOnce, undefined, maxWaiting)
  const inTurn = async <T>(party: string, work: () => Promise<T>): Promise<T> => {
    const leave = await places.take(networksAround(party).at(-1) ?? party)
    return work().finally(leave)
  }

  const hash: Passwords['hash'] = (password, party) =>
    inTurn(party, () => hasher.hash(sameForm(password), COST))

  return {
    hash,
    async verify(stored, password, party) {
      if (stored !== null) return inTurn(party, () => hasher.verify(stored, sameForm(password)))
      // No account: nobody may tell by the time it takes.
      await hash(password, party)
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
