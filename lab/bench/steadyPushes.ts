/** Devices that push at a steady rate, whatever the server does, and keep acknowledged values. */
import type { Op, OpResult } from '#shared/sync/protocol.ts'

import { setTimeout as wait } from 'node:timers/promises'

import { decodeAnswer } from '#shared/sync/answer.ts'
import { encodeRequest } from '#shared/sync/protocol.ts'
import { TestDevice } from '../../sync-server/testServer.ts'

const RETRY_MS = 500
/** Timeout of a real device. */
const TIME_LIMIT_MS = 30_000
/** Below the 500 that a kit holds. */
const MAX_LINES = 400
/** One push of a device in so many adds a line, the others change one. */
const NEW_LINE_EVERY = 10

export interface Figures {
  /** From a push's due time to its acknowledgement. */
  ms: number[]
  /** 503 with Retry-After, or the same for each row of a push. */
  unavailable: number
  /** Connections refused or cut. */
  cut: number
  /** Any other failure, in words: must not happen. */
  wrong: string[]
}

export const figures = (): Figures => ({ ms: [], unavailable: 0, cut: 0, wrong: [] })

/** Transport of a push: text both ways. Rejects without an answer. */
export type Send = (
  url: string,
  headers: Record<string, string>,
  body: string,
) => Promise<{ status: number; retryAfter: string | null; text: string }>

const byFetch: Send = async (url, headers, body) => {
  const signal = AbortSignal.timeout(TIME_LIMIT_MS)
  const response = await fetch(url, { method: 'POST', headers, body, signal })
  const retryAfter = response.headers.get('Retry-After')
  return { status: response.status, retryAfter, text: await response.text() }
}

export class SteadyDevice {
  /** Last acknowledged values by line; a new line is added once acknowledged. */
  readonly acknowledged = new Map<string, { qty: number; price: number }>()
  /** Start of the last push, to time its poke. */
  pushedAt = 0
  readonly device: TestDevice
  readonly kit: Op
  readonly #url: string
  readonly #send: Send
  #count = 0

  constructor(url: string, send: Send = byFetch) {
    this.#url = url
    this.#send = send
    this.device = new TestDevice(url)
    this.kit = this.device.kit({ name: 'Steady' })
  }

  async begin(): Promise<void> {
    const lines = Array.from({ length: 10 }, () => this.#line())
    await this.#until(lines.map(({ op }) => op).toSpliced(0, 0, this.kit), figures())
    for (const { op, values } of lines) this.acknowledged.set(op.id, values)
  }

  /** One push, retried until it is acknowledged. @param dueAt by performance.now() */
  async push(dueAt: number, seen: Figures): Promise<void> {
    const { op, values } = this.#next()
    this.pushedAt = performance.now()
    await this.#until([op], seen)
    this.acknowledged.set(op.id, values)
    seen.ms.push(performance.now() - dueAt)
  }

  #values() {
    this.#count++
    return { qty: 1 + (this.#count % 900), price: this.#count }
  }

  #line() {
    const values = this.#values()
    return { op: this.device.line(this.kit.id, { name: 'Part', ...values }), values }
  }

  #next() {
    const ids = [...this.acknowledged.keys()]
    if (this.#count % NEW_LINE_EVERY === 0 && ids.length < MAX_LINES) return this.#line()
    const values = this.#values()
    const id = ids[this.#count % ids.length] ?? ''
    const op: Op = { kind: 'line', id, kit: null, cells: this.device.cells(values) }
    return { op, values }
  }

  /** Retries the very same ops: an unanswered push may have been stored. */
  async #until(ops: Op[], seen: Figures): Promise<void> {
    while (!(await this.#isAcknowledged(ops, seen))) await wait(RETRY_MS * (0.5 + Math.random()))
  }

  async #isAcknowledged(ops: Op[], seen: Figures): Promise<boolean> {
    const { principal, node, secret } = this.device
    const body = encodeRequest({ principal, node, claims: [], ops, cursors: {} })
    try {
      const headers = { 'Content-Type': 'application/json', 'X-Device-Key': secret }
      const answer = await this.#send(`${this.#url}/api/sync`, headers, JSON.stringify(body))
      const { status, retryAfter, text } = answer
      if (status === 503 && retryAfter !== null) seen.unavailable++
      else if (status !== 200) seen.wrong.push(`${status} ${text.slice(0, 80)}`)
      else return this.#isWhole(decodeAnswer(JSON.parse(text)).results, seen)
    } catch (error) {
      const { name, message } = error as Error
      if (name === 'TimeoutError') seen.wrong.push(`no answer in ${TIME_LIMIT_MS / 1_000} s`)
      else if (/fetch failed|terminated|other side/.test(message)) seen.cut++
      else seen.wrong.push(message)
    }
    return false
  }

  #isWhole(results: OpResult[], seen: Figures): boolean {
    const isWhole = results.every(({ ok }) => ok === 1)
    const isLater = results.every(({ ok, err, after }) => ok ?? (err === 'retry' && after))
    if (isLater && !isWhole) seen.unavailable++
    else if (!isWhole) seen.wrong.push(`refused: ${JSON.stringify(results).slice(0, 80)}`)
    return isWhole
  }
}

/**
 * Devices push in turn, `rate` pushes a second in total; one that is still busy is skipped.
 * @param isOver ends it early
 */
export async function pushSteadily(
  devices: readonly SteadyDevice[],
  rate: number,
  seconds: number,
  seen: Figures,
  isOver = () => false,
): Promise<{ due: number; late: number }> {
  const startedAt = performance.now()
  const busy = new Set<SteadyDevice>()
  const running = new Set<Promise<void>>()
  const due = Math.round(rate * seconds)
  let late = 0
  let n = 0
  for (; n < due && !isOver(); n++) {
    const dueAt = startedAt + (n * 1_000) / rate
    const restMs = dueAt - performance.now()
    if (restMs > 1) await wait(restMs)
    const device = devices[n % devices.length]
    if (!device) break
    if (busy.has(device)) {
      late++
      continue
    }
    busy.add(device)
    const push = device.push(dueAt, seen).finally(() => {
      busy.delete(device)
      running.delete(push)
    })
    running.add(push)
  }
  await Promise.all(running)
  return { due: n, late }
}
