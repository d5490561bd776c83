/** Calls the API of a test server as every client would. */
import type { TestServer } from './testServer.ts'

export interface Call {
  body?: unknown
  token?: string
  /** The client's address, as the trusted proxy names it. */
  from?: string
  /** X-Device-Key. */
  device?: string
  agent?: string
  /** Of the body: JSON unless it says otherwise. */
  type?: string
}

export interface Called<T> {
  status: number
  headers: Headers
  body: T
}

type Json = Record<string, unknown> & { error?: string; code?: string; field?: string }

/** One call, with its JSON answer; a body of `string` is sent as it is. */
export async function call<T = Json>(
  server: Pick<TestServer, 'url'>,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { body, token, from, device, agent, type = 'application/json' }: Call = {},
): Promise<Called<T>> {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': type }),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(from ? { 'X-Forwarded-For': from } : {}),
      ...(device ? { 'X-Device-Key': device } : {}),
      ...(agent ? { 'User-Agent': agent } : {}),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const json: unknown = text === '' ? {} : JSON.parse(text)
  return { status: response.status, headers: response.headers, body: json as T }
}

let addresses = 0

/** A client address nobody used before. */
export function newAddress(): string {
  addresses++
  return `172.${16 + ((addresses >> 16) & 15)}.${(addresses >> 8) & 255}.${addresses & 255}`
}
