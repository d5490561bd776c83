import type { Client } from './client.ts'
import type { Party } from './party.ts'

import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

import { newDeviceSecret } from '#shared/ids.ts'

/** Sockets per address, reopened as soon as they are cut. */
const SOCKETS = 2_000
const BYTE_EVERY_MS = 500
const AGAIN_MS = 250

type Habit = (socket: Socket) => void

const trickle = (socket: Socket): void => {
  const timer = setInterval(() => socket.write('x'), BYTE_EVERY_MS)
  socket.once('close', () => clearInterval(timer))
}

/** Silence, an endless head, an endless body, unread answers, streams. */
const HABITS: Habit[] = [
  () => undefined,
  (socket) => {
    socket.write('GET /api/health HTTP/1.1\r\nX-Slow: ')
    trickle(socket)
  },
  (socket) => {
    socket.write(
      `POST /api/sync HTTP/1.1\r\nHost: x\r\nX-Device-Key: ${newDeviceSecret()}\r\nContent-Type: application/json\r\nContent-Length: 400000\r\n\r\n`,
    )
    trickle(socket)
  },
  (socket) => {
    socket.pause()
    for (let n = 0; n < 20; n++) socket.write('GET /api/tasks HTTP/1.1\r\nHost: x\r\n\r\n')
  },
  (socket) => {
    socket.write(
      `GET /api/sync/live HTTP/1.1\r\nHost: x\r\nX-Device-Key: ${newDeviceSecret()}\r\n\r\n`,
    )
    socket.resume()
  },
  // Reset before the answer: its slot must be released.
  (socket) => {
    socket.write(
      `GET /api/sync/live HTTP/1.1\r\nHost: x\r\nX-Device-Key: ${newDeviceSecret()}\r\n\r\n`,
      () => socket.resetAndDestroy(),
    )
  },
]

/** Holds thousands of sockets, and opens thousands more whenever they are cut. */
export async function sockets(party: Party): Promise<void> {
  const { port, hostname } = new URL(party.plan.url)
  let open = 0
  let most = 0
  const hold = async (client: Client, nth: number): Promise<void> => {
    while (!party.isOver) {
      const socket = connect({ port: Number(port), host: hostname, localAddress: client.address })
      socket.on('error', () => undefined)
      socket.once('connect', () => {
        most = Math.max(most, ++open)
        HABITS[nth % HABITS.length]?.(socket)
        socket.once('close', () => open--)
      })
      const end = setInterval(() => party.isOver && socket.destroy(), 500)
      await new Promise((resolve) => socket.once('close', resolve))
      clearInterval(end)
      party.count('hung up on')
      await wait(AGAIN_MS * (0.5 + Math.random()))
    }
  }
  party.start()
  await Promise.all(
    party.clients.flatMap((client) =>
      Array.from({ length: SOCKETS }, (_, nth) => hold(client, nth)),
    ),
  )
  party.count('open at once', most)
}
