/** The way to machines that are not ours, handed in from outside: tests have an internet of their own. */
import type { Duplex } from 'node:stream'

import { lookup } from 'node:dns/promises'
import { connect as connectTcp } from 'node:net'
import { connect as connectTls } from 'node:tls'

export interface Target {
  /** An IP address: the name was resolved already, once, and is not asked for again. */
  address: string
  port: number
  /** The name the certificate has to be for. */
  hostname: string
  isTls: boolean
}

export interface Outside {
  /** All addresses of a name. Rejects when it has none. */
  resolve(hostname: string): Promise<string[]>
  connect(target: Target): Duplex
}

/** The real one. */
export const systemOutside: Outside = {
  async resolve(hostname) {
    const found = await lookup(hostname, { all: true })
    return found.map(({ address }) => address)
  },
  connect({ address, port, hostname, isTls }) {
    return isTls
      ? connectTls({ host: address, port, servername: hostname, ALPNProtocols: ['http/1.1'] })
      : connectTcp({ host: address, port })
  },
}
