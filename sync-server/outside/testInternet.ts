/** Fake internet for tests: named sites with addresses, all served by this process. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Outside, Target } from './outside.ts'

import { createServer } from 'node:http'
import { connect } from 'node:net'

export type Site = (request: IncomingMessage, response: ServerResponse) => void

export interface TestInternet {
  outside: Outside
  /** Resolved names, in order. */
  resolved: string[]
  /** Targets of connections. */
  connected: Target[]
  /** Requests, as "host/path". */
  asked: string[]
  sites: Record<string, Site>
  /** Addresses of a name; a function may answer differently each time. */
  names: Record<string, string[] | (() => string[])>
  close(): Promise<void>
}

export const PUBLIC_ADDRESS = '93.184.215.14'

/** Every site has a public address unless `names` says otherwise. */
export async function openInternet(sites: Record<string, Site> = {}): Promise<TestInternet> {
  const internet: Omit<TestInternet, 'close' | 'outside'> = {
    resolved: [],
    connected: [],
    asked: [],
    sites,
    names: {},
  }
  const server = createServer((request, response) => {
    const host = request.headers.host ?? ''
    internet.asked.push(host + (request.url ?? ''))
    const site = internet.sites[host]
    if (site) site(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ...internet,
    outside: {
      resolve(hostname) {
        internet.resolved.push(hostname)
        const named = internet.names[hostname] ?? [PUBLIC_ADDRESS]
        return Promise.resolve(typeof named === 'function' ? named() : named)
      },
      connect(target) {
        internet.connected.push(target)
        return connect({ host: '127.0.0.1', port })
      },
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A site that serves this HTML everywhere except robots.txt. */
export function page(html: string): Site {
  return ({ url }, response) => {
    if (url === '/robots.txt') response.writeHead(404).end()
    else response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html)
  }
}

/** A page with one product in JSON-LD. */
export function productPage(product: Record<string, unknown>): string {
  const json = JSON.stringify({ '@context': 'https://schema.org', '@type': 'Product', ...product })
  return `<!doctype html><title>Shop</title><script type="application/ld+json">${json}</script>`
}
