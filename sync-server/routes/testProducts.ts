/** Test server for product lookups, with a fake internet and a fake product API. */
import type { TestInternet } from '../outside/testInternet.ts'
import type { Database } from '../db/connect.ts'
import type { TestServer } from '../testServer.ts'

import { openInternet } from '../outside/testInternet.ts'
import { readEnv } from '../env/env.ts'
import { startTestServer } from '../testServer.ts'

export type Answer = Record<string, unknown> & { status: number }

let people = 0

export class ProductLab {
  readonly internet: TestInternet
  /** Calls to the product API. */
  readonly calls: { url: string; headers: Headers; body: string }[] = []
  answerApi: () => Response | Promise<Response> = () => Response.json({})
  /** The server's clock. */
  at = Date.now()
  readonly #database: Database
  readonly #person = ++people
  #server: TestServer | null = null

  private constructor(internet: TestInternet, database: Database) {
    this.internet = internet
    this.#database = database
  }

  /** @param database may be shared: limits count by address, and each lab has its own */
  static async open(database: Database): Promise<ProductLab> {
    return new ProductLab(await openInternet(), database)
  }

  /** URL of the started server. */
  get url(): string {
    return this.#server?.url ?? ''
  }

  async start(env: Record<string, string>): Promise<void> {
    this.#server = await startTestServer({
      env: readEnv({ TRUST_PROXY: '1', ...env }),
      outside: this.internet.outside,
      fetch: (input, init) => this.#answer(new Request(input, init)),
      now: () => this.at,
      database: this.#database,
    })
  }

  async ask(path: string, url: unknown, from = `192.0.2.${this.#person}`): Promise<Answer> {
    const response = await fetch(`${this.url}/api/${path}/product`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
      body: JSON.stringify({ url }),
    })
    const retryAfter = response.headers.get('Retry-After')
    return {
      status: response.status,
      ...((await response.json()) as Record<string, unknown>),
      ...(retryAfter ? { retryAfter: Number(retryAfter) } : {}),
    }
  }

  async close(): Promise<void> {
    await this.#server?.close()
    await this.internet.close()
  }

  async #answer(request: Request): Promise<Response> {
    const { calls } = this
    calls.push({ url: request.url, headers: request.headers, body: await request.text() })
    if (request.url.startsWith('https://token.test')) {
      return Response.json({ access_token: `token-${calls.length}`, expires_in: 3_600 })
    }
    return this.answerApi()
  }
}
