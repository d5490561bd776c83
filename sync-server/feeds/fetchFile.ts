/** Fetches a source's file, guarded like any untrusted link, with failures as sentences. */
import type { Env } from '../env/env.ts'
import type { Downloaded, FetchRules, Known } from '../outside/guardedFetch.ts'
import type { Outside } from '../outside/outside.ts'

import { createWriteStream } from 'node:fs'
import { MAX_FEED_BYTES } from '#shared/catalogue/feed.ts'
import { Away, guardedDownload, Missing, Refused } from '../outside/guardedFetch.ts'
import { PRODUCT_TOKEN } from '../shops/shopProduct.ts'
import { RefusedFile } from './refusedFile.ts'
import { tell, type Told } from '../words/told.ts'

const TIMEOUT_MS = 10 * 60_000
/** Shops may generate the file first. */
const SLOWEST = { bytes: 60_000, inMs: 120_000 }

/**
 * @param path where it goes
 * @returns null when the file has not changed
 * @throws RefusedFile with a sentence for people
 */
export async function fetchFile(
  {
    address,
    known,
    path,
    signal,
  }: { address: string; known: Known; path: string; signal: AbortSignal },
  { env: { SHOP_HOSTS, PUBLIC_URL }, outside }: { env: Env; outside: Outside },
): Promise<Downloaded | null> {
  const rules = {
    hosts: hostsFor(address, SHOP_HOSTS),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_FEED_BYTES,
    userAgent: `${PRODUCT_TOKEN}/1 (+${PUBLIC_URL})`,
  }
  try {
    const sink = () => createWriteStream(path)
    return await guardedDownload(outside, address, rules, { known, slowest: SLOWEST, sink, signal })
  } catch (error) {
    const isKnown = error instanceof Refused || error instanceof Away || error instanceof Missing
    if (!isKnown) throw error
    throw new RefusedFile(sentenceFor(error), { cause: error })
  }
}

/**
 * Any public host: the operator trusts the address, and files move. A pinned internal host is
 * allowed for the address itself, never for a redirect.
 */
function hostsFor(address: string, pins: Env['SHOP_HOSTS']): FetchRules['hosts'] {
  const own = URL.canParse(address) ? new URL(address).hostname : ''
  return {
    get: (host) => (host === own ? (pins.get(host) ?? null) : pins.get(host) ? undefined : null),
  }
}

/** By the cause that `guardedDownload` or TLS names. */
const SENTENCES = new Map<string, Told>(
  Object.entries({
    CERT_HAS_EXPIRED: tell(
      'The certificate of the address has expired. Its owner has to renew it.',
    ),
    'cut off': tell(
      'The file broke off in the middle: the connection ended before it was whole. Nothing was changed.',
    ),
    'too slow': tell(
      'The address sends the file too slowly: less than 60 kB in two minutes, or for more than ten minutes.',
    ),
    'a name that has no address': tell(
      'There is no such host: the name in the address is not known.',
    ),
    'an address that is not public': tell(
      'The address leads inside a private network, where nothing is fetched. A host that is meant to be there is named in SHOP_HOSTS.',
    ),
    'a host that is not listed': tell(
      'The address leads on to a host that is for another use here.',
    ),
    'a port': tell('The address names a port; only the usual ones are asked.'),
    'out of https': tell(
      'The address leads from https to http, where anybody could change the file.',
    ),
    'too many redirects': tell('The address leads on and on, and never to a file.'),
    'a redirect to nowhere': tell('The address leads on to nowhere.'),
    'too large': tell('The file is larger than 512 MB.'),
    'another encoding': tell('The file is packed in a way that is not read here; gzip is.'),
    'no such page': tell('There is no file at the address any more.'),
  }),
)

function sentenceFor({ message }: Error): Told {
  const status = /^status (\d+)$/.exec(message)?.[1]
  if (status !== undefined) return sentenceForStatus(status)
  const known = SENTENCES.get(message)
  if (known) return known
  if (message.includes('ALTNAME'))
    return tell('The certificate is for another name than that of the address.')
  if (/CERT|SELF_SIGNED|UNABLE_TO_/.test(message))
    return tell('The certificate of the address is signed by nobody we know.')
  return tell('The address does not answer ({why}).', { why: message.slice(0, 60) })
}

function sentenceForStatus(status: string): Told {
  if (status === '401' || status === '403') {
    return tell('The address wants a login, or does not want us ({status}).', { status })
  }
  if (status === '429') {
    return tell('The address says that it was asked too often ({status}).', { status })
  }
  return tell('The address answered with an error ({status}).', { status })
}
