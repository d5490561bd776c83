/** A client with an address of its own: this machine has all of 127.0.0.0/8. Linux alone has them. */
import { Agent, request } from 'node:http'

const TIME_LIMIT_MS = 60_000
const MAX_SHOWN = 2_000

export interface Heard {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

export interface Call {
  headers?: Record<string, string>
  /** An object is sent as JSON. */
  body?: string | Buffer | object
}

export class Client {
  readonly address: string
  readonly #url: URL
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 150 })
  /** How often each status came; 0 for a connection that was refused, cut or silent. */
  readonly statuses = new Map<number, number>()
  sentBytes = 0

  constructor(url: string, address: string) {
    this.#url = new URL(url)
    this.address = address
  }

  /** Never throws: a status of 0 is no answer. */
  async call(method: string, path: string, { headers = {}, body }: Call = {}): Promise<Heard> {
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
    const bytes = body === undefined ? undefined : Buffer.from(isRaw ? body : JSON.stringify(body))
    this.sentBytes += bytes?.length ?? 0
    const heard = await new Promise<Heard>((resolve) => {
      const none = (error: Error) => resolve({ status: 0, headers: {}, text: error.message })
      const asked = request(
        {
          host: this.#url.hostname,
          port: this.#url.port,
          path,
          method,
          agent: this.#agent,
          localAddress: this.address,
          headers: {
            ...(bytes
              ? { 'Content-Type': 'application/json', 'Content-Length': bytes.length }
              : {}),
            ...headers,
          },
        },
        (response) => {
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (chunk: string) => (text += chunk))
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
          )
          response.on('error', none)
          response.on('close', () => none(new Error('cut')))
        },
      )
      asked.setTimeout(TIME_LIMIT_MS, () => asked.destroy(new Error('no answer in time')))
      asked.on('error', none)
      asked.end(bytes)
    })
    this.statuses.set(heard.status, (this.statuses.get(heard.status) ?? 0) + 1)
    return heard
  }

  /** The same, read as JSON; throws what is no 2xx. */
  async json<T>(method: string, path: string, call?: Call): Promise<T> {
    const { status, text } = await this.call(method, path, call)
    if (status < 200 || status > 299)
      throw new Error(`${method} ${path}: ${status} ${text.slice(0, MAX_SHOWN)}`)
    return JSON.parse(text || '{}') as T
  }

  close(): void {
    this.#agent.destroy()
  }
}
