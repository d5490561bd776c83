// A bad line between browser and server: a proxy that fails as networks do, on command.
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

import { freePort } from './server.ts'

/**
 * - `cut`: the server does its work, but its answer is lost, wholly or by half.
 * - `portal`: a login page with status 200 instead of any answer, as in a hotel.
 * - `busy`: 503 with Retry-After, and the load balancer's own page.
 * - `small`: 413 for bodies above 900 bytes, as reverse proxies answer larger ones.
 * - `nothing`: 413 for everything.
 * - `dead`: the connection stays open and nothing comes back, even after the fault is over.
 * - `twice`: each push reaches the server twice at once, and again when `replay` is called.
 * - `drip`: the answer takes 12 seconds, some bytes at a time.
 * - `gone`: connections break at once.
 */
export type Fault =
  | 'none'
  | 'cut'
  | 'portal'
  | 'busy'
  | 'small'
  | 'nothing'
  | 'dead'
  | 'twice'
  | 'drip'
  | 'gone'

export type FaultProxy = {
  readonly url: string
  readonly setFault: (fault: Fault) => void
  /** Number of pushes and pulls the current fault has met. */
  readonly hits: () => number
  /** Called when a push or pull has been forwarded whole, before the server can have answered. */
  onForwarded: (() => void) | undefined
  /** The server's time for the last push or pull that went through, ms. */
  readonly lastMs: () => number
  /** The server's answers to the second copies that `twice` sends at once. */
  readonly answers: () => readonly string[]
  /** Resends everything that passed during `twice`, as a network does with late copies. */
  readonly replay: () => Promise<void>
  readonly close: () => Promise<void>
}

const SMALL_BYTES = 900
const DRIP_MS = 12_000
const DRIP_STEPS = 24

/** @param added headers of every request, beside the browser's own */
export async function openFaultProxy(
  target: string,
  added: Record<string, string> = {},
): Promise<FaultProxy> {
  let fault: Fault = 'none'
  let hits = 0
  let lastMs = 0
  const copies: Passed[] = []
  const answers: string[] = []

  const server = createServer((incoming, outgoing) => {
    // Broken connections are the point: the browser is the one to notice.
    handle(incoming, outgoing).catch(() => outgoing.destroy())
  })

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const isSync = incoming.method === 'POST' && incoming.url === '/api/sync'
    const isCall = incoming.url?.startsWith('/api/') === true
    if (isSync) hits += 1
    const met = fault
    if (met === 'gone') return void incoming.socket.destroy()
    if (met === 'dead') return
    if (met === 'portal') return page(outgoing, 200, 'Welcome to Hotel WLAN. Please log in.')
    if (met === 'busy' && isCall) {
      return page(outgoing, 503, 'Service Unavailable', { 'Retry-After': '2' })
    }
    const passed = { ...pick(incoming), body: await readAll(incoming) }
    const isTooMuch = met === 'nothing' || (met === 'small' && passed.body.length > SMALL_BYTES)
    if (isTooMuch && isCall) return page(outgoing, 413, 'Request Entity Too Large')
    if (met === 'twice' && isSync) {
      copies.push(passed)
      const { 'accept-encoding': _packed, ...headers } = passed.headers
      void readAnswer({ ...passed, headers }).then(
        ({ body }) => answers.push(body.toString()),
        () => undefined,
      )
    }
    if ((met === 'cut' || met === 'drip') && isCall) {
      const answer = await readAnswer(passed)
      const { length } = answer.body
      outgoing.writeHead(answer.status, { ...answer.headers, 'content-length': length })
      if (met === 'drip') return drip(outgoing, answer.body)
      outgoing.write(answer.body.subarray(0, hits % 2 === 0 ? length / 2 : 0))
      await wait(20)
      return void outgoing.destroy()
    }
    const forwardedAt = performance.now()
    const forwarded = send(passed)
    if (isSync) api.onForwarded?.()
    const [answer] = (await once(forwarded, 'response')) as [IncomingMessage]
    if (isSync) lastMs = performance.now() - forwardedAt
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    outgoing.flushHeaders()
    answer.on('error', () => outgoing.destroy())
    outgoing.on('close', () => answer.destroy())
    answer.pipe(outgoing)
  }

  function send({ method, url, headers, body }: Passed) {
    const all = { ...headers, ...added }
    const forwarded = request(new URL(url, target), { method, headers: all, agent: false })
    forwarded.end(body)
    return forwarded
  }

  async function readAnswer(passed: Passed) {
    const [answer] = (await once(send(passed), 'response')) as [IncomingMessage]
    // A cut or slow answer is no stream: it is sent with its length.
    const { 'transfer-encoding': _chunked, ...headers } = answer.headers
    return { status: answer.statusCode ?? 502, headers, body: await readAll(answer) }
  }

  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const api: FaultProxy = {
    url: `http://127.0.0.1:${port}`,
    setFault: (next) => {
      fault = next
      hits = 0
      // Open connections break with the line; dead ones stay as they are.
      if (next === 'gone') server.closeAllConnections()
    },
    hits: () => hits,
    onForwarded: undefined,
    lastMs: () => lastMs,
    answers: () => answers,
    replay: async () => {
      for (const copy of copies) await readAnswer(copy)
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return api
}

type Passed = Pick<IncomingMessage, 'headers'> & { method: string; url: string; body: Buffer }

function pick({ method = 'GET', url = '/', headers }: IncomingMessage) {
  return { method, url, headers }
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await stream.toArray())
}

async function drip(outgoing: ServerResponse, body: Buffer): Promise<void> {
  const size = Math.ceil(body.length / DRIP_STEPS)
  for (let at = 0; at < body.length && !outgoing.destroyed; at += size) {
    outgoing.write(body.subarray(at, at + size))
    await wait(DRIP_MS / DRIP_STEPS)
  }
  outgoing.end()
}

function page(
  outgoing: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  outgoing.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers })
  outgoing.end(`<!doctype html><title>${text}</title><h1>${text}</h1>`)
}
