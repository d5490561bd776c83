// The line between one browser and the server: it breaks as networks do, by lot, and writes down every
// push and pull as the server took and answered it, whatever the browser then gets of it.
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'

import type { Lots } from '../../shared/seeded.ts'
import type { Journal } from './journal.ts'
import type { Lie } from './lies.ts'

import { freePort } from '../server.ts'
import { principalOf, readPull, readPush } from './wire.ts'

export interface Line {
  readonly port: number
  /** Nothing comes through any more, and what is open breaks; or all of it is over. */
  readonly setGone: (isGone: boolean) => void
  /** How many of a hundred calls meet a fault. */
  setFaults: (percent: number) => void
  /** No more faults; whatever is still held back breaks or goes out at once. */
  readonly quiet: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface LineOptions {
  readonly device: string
  readonly target: string
  readonly journal: Journal
  readonly lots: Lots
  /** Tells the browser, or the server, what is not so. */
  readonly lie?: Lie | undefined
}

const FAULTS = [
  'request dropped',
  'answer dropped',
  'request delayed',
  'answer delayed',
  'twice',
  'once more later',
  'stopped',
] as const
type Fault = (typeof FAULTS)[number] | 'none'

interface Passed {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

interface Answer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

export async function openLine({ device, target, journal, lots, lie }: LineOptions): Promise<Line> {
  let isGone = false
  let percent = 0
  /** What waits for its time: called with whether the time is over early. */
  const waiting = new Set<() => void>()
  const late = new Set<Promise<unknown>>()

  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy())
  })

  /** Up to a minute and a half; mostly seconds. Ends early when the faults do. */
  async function holdBack(): Promise<void> {
    const ms = lots.isLucky(0.15) ? 20_000 + lots.chance() * 70_000 : 300 + lots.chance() * 12_000
    let endNow = () => {}
    const ended = new Promise<void>((resolve) => {
      endNow = resolve
    })
    waiting.add(endNow)
    await Promise.race([ended, wait(ms, undefined, { ref: false })])
    waiting.delete(endNow)
  }

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    if (isGone) return void incoming.socket.destroy()
    const url = incoming.url ?? '/'
    const isSync = incoming.method === 'POST' && url === '/api/sync'
    if (url.startsWith('/api/sync/live')) return stream(incoming, outgoing)
    const fault = drawFault(url)
    const passed: Passed = {
      method: incoming.method ?? 'GET',
      url,
      headers: { ...incoming.headers, 'accept-encoding': 'identity' },
      body: await readAll(incoming),
    }
    if (fault === 'request dropped') return void outgoing.destroy()
    if (fault === 'request delayed' || fault === 'stopped') await holdBack()
    // A dead connection: what was sent on it arrives in the end, its answer never.
    if (isGone) return void outgoing.destroy()
    if (fault === 'twice') void ask(passed, isSync, 'the second of two').catch(() => undefined)
    if (fault === 'once more later') {
      const again = holdBack().then(() => ask(passed, isSync, 'late copy'))
      late.add(again)
      void again.catch(() => undefined).finally(() => late.delete(again))
    }
    const answer = await ask(passed, isSync, fault)
    if (fault === 'answer delayed') await holdBack()
    if (isGone || fault === 'answer dropped' || fault === 'stopped') {
      return void outgoing.destroy()
    }
    const { 'transfer-encoding': _chunked, ...headers } = answer.headers
    const length = answer.body.length
    outgoing.writeHead(answer.status, { ...headers, 'content-length': length })
    outgoing.end(answer.body)
  }

  function drawFault(url: string): Fault {
    if (!url.startsWith('/api/')) return 'none'
    const share = url.startsWith('/api/sync') ? percent : percent / 4
    return lots.isLucky(share / 100) ? lots.pick(FAULTS) : 'none'
  }

  /** Asks the server, and writes down what it was truly asked and said. */
  async function ask(passed: Passed, isSync: boolean, fault: string): Promise<Answer> {
    if (!isSync) return exchange(passed)
    const told = textOf(passed)
    const sent = lie?.toServer(told) ?? told
    const { 'content-encoding': _gzip, 'content-length': _length, ...headers } = passed.headers
    const body = Buffer.from(sent)
    const answer = await exchange({ ...passed, headers, body })
    const got = answer.body.toString()
    journal.write({
      is: 'call',
      device,
      principal: principalOf(sent),
      status: answer.status,
      pushed: readPush(sent, answer.status === 200 ? got : ''),
      pulled: readPull(got),
      fault,
    })
    journal.write({ is: 'bytes', device, sent: withoutSecret(sent), got })
    if (!lie || answer.status !== 200) return answer
    return { ...answer, body: Buffer.from(lie.toDevice(got, told)) }
  }

  async function exchange({ method, url, headers, body }: Passed): Promise<Answer> {
    const { 'transfer-encoding': _chunked, ...others } = headers
    const forwarded = request(new URL(url, target), {
      method,
      headers: body.length > 0 ? { ...others, 'content-length': String(body.length) } : others,
      agent: false,
    })
    forwarded.end(body)
    const [answer] = (await once(forwarded, 'response')) as [IncomingMessage]
    return {
      status: answer.statusCode ?? 502,
      headers: answer.headers,
      body: await readAll(answer),
    }
  }

  /** Live words flow through as they come. */
  async function stream(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method, url = '/', headers } = incoming
    const forwarded = request(new URL(url, target), { method, headers, agent: false })
    outgoing.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
    const [answer] = (await once(forwarded, 'response')) as [IncomingMessage]
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    outgoing.flushHeaders()
    answer.on('error', () => outgoing.destroy())
    answer.pipe(outgoing)
  }

  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port,
    setGone: (next) => {
      isGone = next
      if (next) server.closeAllConnections()
    },
    setFaults: (next) => {
      percent = next
    },
    quiet: async () => {
      isGone = false
      percent = 0
      for (const endNow of waiting) endNow()
      await Promise.allSettled(late)
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function textOf({ headers, body }: Passed): string {
  return (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString()
}

/** The keys of devices stay out of what is kept. */
function withoutSecret(sent: string): string {
  return sent.replaceAll(/"secret":"[^"]*"/g, '"secret":"…"')
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await stream.toArray())
}
