/** Network access, injected: tests have an internet of their own. */
import type { Duplex } from 'node:stream'

import dns from 'node:dns/promises'
import { connect as connectTcp, isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'

export interface Target {
  /** Resolved IP address, not looked up again. */
  address: string
  port: number
  /** The certificate's name. */
  hostname: string
  isTls: boolean
}

export interface Outside {
  /** All addresses of a name, which may be none. */
  resolve(hostname: string): Promise<string[]>
  connect(target: Target): Duplex
}

export const systemOutside: Outside = {
  // Not by the system's own lookup: of that two names at a time hold those of everybody, the database's too.
  async resolve(hostname) {
    if (isIP(hostname)) return [hostname]
    const found = await Promise.allSettled([dns.resolve4(hostname), dns.resolve6(hostname)])
    return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  },
  connect({ address, port, hostname, isTls }) {
    return isTls
      ? connectTls({ host: address, port, servername: hostname, ALPNProtocols: ['http/1.1'] })
      : connectTcp({ host: address, port })
  },
}
