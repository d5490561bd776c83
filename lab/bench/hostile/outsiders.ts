/**
 * Who is slow or many rather than loud: all addresses of one IPv6 line, a push service that never
 * answers, and shops whose files arrive a letter at a time. The other side of each is slowHost.ts.
 */
import type { Feed } from '#shared/catalogue/feed.ts'
import type { Client } from './client.ts'
import type { Party } from './party.ts'

import { PROOF_HEADER } from '#shared/secondFactor.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { TestDevice } from '../../../sync-server/testServer.ts'
import { testReceiver } from '../../../sync-server/notify/testReceiver.ts'
import { shown, sync } from './party.ts'

const SUBSCRIPTIONS = 8
const SOURCES = 6

const anyOf = (most: number): string => Math.floor(Math.random() * most).toString(16)

/** Signs in, registers, asks for new passwords and saves from another address of a /48 each time. */
export async function network(party: Party): Promise<void> {
  let turn = 0
  party.start()
  await party.crew(8, async (client) => {
    const nth = turn++
    const address = `2001:db8:7:${anyOf(65_536)}::${anyOf(65_536)}`
    const call = (path: string, body: object, more = {}) =>
      client.call('POST', path, { headers: { 'X-Forwarded-For': address, ...more }, body })
    const name = `guess${nth}`
    switch (nth % 4) {
      case 0:
        return call('/api/auth/login', { username: 'overseer', password: name })
      case 1:
        return call('/api/auth/forgot-password', { email: `${name}@example.com` })
      case 2: {
        const body = { username: name, email: `${name}@example.com`, password: 'Torque 9 Nm, dry!' }
        return call('/api/auth/register', body)
      }
      default: {
        const device = new TestDevice(party.plan.url)
        const body = { kitName: 'One of many', parts: [{ name: 'x' }] }
        return call('/api/auto-save', body, shown(device))
      }
    }
  })
}

/** An account whose devices are never reached, and one that comments on its kit all the time. */
export async function hanging(party: Party): Promise<void> {
  const [owner, other] = party.plan.accounts
  const [client, another] = party.clients
  if (!owner || !other || !client || !another) throw new Error('This needs two accounts.')
  const device = new TestDevice(party.plan.url)
  const kit = device.kit({ name: 'Talked about' })
  await sync(client, device, [kit], { account: owner })
  for (let nth = 0; nth < SUBSCRIPTIONS; nth++) {
    const body = { endpoint: `${party.plan.push}/${nth}`, keys: testReceiver().keys }
    await client.call('POST', '/api/push', { headers: shown(device, owner), body })
  }
  const guest = new TestDevice(party.plan.url)
  party.start()
  while (!party.isOver) {
    const { status } = await sync(another, guest, [guest.comment(kit.id, 'And?')], {
      account: other,
    })
    if (status === 200) party.count('comments')
    await wait(250)
  }
}

/** Sources that drip, run again whenever they end; and a file by itself that has to come through. */
export async function drips(party: Party): Promise<void> {
  const { token, password } = party.plan.operator
  const client = party.clients[0]
  if (!client) return
  const headers = { Authorization: `Bearer ${token}` }
  const post = (path: string, body: object = {}, more = {}) =>
    client.call('POST', `/api/admin/${path}`, { headers: { ...headers, ...more }, body })
  const ids: string[] = []
  for (let nth = 0; nth < SOURCES; nth++) {
    const confirm = { headers, body: { currentPassword: password } }
    const { proof } = await client.json<{ proof: string }>('POST', '/api/auth/confirm', confirm)
    const { text } = await post('sources', settings(party.plan.shop, nth), {
      [PROOF_HEADER]: proof,
    })
    ids.push((JSON.parse(text) as { id: string }).id)
  }
  let longest = 0
  party.start()
  while (!party.isOver) {
    for (const id of ids) await post(`sources/${id}/run`)
    const began = performance.now()
    await importOne(party, client, headers)
    longest = Math.max(longest, performance.now() - began)
  }
  party.count('longest import, ms', Math.round(longest))
}

async function importOne(party: Party, client: Client, headers: Record<string, string>) {
  const body = Buffer.from('part_number,brand,name,merchant,price\nD 1,B,A pump,M,5\n')
  const asCsv = { headers: { ...headers, 'Content-Type': 'text/csv' }, body }
  const { id } = await client.json<Feed>('POST', '/api/admin/feeds?name=small', asCsv)
  const state = async () =>
    (await client.json<Feed>('GET', `/api/admin/feeds/${id}`, { headers })).state
  while (!party.isOver && (await state()) === 'reading') await wait(100)
  await client.call('POST', `/api/admin/feeds/${id}/import`, { headers })
  while (!party.isOver && (await state()) === 'importing') await wait(100)
  if (!party.isOver) party.count(`small files ${await state()}`)
}

const settings = (shop: string, nth: number) => ({
  name: `Drip ${nth}`,
  kind: 'address',
  address: `${shop}/drip/${nth}.csv`,
  merchant: `Drip ${nth}`,
  format: 'csv',
  encoding: '',
  decimal: '.',
  currency: 'USD',
  rate: null,
  mapping: {},
  schedule: '',
  priceHours: 168,
  historyAllowed: true,
})
