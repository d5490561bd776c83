// A product API and a shop on this machine, for tests that fill in rows from links.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Shops {
  /** Env of a server that sends its requests here. */
  readonly env: Record<string, string>
  /** Requests to the API, by product number, and to the shop, by path. */
  readonly asked: string[]
  /** Holds answers from now on; the returned function releases them. */
  readonly hold: () => () => void
  /** From now on everything answers with this status; null for as usual. */
  readonly fail: (status: number | null) => void
  readonly close: () => Promise<void>
}

export const AMAZON_LINK = 'https://www.amazon.com/Oil-Filter/dp/B000C5FTT2/ref=sr_1_1'
export const SHOP_LINK = 'http://shop.test/gasket'

export async function openShops(): Promise<Shops> {
  const asked: string[] = []
  let held: (() => void)[] | null = null
  let status: number | null = null

  function answer(response: ServerResponse, type: string, text: string) {
    const send = () =>
      void response.writeHead(status ?? 200, { 'Content-Type': type }).end(status ? '{}' : text)
    if (held) held.push(send)
    else send()
  }

  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const { url = '' } = request
      if (url === '/token') {
        response.writeHead(200, { 'Content-Type': 'application/json' })
        response.end(JSON.stringify({ access_token: 'token', expires_in: 3_600 }))
      } else if (url === '/catalog/v1/getItems') {
        const [asin = ''] = (JSON.parse(body) as { itemIds: string[] }).itemIds
        asked.push(asin)
        answer(
          response,
          'application/json',
          JSON.stringify({ itemsResult: { items: [item(asin)] } }),
        )
      } else if (url === '/robots.txt') {
        response.writeHead(200, { 'Content-Type': 'text/plain' }).end('User-agent: *\nAllow: /\n')
      } else {
        asked.push(url)
        answer(response, 'text/html', SHOP_PAGE)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    env: {
      AMAZON_CREDENTIAL_ID: 'id',
      AMAZON_CREDENTIAL_SECRET: 'secret',
      AMAZON_PARTNER_TAG: 'workshop-20',
      AMAZON_API_URL: url,
      AMAZON_TOKEN_URL: `${url}/token`,
      SHOP_HOSTS: `shop.test=${url}`,
    },
    asked,
    hold() {
      const waiting: (() => void)[] = (held = [])
      return () => {
        held = null
        for (const send of waiting) send()
      }
    },
    fail: (next) => {
      status = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function item(asin: string) {
  return {
    asin,
    itemInfo: {
      title: { displayValue: `Oil filter ${asin.slice(-4)}` },
      byLineInfo: { brand: { displayValue: 'Corvane' } },
      manufactureInfo: { itemPartNumber: { displayValue: `CV-${asin.slice(-4)}` } },
    },
    offersV2: { listings: [{ price: { money: { amount: 12.5, currency: 'USD' } } }] },
  }
}

const SHOP_PAGE = `<!doctype html><title>Gasket</title><script type="application/ld+json">
{"@context":"https://schema.org","@type":"Product","name":"Valve cover gasket","mpn":"G-71",
"brand":{"name":"Ostro"},"offers":{"price":"31.20","priceCurrency":"USD"}}</script>`
