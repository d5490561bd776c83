// The socket side of the server: opening the port with readable failures, and closing it in time.
import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Env } from '../env.ts'
import { networkOf } from './networkOf.ts'
import { createOpenCounts } from './openCounts.ts'

/** What a client may take its time for, in milliseconds. */
export interface Patience {
  /** Until the head of a request is there. */
  headMs: number
  /** Until the whole request is there. */
  requestMs: number
  /** For which nothing of an answer may be taken. */
  readMs: number
  /** For running requests to end in, once the server is told to. */
  finishMs: number
  maxConnections: number
  /** Of one address, by networkOf(); 0 for no limit. */
  maxOfAddress: number
}

// Proxies keep idle connections for 60 s: whoever hangs up first makes the other's request fail.
const KEEP_ALIVE_MS = 65_000

export const PATIENCE: Patience = {
  headMs: 15_000,
  requestMs: 60_000,
  readMs: 30_000,
  finishMs: 7_000,
  maxConnections: 5_000,
  maxOfAddress: 200,
}

/** What the settings say. Behind a proxy all have its address: the proxy counts, see deploy/. */
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
  /** From now on requests are answered by this, those of one connection one by one. */
  serve(answer: RequestListener): void
  server: Server
  port: number
  /** Takes no new connections, lets running requests end, and cuts what is left after `finishMs`. */
  finish(): Promise<void>
}

/** Opens the port; throws a sentence for people when that is not possible. */
export async function listen(
  host: string,
  port: number,
  { headMs, requestMs, readMs, finishMs, maxConnections, maxOfAddress }: Patience = PATIENCE,
): Promise<Listener> {
  // Slow senders are cut off, so that they cannot hold connections for ever.
  const server = createServer({
    headersTimeout: headMs,
    requestTimeout: requestMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: Math.min(5_000, headMs),
  })
  server.maxConnections = maxConnections
  /**
   * What each connection asks: the first of it is under way, the rest waits. Its answers are sent in
   * that order, so whoever sends a hundred requests at once keeps one busy, and not a hundred.
   */
  const asked = new Map<Socket, (() => void)[]>()
  const ofAddress = createOpenCounts(maxOfAddress)
  // What reads requests is made ready for each connection: not for those that are hung up on at once,
  // of which there may be thousands a second.
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
      // An answer lies in memory until it is taken; with the last byte the time to keep alive begins.
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
        // Browsers open connections ahead and keep them: those have nothing to finish.
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
