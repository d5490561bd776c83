/** Many devices that listen, and come back when their stream ends. */
import { Agent, get, type IncomingMessage } from 'node:http'

import { newDeviceSecret } from '#shared/ids.ts'

const RETRY_MS = 1_000

export interface LiveClients {
  /** Streams that are open now. */
  open(): number
  /** How often one ended or could not be opened, since the start. */
  lost(): number
  /** Milliseconds from a push to each poke of it, since it was asked last. */
  takeTimes(): number[]
  close(): void
}

/** @param kits their ids, and when each was pushed to last; listeners are dealt out in turn */
export function listenLive(
  url: string,
  count: number,
  kits: readonly { id: string; pushedAt(): number }[],
): LiveClients {
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
  let times: number[] = []
  let [open, lost] = [0, 0]
  let isClosed = false

  function listen({ id, pushedAt }: (typeof kits)[number], nth: number): void {
    if (isClosed) return
    const key = newDeviceSecret()
    let isOver = false
    const again = () => {
      if (isOver) return
      isOver = true
      lost++
      setTimeout(() => listen({ id, pushedAt }, nth), RETRY_MS * (0.5 + Math.random())).unref()
    }
    const hear = (response: IncomingMessage) => {
      if (response.statusCode !== 200) {
        response.resume()
        return again()
      }
      open++
      response.on('data', (chunk: Buffer) => {
        if (chunk.includes('"poke"')) times.push(performance.now() - pushedAt())
      })
      response.once('close', () => {
        open--
        again()
      })
      response.on('error', () => undefined)
    }
    // From many addresses: one may have a hundred streams.
    const headers = { 'X-Device-Key': key, 'X-Forwarded-For': `10.6.${nth >> 6}.${nth & 63}` }
    get(`${url}/api/sync/live?kits=${id}`, { agent, headers }, hear).on('error', again)
  }

  for (let n = 0; n < count; n++) {
    const kit = kits[n % kits.length]
    if (kit) listen(kit, n)
  }
  return {
    open: () => open,
    lost: () => lost,
    takeTimes() {
      const taken = times
      times = []
      return taken
    },
    close() {
      isClosed = true
      agent.destroy()
    },
  }
}
