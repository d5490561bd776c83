/** A host that takes every connection: it sends files a letter a second, and answers nothing else. */
import type { AddressInfo } from 'node:net'

import { createServer } from 'node:http'

const LETTER_EVERY_MS = 1_000

export async function openSlowHost(): Promise<{ pin: string; close(): void }> {
  const server = createServer(({ url = '' }, response) => {
    if (!url.startsWith('/drip/')) return
    response.writeHead(200, { 'Content-Type': 'text/csv' })
    const drip = setInterval(() => response.write('p'), LETTER_EVERY_MS)
    response.once('close', () => clearInterval(drip))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    pin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
