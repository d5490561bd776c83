/**
 * Listens for changes from other devices: one stream per browser, held by the tab with the lock.
 * Without it, everything still arrives with the next pull.
 */
import { readCursors } from '../receive/cursors.ts'
import { env, shownPrincipal } from '../../device/device.ts'
import { credentialHeaders } from '../../api/net.ts'
import { backoffMs, delay } from '../../device/delay.ts'
import { readSenders, type Sender } from '../../device/session.ts'

/** The server sends a heartbeat every 25 s; a longer silence means a dead connection. */
const SILENCE_MS = 60_000
const MAX_BACKOFF_MS = 15_000
/** Retry interval after a refusal, by a limit or a portal. */
const REFUSED_MS = 60_000
const STABLE_MS = 30_000
/** The answer to a push of this device carries the same news, and arrives about now. */
const OWN_ANSWER_MS = 400

/** Starts listening; `pull` is called on news. Call once. */
export function startLive(pull: () => void): void {
  const locks: LockManager | undefined = navigator.locks
  // Without locks each tab would hold its own stream, and browsers allow six connections.
  if (locks) void listenForEver(pull, locks)
}

async function listenForEver(pull: () => void, locks: LockManager): Promise<never> {
  let failures = 0
  for (;;) {
    await visible()
    const began = Date.now()
    // Only while visible: a hidden tab holding the stream would leave the visible one deaf.
    const result = await locks
      .request('wrenchlist-live', () => listen(pull))
      .catch(() => 'failed' as const)
    failures = Date.now() - began > STABLE_MS ? 0 : failures + 1
    const wait = backoffMs(failures, MAX_BACKOFF_MS)
    // Jitter: not all devices at once when a server comes back.
    await pauseOrOnline(result === 'refused' ? REFUSED_MS : wait * (0.5 + Math.random() / 2))
  }
}

/** Reads one stream to its end. Changes from before it opened are pulled at once. */
async function listen(pull: () => void): Promise<'ended' | 'refused'> {
  if (document.visibilityState === 'hidden') return 'ended'
  const { sender, kits } = await who()
  if (!sender) return 'refused'
  const controller = new AbortController()
  const hide = () => document.visibilityState === 'hidden' && controller.abort()
  document.addEventListener('visibilitychange', hide)
  let silence = setTimeout(() => controller.abort(), SILENCE_MS)
  try {
    const query = kits.length > 0 ? `?kits=${kits.join(',')}` : ''
    const response = await fetch(`/api/sync/live${query}`, {
      credentials: 'include',
      cache: 'no-store',
      headers: credentialHeaders(sender.credential),
      signal: controller.signal,
    })
    const isOurs = response.headers.get('Content-Type')?.includes('ndjson') === true
    if (!response.ok || !isOurs || !response.body) return 'refused'
    pull()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return 'ended'
      clearTimeout(silence)
      silence = setTimeout(() => controller.abort(), SILENCE_MS)
      const lines = (rest + value).split('\n')
      rest = lines.pop() ?? ''
      const pokes = lines.map(pokeIn).filter((poke) => poke !== null)
      if (pokes.length > 0) void pullIfNew(pokes, pull)
    }
  } finally {
    clearTimeout(silence)
    document.removeEventListener('visibilitychange', hide)
    controller.abort()
  }
}

type Poke = [scope: string, version: number]

function pokeIn(line: string): Poke | null {
  const parsed: unknown = JSON.parse(line || '{}')
  if (typeof parsed !== 'object' || parsed === null || !('poke' in parsed)) return null
  const [scope, version] = Array.isArray(parsed.poke) ? (parsed.poke as unknown[]) : []
  return typeof scope === 'string' && typeof version === 'number' ? [scope, version] : null
}

/** Pokes about rows this device just sent trigger no pull. */
async function pullIfNew(pokes: readonly Poke[], pull: () => void): Promise<void> {
  await delay(OWN_ANSWER_MS)
  const cursors = await env.store.transact((tx) => readCursors(tx, shownPrincipal()))
  if (pokes.some(([scope, version]) => version > (cursors[scope] ?? 0))) pull()
}

async function who(): Promise<{ sender: Sender | undefined; kits: string[] }> {
  return env.store.transact(async (tx) => {
    const principal = shownPrincipal()
    const sender = (await readSenders(tx)).find((each) => each.principal === principal)
    const scopes = Object.keys(await readCursors(tx, principal))
    const kits = scopes.filter((scope) => scope.startsWith('k:')).map((scope) => scope.slice(2))
    return { sender, kits }
  })
}

function visible(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'visible') return resolve()
    const check = () => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', check)
      resolve()
    }
    document.addEventListener('visibilitychange', check)
  })
}

/** Sleeps, but wakes when the browser comes online. */
async function pauseOrOnline(ms: number): Promise<void> {
  const stop = new AbortController()
  const online = new Promise((resolve) =>
    addEventListener('online', resolve, { once: true, signal: stop.signal }),
  )
  await Promise.race([delay(ms), online])
  stop.abort()
}
