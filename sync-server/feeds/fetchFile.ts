/** Fetches the file of a source, guarded as a stranger's link is, and says in a sentence why it could not. */
import type { Downloaded, FetchRules, Known, Pin } from '../catalogue/guardedFetch.ts'
import type { Outside } from '../catalogue/outside.ts'

import { createWriteStream } from 'node:fs'
import { MAX_FEED_BYTES } from '#shared/catalogue/feed.ts'
import { Away, guardedDownload, Missing, Refused } from '../catalogue/guardedFetch.ts'
import { PRODUCT_TOKEN } from '../catalogue/shopProduct.ts'
import { RefusedFile } from './refusedFile.ts'

const TIMEOUT_MS = 10 * 60_000

export interface Fetching {
  outside: Outside
  /** Hosts that the operator has placed somewhere. */
  pins: ReadonlyMap<string, Pin | null>
  publicUrl: string
  known: Known
  path: string
  signal: AbortSignal
}

/**
 * @returns null when it is still the file that is known
 * @throws RefusedFile with a sentence for people
 */
export async function fetchFile(
  address: string,
  { outside, pins, publicUrl, known, path, signal }: Fetching,
): Promise<Downloaded | null> {
  const rules = {
    hosts: hostsFor(address, pins),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_FEED_BYTES,
    userAgent: `${PRODUCT_TOKEN}/1 (+${publicUrl})`,
  }
  try {
    const sink = () => createWriteStream(path)
    return await guardedDownload(outside, address, rules, { known, sink, signal })
  } catch (error) {
    const isKnown = error instanceof Refused || error instanceof Away || error instanceof Missing
    if (!isKnown) throw error
    throw new RefusedFile(sentenceFor(error), { cause: error })
  }
}

/**
 * Any public host: the operator trusts the address, and files move. A host that the operator has placed
 * inside is for the address itself alone, and nothing that a redirect may lead to.
 */
function hostsFor(address: string, pins: Fetching['pins']): FetchRules['hosts'] {
  const own = URL.canParse(address) ? new URL(address).hostname : ''
  return {
    get: (host) => (host === own ? (pins.get(host) ?? null) : pins.get(host) ? undefined : null),
  }
}

const SENTENCES: [RegExp, string][] = [
  [/^CERT_HAS_EXPIRED$/, 'The certificate of the address has expired. Its owner has to renew it.'],
  [/ALTNAME/, 'The certificate is for another name than that of the address.'],
  [/CERT|SELF_SIGNED|UNABLE_TO_/, 'The certificate of the address is signed by nobody we know.'],
  [
    /^cut off$/,
    'The file broke off in the middle: the connection ended before it was whole. Nothing was changed.',
  ],
  [/^too slow$/, 'The address did not send the file within ten minutes.'],
  [/^a name that has no address$/, 'There is no such host: the name in the address is not known.'],
  [
    /^an address that is not public$/,
    'The address leads inside a private network, where nothing is fetched. A host that is meant to be there is named in SHOP_HOSTS.',
  ],
  [/^a host that is not listed$/, 'The address leads on to a host that is for another use here.'],
  [/^a port$/, 'The address names a port; only the usual ones are asked.'],
  [/^out of https$/, 'The address leads from https to http, where anybody could change the file.'],
  [/^too many redirects$/, 'The address leads on and on, and never to a file.'],
  [/^a redirect to nowhere$/, 'The address leads on to nowhere.'],
  [/^status 40[13]$/, 'The address wants a login, or does not want us.'],
  [/^too large$/, 'The file is larger than 512 MB.'],
  [/^another encoding$/, 'The file is packed in a way that is not read here; gzip is.'],
  [/^status 429$/, 'The address says that it was asked too often.'],
  [/^status \d+$/, 'The address answered with an error.'],
  [/^no such page$/, 'There is no file at the address any more.'],
]

function sentenceFor({ message }: Error): string {
  const found = SENTENCES.find(([pattern]) => pattern.test(message))?.[1]
  const status = /^status (\d+)$/.exec(message)?.[1]
  if (found) return status ? `${found.slice(0, -1)} (${status}).` : found
  return `The address does not answer (${message.slice(0, 60)}).`
}
