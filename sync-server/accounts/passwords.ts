/** Password hashing: Argon2id, off the event loop, few at once. */
import { hash as argonHash, parseOptions, verify as argonVerify } from '@node-rs/argon2'

import { partyOf } from '../outside/networkOf.ts'
import { aside, FairPlaces } from '../http/fairPlaces.ts'

// OWASP Password Storage Cheat Sheet: Argon2id (the library's default), 19 MiB, 2 passes, 1 lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each hash takes 19 MiB and a thread of the pool that files and gzip share. */
const AT_ONCE = 2
/** Queue length per party, about two seconds of work; further callers get a 503. */
const MAX_WAITING = 200

/**
 * Work on passwords is shared evenly among those who ask. A party is the network of whoever is not known
 * yet, all of an IPv6 /48 together, or an account: `user:` and its id, of a device that it knows, of a
 * session, or of a link from its mailbox. Networks and accounts have half each where both ask: however
 * many there are of the one, they hold none of the other.
 */
export interface Passwords {
  /** The hash to store. Throws Problem busy, 503, when too many of the party wait. */
  hash(password: string, party: string): Promise<string>
  /** Whether the password matches; without a stored hash it costs the same and is false. */
  verify(stored: string | null, password: string, party: string): Promise<boolean>
  /** Whether the hash was made with other costs than today's. */
  isOutdated(stored: string): boolean
}

/** The hash functions; tests count calls through them. */
export interface Hasher {
  hash(password: string, cost: typeof COST): Promise<string>
  verify(stored: string, password: string): Promise<boolean>
}

const argon2: Hasher = { hash: argonHash, verify: argonVerify }

export function createPasswords(
  hasher: Hasher = argon2,
  { atOnce = AT_ONCE, maxWaiting = MAX_WAITING } = {},
): Passwords {
  const places = new FairPlaces(atOnce)
  const line = () => new FairPlaces(atOnce, undefined, maxWaiting)
  const lines = { networks: line(), accounts: line() }
  const inTurn = <T>(party: string, work: () => Promise<T>): Promise<T> =>
    aside(async () => {
      const side = party.startsWith('user:') ? 'accounts' : 'networks'
      const leave = await lines[side].take(partyOf(party))
      const end = await places.take(side)
      return work().finally(() => {
        end()
        leave()
      })
    })

  const hash: Passwords['hash'] = (password, party) =>
    inTurn(party, () => hasher.hash(sameForm(password), COST))

  return {
    hash,
    async verify(stored, password, party) {
      if (stored !== null) return inTurn(party, () => hasher.verify(stored, sameForm(password)))
      // No account: the response time must not tell.
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
