/** Slow clients hold nothing that others need. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'

import type { Listener, Patience } from './listen.ts'

import { readEnv } from '../env/env.ts'
import { listen, PATIENCE, patienceOf } from './listen.ts'

const BIG = Buffer.alloc(32 * 1024 * 1024, 'x')
const SLOW_CLIENTS = 200

let listener: Listener
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await listener.finish()
})

async function start(patience: Partial<Patience>): Promise<string> {
  listener = await listen('127.0.0.1', 0, { ...PATIENCE, maxOfAddress: 0, ...patience })
  listener.serve((request, response) => {
    if (request.url === '/big') return response.end(BIG)
    request.resume()
    return request.on('end', () => response.end('done'))
  })
  return `http://127.0.0.1:${listener.port}`
}

/** @param from an address of this machine, 127.0.0.0/8 */
async function open(from = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port: listener.port, host: '127.0.0.1', localAddress: from })
  sockets.push(socket)
  socket.on('error', () => undefined)
  // A connection refused at once may close without ever opening.
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))
  return socket
}

const hangingUp = (socket: Socket) => (socket.closed ? Promise.resolve([]) : once(socket, 'close'))

const open200 = () => Promise.all(Array.from({ length: SLOW_CLIENTS }, () => open()))

/** Sends `text` a byte at a time until the server hangs up. */
async function trickle(socket: Socket, text: string, everyMs: number): Promise<void> {
  const closed = once(socket, 'close')
  let at = 0
  const timer = setInterval(() => socket.write(text[at++ % text.length] ?? 'x'), everyMs)
  socket.resume()
  await closed
  clearInterval(timer)
}

/**
 * Runs `act` beside a slow client that connected earlier to a plain Node server: a cut of ours has
 * to come before Node's own.
 */
async function beforeNodeCuts(head: string, act: () => Promise<void>): Promise<void> {
  const usual = createServer({ connectionsCheckingInterval: 100 }, () => undefined)
  await new Promise<void>((resolve) => usual.listen(0, '127.0.0.1', resolve))
  const { port } = usual.address() as AddressInfo
  const beside = connect(port, '127.0.0.1', () => beside.write(head))
  beside.on('error', () => undefined).resume()
  await once(beside, 'connect')
  await act()
  expect(beside.closed).toBe(false)
  beside.destroy()
  usual.close()
}

// T50
test('two hundred heads that come a byte at a time are cut, and others are answered meanwhile', async () => {
  const url = await start({ headMs: 1_500 })
  const head = `GET / HTTP/1.1\r\nX-Slow: ${'a'.repeat(52)}`
  await beforeNodeCuts(head, async () => {
    const slow = (await open200()).map((socket) => trickle(socket, head, 100))
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => (await fetch(url)).status),
    )
    expect(statuses).toEqual(Array.from({ length: 20 }, () => 200))
    await Promise.all(slow)
  })
})

test('two hundred bodies that come a byte at a time are cut as well', async () => {
  const url = await start({ requestMs: 1_500, headMs: 1_000 })
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n'
  await beforeNodeCuts(head, async () => {
    const slow = (await open200()).map((socket) => {
      socket.write(head)
      return trickle(socket, '{', 100)
    })
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(200)
    await Promise.all(slow)
  })
})

test('an answer that nobody takes is dropped, one that is taken slowly is not', async () => {
  // A slow machine may not schedule the slow client for a second.
  await start({ readMs: 3_000 })
  const stuck = await open()
  stuck.pause()
  stuck.write('GET /big HTTP/1.1\r\nHost: x\r\n\r\n')
  const serverSide = new Promise<number>((resolve) =>
    listener.server.getConnections((_error, count) => resolve(count)),
  )
  expect(await serverSide).toBeGreaterThan(0)
  const slow = await open()
  slow.write('GET /big HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  let bytes = 0
  slow.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    slow.pause()
    setTimeout(() => slow.resume(), 4)
  })
  await once(slow, 'end')
  expect(bytes).toBeGreaterThan(BIG.length)
  const left = () =>
    new Promise((resolve) => listener.server.getConnections((_error, count) => resolve(count)))
  await expect.poll(left).toBe(0)
})

test('beyond the most connections new ones are hung up on, and later there is room again', async () => {
  const url = await start({ maxConnections: 3, headMs: 1_000 })
  const kept = [await open(), await open(), await open()]
  const fourth = await open()
  await hangingUp(fourth)
  for (const socket of kept) socket.destroy()
  await expect.poll(async () => (await fetch(url)).status).toBe(200)
})

test.runIf(process.platform === 'linux')(
  // T51
  'whoever opens all the connections there are is hung up on, and others are answered',
  async () => {
    const url = await start({ maxConnections: 60, maxOfAddress: 20 })
    const silent = await Promise.all(Array.from({ length: 100 }, () => open('127.0.0.2')))
    const isOpen = (socket: Socket) => !socket.closed
    await expect.poll(() => silent.filter(isOpen).length).toBe(20)
    expect((await fetch(url)).status).toBe(200)
    for (const socket of silent) socket.destroy()
    const later = async () => {
      const socket = await open('127.0.0.2')
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      return Promise.race([once(socket, 'data').then(String), hangingUp(socket).then(() => '')])
    }
    await expect.poll(later).toContain('200 OK')
  },
)

// T51
test('the proxies that are trusted count connections themselves: all come from their address', () => {
  expect(patienceOf(readEnv({})).maxOfAddress).toBe(200)
  expect(patienceOf(readEnv({ MAX_CONNECTIONS_PER_ADDRESS: '0' })).maxOfAddress).toBe(0)
  expect(patienceOf(readEnv({ TRUST_PROXY: '1' })).maxOfAddress).toBe(0)
})
