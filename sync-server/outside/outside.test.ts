import { createSocket } from 'node:dgram'
import { getServers, setServers } from 'node:dns/promises'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'

import { systemOutside } from './outside.ts'

// T90
test('thirty names whose servers never answer hold no other name', async () => {
  const server = createSocket('udp4', (question, { port }) => {
    if (question.includes('hangs')) return
    // The question as it came, with one address where IPv4 is asked for.
    const end = question.indexOf(0, 12) + 5
    const isIPv4 = question[end - 3] === 1
    const head = Buffer.from([0x81, 0x80, 0, 1, 0, Number(isIPv4), 0, 0, 0, 0])
    const address = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 203, 0, 113, 9])
    const parts = [question.subarray(0, 2), head, question.subarray(12, end)]
    server.send(Buffer.concat(isIPv4 ? [...parts, address] : parts), port)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  const before = getServers()
  setServers([`127.0.0.1:${(server.address() as AddressInfo).port}`])
  const hanging = Array.from({ length: 30 }, (_, nth) =>
    systemOutside.resolve(`${nth}.hangs.test`).catch(() => undefined),
  )
  expect(await Promise.race([systemOutside.resolve('push.test'), ...hanging])).toEqual([
    '203.0.113.9',
  ])
  expect(await systemOutside.resolve('192.0.2.1')).toEqual(['192.0.2.1'])
  server.close()
  await Promise.all(hanging)
  setServers(before)
})
