// Listens on the port, with readable failures and a bounded shutdown.
import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Env } from '../env/env.ts'
import { networkOf } from '../outside/networkOf.ts'
import { createOpenCounts } from './openCounts.ts'

/** Time limits of clients, milliseconds. */
export interface Patience {
  /** For a request's head. */
  headMs: number
  /** For the whole request. */
  requestMs: number
  /** Longest pause while an answer is sent. */
  readMs: number
  /** For running requests during shutdown. */
  finishMs: number
  maxConnections: number
  /** Per networkOf() address; 0 for no limit. */
  maxOfAddress: number
}

// Above the 60 s of proxies: the first to hang up an idle connection breaks a request.
const KEEP_ALIVE_MS = 65_000

export const PATIENCE: Patience = {
  headMs: 15_000,
  requestMs: 60_000,
  readMs: 30_000,
  finishMs: 7_000,
  maxConnections: 5_000,
  maxOfAddress: 200,
}

/** Limits by the settings. Behind a proxy all share its address: it has to count, see deploy/. */
export function patienceOf(
  env: Pick<Env, 'MAX_CONNECTIONS' | 'MAX_CONNECTIONS_PER_ADDRESS' | 'TRUST_PROXY'>,
): Patience {
  return {
    ...PATIENCE,
    maxConnections: env.MAX_CONNECTIONS,
    maxOfAddress: env.TRUST_PROXY > 0 ? 0 : env.MAX_CONNECTIONS_PER_ADDRESS,
  }
}

export type Listener = {
  /** Handles requests from now on; those of one connection in turn. */
  serve(answer: RequestListener): void
  server: Server
  port: number
  /** Stops accepting, lets running requests end, and cuts the rest after `finishMs`. */
  finish(): Promise<void>
}

/** Listens; throws a sentence for people when the port cannot be used. */
export async function listen(
  host: string,
  port: number,
  { headMs, requestMs, readMs, finishMs, maxConnections, maxOfAddress }: Patience = PATIENCE,
): Promise<Listener> {
  // Slow senders must not hold connections for ever.
  const server = createServer({
    headersTimeout: headMs,
    requestTimeout: requestMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: Math.min(5_000, headMs),
  })
  server.maxConnections = maxConnections
  /**
   * Pipelined requests per connection: the first runs, the rest wait. A connection that sends a
   * hundred at once keeps one busy, and not a hundred.
   */
  const asked = new Map<Socket, (() => void)[]>()
  const ofAddress = createOpenCounts(maxOfAddress)
  // Node's parser is attached only to accepted connections: thousands a second may be refused.
  const [readRequests] = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    if (!ofAddress.open(network)) return void socket.resetAndDestroy()
    readRequests?.call(server, socket)
    socket.once('close', () => {
      ofAddress.close(network)
      asked.delete(socket)
    })
    asked.set(socket, [])
  })
  const serve = (answer: RequestListener): void => {
    server.on('request', (request, response) => {
      const { socket } = request
      const line = asked.get(socket)
      if (!line) return
      // An unread answer sits in memory; after its last byte the keep-alive time begins.
      response.once('prefinish', () => socket.setTimeout(readMs))
      response.once('close', () => {
        line.shift()
        if (!socket.destroyed) line[0]?.()
      })
      line.push(() => answer(request, response))
      if (line.length === 1) line[0]?.()
    })
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(readable(error, host, port)))
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    serve,
    server,
    port: typeof address === 'object' && address ? address.port : port,
    async finish() {
      const closed = new Promise((resolve) => server.close(resolve))
      const hangUp = () => {
        // Idle connections, which browsers open ahead, have nothing to finish.
        for (const [socket, { length }] of asked) if (length === 0) socket.destroy()
      }
      hangUp()
      const again = setInterval(hangUp, 50)
      const cut = setTimeout(() => server.closeAllConnections(), finishMs)
      await closed
      clearInterval(again)
      clearTimeout(cut)
    },
  }
}

function readable(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is in use by another program. Stop that, or choose another port: PORT=${port + 1} npm start`,
    EACCES: `This user may not listen on port ${port}. Choose a port above 1023: PORT=3000 npm start`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine.`,
    ENOTFOUND: `HOST ${host} is not the name of a machine.`,
  }
  return new Error(sentences[error.code ?? ''] ?? error.message, { cause: error })
}
