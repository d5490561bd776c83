/** API calls to a test server, as any client makes them. */
import type { TestServer } from './testServer.ts'

import { fetchProven } from './testProof.ts'

export interface Call {
  body?: unknown
  token?: string
  /** Client address, as the trusted proxy names it. */
  from?: string
  /** X-Device-Key. */
  device?: string
  agent?: string
  /** Content type of the body; JSON by default. */
  type?: string
  headers?: Record<string, string>
}

export interface Called<T> {
  status: number
  headers: Headers
  body: T
}

type Json = Record<string, unknown> & { error?: string; code?: string; field?: string }

/** A call with its JSON answer; a string body is sent as it is. */
export async function call<T = Json>(
  server: Pick<TestServer, 'url'>,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { body, token, from, device, agent, type = 'application/json', headers }: Call = {},
): Promise<Called<T>> {
  const response = await fetchProven(server.url + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': type }),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(from ? { 'X-Forwarded-For': from } : {}),
      ...(device ? { 'X-Device-Key': device } : {}),
      ...(agent ? { 'User-Agent': agent } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const json: unknown = text === '' ? {} : JSON.parse(text)
  return { status: response.status, headers: response.headers, body: json as T }
}

let addresses = 0

/** An unused client address. */
export function newAddress(): string {
  addresses++
  return `172.${16 + ((addresses >> 16) & 15)}.${(addresses >> 8) & 255}.${addresses & 255}`
}
