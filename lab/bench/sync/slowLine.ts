/** A cheap phone's link in front of a server: limited bandwidth and a fixed latency. */
import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'

/** Bytes a second and milliseconds one way, from performance.md. */
const UP = 750_000 / 8
const DOWN = 1_600_000 / 8
const ONE_WAY_MS = 75
/** Packet size, bytes. */
const PACKET = 1_400

/** @param url of the server, http://host:port */
export async function openSlowLine(url: string): Promise<{ url: string; close: () => void }> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const join = async (near: Socket) => {
    // A TCP handshake takes a round trip.
    await wait(2 * ONE_WAY_MS)
    const far = connect({ host: hostname, port: Number(port) })
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    }
    near.pipe(paced(UP)).pipe(far)
    far.pipe(paced(DOWN)).pipe(near)
  }
  const line = createServer((near) => void join(near))
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  const address = line.address()
  if (!address || typeof address === 'string') throw new Error('The line has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close() {
      for (const socket of sockets) socket.destroy()
      line.close()
    },
  }
}

function paced(bytesPerSecond: number): Transform {
  let freeAt = 0
  // Timers fire out of order on a busy machine: each sends the next packet of the queue.
  const onTheWay: Buffer[] = []
  return new Transform({
    async transform(chunk: Buffer, _encoding, done) {
      for (let at = 0; at < chunk.length; at += PACKET) {
        const packet = chunk.subarray(at, at + PACKET)
        freeAt = Math.max(freeAt, performance.now()) + (packet.length / bytesPerSecond) * 1_000
        onTheWay.push(packet)
        setTimeout(() => this.push(onTheWay.shift()), freeAt + ONE_WAY_MS - performance.now())
      }
      // Backpressure: the next chunk is taken when this one has left.
      await wait(Math.max(0, freeAt - performance.now()))
      done()
    },
    async flush(done) {
      await wait(Math.max(0, freeAt + ONE_WAY_MS + 10 - performance.now()))
      done()
    },
  })
}
