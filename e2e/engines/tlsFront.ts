// HTTPS in front of the test's server, for WebKit, as an iPhone gets it: WebKit heeds the server's
// `no-store`, which keeps pages out of the back/forward cache, over HTTPS only.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'

import { freePort } from '../server.ts'

export type TlsFront = { readonly origin: string; readonly end: () => Promise<void> }

/**
 * Forwards every connection to `port` of this machine; drops it if no server listens there.
 * @param folder where the self-signed certificate is made
 */
export async function startTlsFront(folder: string, port: number): Promise<TlsFront> {
  const key = join(folder, 'key.pem')
  const cert = join(folder, 'cert.pem')
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2']
    .concat(['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'])
    .concat(['-keyout', key, '-out', cert])
  execFileSync('openssl', made, { stdio: 'ignore' })
  const sockets = new Set<Socket>()
  const front = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (visitor) => {
    const server = connect(port, '127.0.0.1')
    sockets.add(visitor)
    for (const [one, other] of [
      [visitor, server],
      [server, visitor],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
    visitor.pipe(server).pipe(visitor)
  })
  // A closing browser breaks off its handshake.
  front.on('tlsClientError', () => undefined)
  const own = await freePort()
  await new Promise<void>((resolve) => front.listen(own, '127.0.0.1', resolve))
  return {
    origin: `https://127.0.0.1:${own}`,
    end: () =>
      new Promise((resolve) => {
        front.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
