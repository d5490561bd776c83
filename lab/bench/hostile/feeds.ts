import type { Feed } from '#shared/catalogue/feed.ts'
import type { Client } from './client.ts'
import type { Party } from './party.ts'

import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const HEAD = 'part_number,brand,name,category,merchant,price,shipping,link\n'
const ROWS = 40_000

/** Bad files an operator may get, by accident or from a malicious shop, with their types. */
const FILES: [string, () => string][] = [
  [
    'text/csv',
    () =>
      HEAD +
      rows(
        (n) =>
          `N${n},Brand ${n % 400},"=cmd|' /C calc'!A${n}",Brakes,Shop ${n % 5},${n % 900}.5,4.9,`,
      ),
  ],
  [
    'text/csv',
    () =>
      HEAD +
      rows((n) => `N${n},\u0000\u0001B,${'x'.repeat(n % 700)},C,S,NaN,-1,javascript:alert(${n})`),
  ],
  ['text/csv', () => `${HEAD}N1,B,"${'never closed, '.repeat(1_500_000)}`],
  ['text/csv', () => `${HEAD}${'y'.repeat(8_000_000)}\n`.repeat(3)],
  ['text/csv', () => HEAD + ','.repeat(12_000_000)],
  ['text/csv', () => HEAD + '"'.repeat(12_000_001)],
  ['application/json', () => '['.repeat(3_000_000)],
  ['application/json', () => `[${'{"name":"a","price":1},'.repeat(400_000)}`],
  ['application/json', () => `{"parts":[{"name":"${'\\u0000'.repeat(2_000_000)}"}]}`],
  [
    'application/x-ndjson',
    () =>
      rows(
        (n) =>
          `{"part_number":"J${n}","brand":"B","name":"${'n'.repeat(n % 400)}","price":"${n}e9"}`,
      ),
  ],
]

const rows = (row: (nth: number) => string): string =>
  Array.from({ length: ROWS }, (_, nth) => row(nth)).join('\n')

/** Uploads one file after another as an administrator, then imports it, or else discards it. */
export async function feeds(party: Party): Promise<void> {
  const { token } = party.plan.operator
  const headers = { Authorization: `Bearer ${token}` }
  const client = party.clients[0]
  if (!client) return
  let turn = 0
  party.start()
  while (!party.isOver) {
    const [type, make] = FILES[turn++ % FILES.length] ?? ['text/csv', () => HEAD]
    await halfFile(party, client, token)
    const path = `/api/admin/feeds?name=Poison%20${turn}`
    const body = Buffer.from(make())
    const sent = await client.call('POST', path, {
      headers: { ...headers, 'Content-Type': type },
      body,
    })
    if (sent.status !== 200 && sent.status !== 202) continue
    let feed = JSON.parse(sent.text) as Feed
    const ask = async () => client.json<Feed>('GET', `/api/admin/feeds/${feed.id}`, { headers })
    while (feed.state === 'reading' && !party.isOver) {
      await wait(200)
      feed = await ask()
    }
    party.count(`${feed.state} (${feed.accepted} rows)`)
    if (feed.state !== 'waiting') continue
    if (turn % 2 === 0) {
      await client.call('POST', `/api/admin/feeds/${feed.id}/discard`, { headers })
      continue
    }
    await client.call('POST', `/api/admin/feeds/${feed.id}/import`, { headers })
    while (!party.isOver && (await ask()).state === 'importing') await wait(200)
  }
}

/** An upload that stalls in the middle. */
async function halfFile(party: Party, client: Client, token: string): Promise<void> {
  const { port, hostname } = new URL(party.plan.url)
  const socket = connect({ port: Number(port), host: hostname, localAddress: client.address })
  socket.on('error', () => undefined)
  socket.write(
    `POST /api/admin/feeds?name=half HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: text/csv\r\nContent-Length: 100000000\r\n\r\n${HEAD}`,
  )
  for (let n = 0; n < 20; n++) socket.write(`N${n},B,half,`)
  await wait(200)
  socket.destroy()
}
